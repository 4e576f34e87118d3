import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { EventView, MediaStatus, MediaView } from '../../shared/contract/entities.ts';
import { browserReport, type Report } from '../../web/src/lib/note-problem.ts';
import Dashboard from '../../web/src/routes/dashboard.tsx';
import Moderation from '../../web/src/routes/moderation.tsx';
import Payments from '../../web/src/routes/payments.tsx';
import People from '../../web/src/routes/people.tsx';
import Timeline from '../../web/src/routes/timeline.tsx';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { type Answers, fakeApi, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleMedia, sampleMediaList, sampleUser } from './sample-views.ts';
import { show } from './show.tsx';

// Whole pages of a host.

afterEach(() => toastStore.dismiss());

const heading = (name: string, level?: number) => page.getByRole('heading', { name, level });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const route = { at: `/event/${EVENT_ID}/page`, route: '/event/:eventId/page' };
const host = sampleUser({ id: sampleEvent().createdBy });
const hostSees = (event: () => EventView, more: Answers) =>
  fakeApi({ 'GET /api/auth/user': () => host, 'GET /api/events/{eventId}': event, ...more });

/** What no page expects, as an answer of this call. */
const senseless = (name: keyof Answers, answer: unknown): Answers => ({ [name]: () => answer });

function reportedProblems(): Report['problems'] {
  const reports: Report[] = [];
  browserReport.flush((report) => reports.push(report) > 0);
  return reports.flatMap(({ problems }) => problems);
}

it.each([
  ['events', 'Hi Maria', <Dashboard key="page" />, senseless('GET /api/events', [null])],
  [
    'timeline',
    'Summer party - Timeline',
    <Timeline key="page" />,
    senseless('GET /api/events/{eventId}/media', [null]),
  ],
  [
    'moderation',
    'Moderation Dashboard',
    <Moderation key="page" />,
    senseless('GET /api/events/{eventId}/media', [null]),
  ],
  ['people', 'People', <People key="page" />, senseless('GET /api/events/{eventId}/people', [null])],
  ['payments', 'Payments', <Payments key="page" />, senseless('GET /api/events/{eventId}/payments', null)],
])(
  'a region that crashes leaves the title of its page, and is reported: %s',
  async (region, title, element, more) => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    reportedProblems();
    hostSees(() => sampleEvent({ pendingCount: 1, isPaid: true, hasPaid: true }), more);
    await show(element, route);
    await expect.element(heading('This part could not be shown')).toBeVisible();
    await expect.element(heading(title, 1)).toBeVisible();
    await expect.element(button('Load the page again')).toBeVisible();
    // Which page it was is told by the browser's address, which is not the router's here.
    expect(reportedProblems()).toEqual([{ kind: 'crash', region, page: expect.any(String), times: 1 }]);
  },
);

/** An event's items, which a host decides on. */
function moderatedEvent(items: readonly MediaView[]) {
  const known = new Map(items.map((item) => [item.id, item]));
  const all = (status: MediaStatus) => [...known.values()].filter((item) => item.status === status);
  const decide = (item: MediaView, status: MediaStatus) => {
    const decided = {
      ...item,
      status,
      moderatedAt: `2026-06-20T16:00:00.${String(known.size).padStart(3, '0')}Z`,
    };
    known.set(item.id, decided);
    return decided;
  };
  hostSees(
    () =>
      sampleEvent({
        moderationEnabled: true,
        pendingCount: all('pending').length,
        rejectedCount: all('rejected').length,
      }),
    {
      'GET /api/events/{eventId}/media': ({ query }) => all(query['status'] as MediaStatus),
      'PUT /api/media/{mediaId}/moderate': ({ path, body }) => {
        const item = known.get(path.split('/')[3] ?? '');
        return item ? decide(item, (body as { status: MediaStatus }).status) : new Refusal(404);
      },
      'POST /api/events/{eventId}/moderate': ({ body }) => {
        const pending = all('pending');
        for (const item of pending) decide(item, (body as { status: MediaStatus }).status);
        return { moderated: pending.length, remaining: 0 };
      },
    },
  );
}

it('deciding on all moves the focus to the list, and on the last rejected item to the page', async () => {
  moderatedEvent([
    ...sampleMediaList(2, { status: 'pending' }),
    sampleMedia({ id: 'med_9', originalName: 'IMG_9.jpg', status: 'rejected' }),
  ]);
  await show(<Moderation />, route);
  const rejected = page.getByRole('region', { name: 'Rejected' });
  await expect.element(rejected.getByRole('listitem', { name: 'IMG_9.jpg' })).toBeVisible();
  await expectNoViolations();
  button('Approve All').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('All Caught Up!')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Pending Approval' })).toHaveFocus();
  button('Approve IMG_9.jpg').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(rejected).not.toBeInTheDocument();
  await expect.element(heading('Moderation Dashboard', 1)).toHaveFocus();
});
