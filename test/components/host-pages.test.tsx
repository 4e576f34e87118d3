import { focusManager } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { EventView } from '../../shared/contract/entities.ts';
import { browserReport, type Report } from '../../web/src/lib/note-problem.ts';
import Dashboard from '../../web/src/routes/dashboard.tsx';
import Moderation from '../../web/src/routes/moderation.tsx';
import Numbers from '../../web/src/routes/numbers.tsx';
import Payments from '../../web/src/routes/payments.tsx';
import People from '../../web/src/routes/people.tsx';
import Timeline from '../../web/src/routes/timeline.tsx';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { type Answers, fakeApi } from './fake-api.ts';
import { EVENT_ID, sampleEvent, samplePerson, sampleUser } from './sample-views.ts';
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
  ['numbers', 'Numbers', <Numbers key="page" />, senseless('GET /api/events/{eventId}/numbers', {})],
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

it('the people’s page has the event’s pause of now, when it is shown and when one is asked for', async () => {
  let event = sampleEvent();
  hostSees(() => event, {
    'GET /api/events/{eventId}/people': () => [samplePerson()],
    'POST /api/events/{eventId}/people/remove-idle': () => ({ people: 3, cursor: null }),
  });
  const pause = page.getByRole('switch', { name: 'Pause guest uploads' });
  const { client } = await show(<People />, route);
  await expect.element(pause).not.toBeChecked();
  // Another tab.
  event = { ...event, isPaused: true };
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await expect.element(pause).toBeChecked();
  focusManager.setFocused(undefined);
  client.setQueryData(['event', EVENT_ID, 'event'], { ...event, isPaused: false });
  await button('Remove everybody without uploads').click();
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveAccessibleDescription(/while guest uploads are paused they can only look\.$/);
});
