import { afterEach, describe, expect, it, vi } from 'vitest';
import { Link } from 'react-router-dom';
import { page, userEvent } from 'vitest/browser';
import type { EventView, MediaStatus, MediaView } from '../../shared/contract/entities.ts';
import { OwnerMenu } from '../../web/src/features/gallery/owner-menu.tsx';
import { queryKeys } from '../../web/src/lib/query-keys.ts';
import Moderation from '../../web/src/routes/moderation.tsx';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { expectToast } from './expect-toast.ts';
import { type Answers, fakeApi, NO_NETWORK, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleMedia, sampleMediaList, sampleUser } from './sample-views.ts';
import { show } from './show.tsx';

afterEach(() => {
  vi.useRealTimers();
  toastStore.dismiss();
});

const heading = (name: string, level?: number) => page.getByRole('heading', { name, level });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const route = { at: `/event/${EVENT_ID}/moderate`, route: '/event/:eventId/moderate' };

/** An event's items, which a host decides on. Its answers can be replaced. */
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
  const answers: Answers = {
    'GET /api/auth/user': () => sampleUser(),
    'GET /api/events/{eventId}': () =>
      sampleEvent({
        moderationEnabled: true,
        pendingCount: all('pending').length,
        rejectedCount: all('rejected').length,
      }),
    'GET /api/events/{eventId}/media': ({ query }) => all(query['status'] as MediaStatus),
    'PUT /api/media/{mediaId}/moderate': ({ path, body }) => {
      const item = known.get(path.split('/')[3] ?? '');
      return item ? decide(item, (body as { status: MediaStatus }).status) : new Refusal(404);
    },
    'POST /api/events/{eventId}/moderate': ({ body }) => {
      const { status, from } = body as { status: MediaStatus; from: MediaStatus };
      const found = all(from);
      for (const item of found) decide(item, status);
      return { moderated: found.length, remaining: 0 };
    },
  };
  fakeApi(answers);
  return {
    answers,
    add: (item: MediaView) => void known.set(item.id, item),
    remove: (id: string) => void known.delete(id),
  };
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

describe('the moderation page', () => {
  const question = page.getByRole('alertdialog', { name: 'Delete Media', exact: true });
  const pending = sampleMediaList(4, { status: 'pending' });

  it('shows what waits, and says what came of each decision', async () => {
    const { answers } = moderatedEvent(pending);
    const { 'PUT /api/media/{mediaId}/moderate': decide } = answers;
    await show(<Moderation />, route);
    await expect.element(heading('Moderation Dashboard', 1)).toBeVisible();
    for (const text of [
      'Review and approve content for Summer party',
      'Pending Approval',
      '4 items waiting for review',
      'Approve All',
      'Reject All',
      'IMG_1.jpg',
      'Approve',
      'Reject',
    ])
      await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
    expect(page.getByText(/^Uploaded \w+ \d+, \d{4}/).elements()).toHaveLength(4);
    answers['PUT /api/media/{mediaId}/moderate'] = () => NO_NETWORK;
    await button('Approve IMG_1.jpg').click();
    await expectToast('Error', 'Failed to moderate media. Please try again.');
    answers['PUT /api/media/{mediaId}/moderate'] = decide;
    await button('Approve IMG_1.jpg').click();
    await expectToast('Media Approved');
    await button('Reject IMG_2.jpg').click();
    await expectToast('Media Rejected');
    // Signed out elsewhere.
    answers['PUT /api/media/{mediaId}/moderate'] = () => new Refusal(401);
    await button('Approve IMG_3.jpg').click();
    await expectToast('Unauthorized', "You don't have permission to moderate this content.");
  });

  it('deletes an item after a question that can be cancelled, and says if that failed', async () => {
    const { answers, remove } = moderatedEvent(pending.slice(0, 2));
    await show(<Moderation />, route);
    await button('Delete IMG_1.jpg').click();
    await expect
      .element(question)
      .toHaveAccessibleDescription(
        'Are you sure you want to permanently delete this media file? This action cannot be undone.',
      );
    await button('Cancel').click();
    await expect.element(question).not.toBeInTheDocument();
    answers['DELETE /api/events/{eventId}/media/{mediaId}'] = () => NO_NETWORK;
    await button('Delete IMG_1.jpg').click();
    await button('Delete').click();
    await expectToast('Delete Failed', 'Failed to delete media');
    const held = Promise.withResolvers<undefined>();
    answers['DELETE /api/events/{eventId}/media/{mediaId}'] = () => held.promise;
    await button('Delete IMG_1.jpg').click();
    await button('Delete').click();
    await expect.element(button('Deleting...')).toBeVisible();
    await expect.element(button('Cancel')).toBeDisabled();
    remove('med_1');
    held.resolve(undefined);
    await expectToast('Media Deleted');
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(page.getByText('1 items waiting for review')).toBeVisible();
  });

  it('shows what guests have sent since: after each decision, on the next visit, and when it is looked at', async () => {
    const [first, second, ...others] = sampleMediaList(4, { status: 'pending' });
    if (!first || !second) throw new Error('There are four.');
    const { add } = moderatedEvent([first]);
    const { update } = await show(<Moderation />, route);
    await expect.element(button('Approve IMG_1.jpg')).toBeVisible();
    add(second);
    await button('Approve IMG_1.jpg').click();
    await expect.element(button('Approve IMG_2.jpg')).toBeVisible();
    for (const item of others) {
      await update(<p>Elsewhere</p>);
      add(item);
      await update(<Moderation />);
      await expect.element(button(`Approve ${item.originalName}`)).toBeVisible();
    }
    await expect.element(page.getByText('3 items waiting for review')).toBeVisible();
    add({ ...first, id: 'med_5', originalName: 'IMG_5.jpg' });
    window.dispatchEvent(new Event('visibilitychange'));
    await expect.element(button('Approve IMG_5.jpg')).toBeVisible();
    await expect.element(page.getByText('4 items waiting for review')).toBeVisible();
  });

  it('drops what another host has deleted meanwhile, once it is decided on or deleted', async () => {
    const { answers, remove } = moderatedEvent(pending);
    answers['DELETE /api/events/{eventId}/media/{mediaId}'] = () => new Refusal(404);
    await show(<Moderation />, route);
    const card = (name: string) => page.getByRole('listitem', { name });
    await expect.element(card('IMG_1.jpg')).toBeVisible();
    remove('med_1');
    await button('Approve IMG_1.jpg').click();
    await expectToast('Error', 'Failed to moderate media. Please try again.');
    await expect.element(card('IMG_1.jpg')).not.toBeInTheDocument();
    await button('Delete IMG_2.jpg').click();
    await button('Delete').click();
    await expectToast('Media Deleted');
    await expect.element(card('IMG_2.jpg')).not.toBeInTheDocument();
  });

  it('keeps the buttons of a card until its own decision is answered, whatever else is decided', async () => {
    const { answers } = moderatedEvent(pending);
    const held = [Promise.withResolvers<Refusal>(), Promise.withResolvers<Refusal>()];
    const answered = [...held];
    answers['PUT /api/media/{mediaId}/moderate'] = () => answered.shift()?.promise ?? new Refusal(500);
    await show(<Moderation />, route);
    await button('Approve IMG_1.jpg').click();
    await button('Approve IMG_2.jpg').click();
    await expect.element(button('Approve IMG_2.jpg')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button('Approve IMG_1.jpg')).toHaveAttribute('aria-disabled', 'true');
    held[1]?.resolve(new Refusal(500));
    await expect.element(button('Approve IMG_2.jpg')).not.toHaveAttribute('aria-disabled');
    await expect.element(button('Reject IMG_1.jpg')).toHaveAttribute('aria-disabled', 'true');
    held[0]?.resolve(new Refusal(500));
    await expect.element(button('Approve IMG_1.jpg')).not.toHaveAttribute('aria-disabled');
  });

  it('rejects all items, and leads to the gallery, which has no banner then', async () => {
    moderatedEvent(pending);
    const { client, update } = await show(<Moderation />, route);
    await expect.element(button('Reject All')).toBeVisible();
    await button('Reject All').click();
    await expect.element(button('Undo')).toBeVisible();
    await expectNoViolations();
    await button('Undo').click();
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    await button('Reject All').click();
    await vi.advanceTimersByTimeAsync(10_000);
    const event = () => client.getQueryData<EventView>(queryKeys.event(EVENT_ID));
    const said = [page.getByText('Media Rejected'), heading('All Caught Up!')];
    // What follows from the answer is due by the stopped clock, too.
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(0);
        return said.every((words) => words.query()) && event()?.rejectedCount;
      })
      .toBe(4);
    vi.useRealTimers();
    await expectToast('Media Rejected');
    await expect.element(heading('All Caught Up!')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'View Event Gallery', exact: true }))
      .toHaveAttribute('href', `/event/${EVENT_ID}`);
    await update(<OwnerMenu event={event() ?? sampleEvent()} onOpen={() => undefined} />);
    await expect.element(heading('Event Management')).toBeVisible();
    await expect.element(page.getByText('4 rejected', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Moderation Dashboard' })).not.toBeInTheDocument();
  });

  /** An event whose list of pending items is under way until `come`, and is then as it was when it was asked for. */
  function slowlyListed() {
    const { answers } = moderatedEvent(pending);
    const { 'GET /api/events/{eventId}/media': list } = answers;
    const held = Promise.withResolvers<MediaView[]>();
    answers['GET /api/events/{eventId}/media'] = () => {
      answers['GET /api/events/{eventId}/media'] = list;
      return held.promise;
    };
    return { come: () => held.resolve(pending) };
  }

  it('keeps its buttons when the list comes, so that a press on one is not lost', async () => {
    const { come } = slowlyListed();
    await show(<Moderation />, route);
    await expect.element(button('Approve All')).toBeVisible();
    const approveAll = button('Approve All').element();
    approveAll.focus();
    come();
    await expect.element(button('Approve IMG_1.jpg')).toBeVisible();
    expect(document.activeElement).toBe(approveAll);
  });

  it('approves all before the list is there, whose late answer does not stay', async () => {
    const { come } = slowlyListed();
    await show(<Moderation />, route);
    await button('Approve All').click();
    await expectToast('Media Approved');
    come();
    await expect.element(heading('All Caught Up!')).toBeVisible();
  });

  it('of another event has its own buttons while all of this one is decided on', async () => {
    const { answers } = moderatedEvent(pending);
    answers['GET /api/events/{eventId}'] = ({ path }) =>
      sampleEvent({ id: path.split('/')[3], moderationEnabled: true, pendingCount: 4 });
    answers['POST /api/events/{eventId}/moderate'] = () => new Promise<never>(() => {});
    const other = `${EVENT_ID}x`;
    await show(
      <>
        <Moderation />
        <Link to={`/event/${other}/moderate`}>Other</Link>
        <Link to={route.at}>This</Link>
      </>,
      { ...route, at: `/event/${other}/moderate` },
    );
    await expect.element(button('Approve IMG_1.jpg')).toBeVisible();
    await page.getByRole('link', { name: 'This' }).click();
    await button('Approve All').click();
    await expect.element(button('Approve All')).toHaveAttribute('aria-busy', 'true');
    await page.getByRole('link', { name: 'Other' }).click();
    await expect.element(button('Approve All')).not.toHaveAttribute('aria-disabled');
    await expect.element(page.getByText('4 items waiting for review')).toBeVisible();
  });

  it('approves all that was rejected, and moves the focus to the page', async () => {
    moderatedEvent(sampleMediaList(3, { status: 'rejected' }));
    await show(<Moderation />, route);
    const rejected = page.getByRole('region', { name: 'Rejected' });
    await expect.element(rejected.getByRole('listitem', { name: 'IMG_3.jpg' })).toBeVisible();
    await expectNoViolations();
    button('Approve All Rejected').element().focus();
    await userEvent.keyboard('{Enter}');
    await expectToast('Media Approved');
    await expect.element(rejected).not.toBeInTheDocument();
    await expect.element(heading('Moderation Dashboard', 1)).toHaveFocus();
  });

  it('is denied to everyone but the owner', async () => {
    fakeApi({
      'GET /api/auth/user': () => sampleUser({ id: 'usr_ada' }),
      'GET /api/events/{eventId}': () => sampleEvent({ role: 'user' }),
    });
    await show(<Moderation />, route);
    await expect.element(heading('Access Denied')).toBeVisible();
    await expect
      .element(page.getByText("You don't have permission to moderate this event.", { exact: true }))
      .toBeVisible();
  });
});
