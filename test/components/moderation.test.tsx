import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { MediaView } from '../../shared/contract/entities.ts';
import { toasts } from '../../shared/messages.ts';
import type { Decision } from '../../web/src/features/moderation/actions.ts';
import { ApproveRejected, ModerateAll } from '../../web/src/features/moderation/moderate-all.tsx';
import { ModerationCard } from '../../web/src/features/moderation/moderation-card.tsx';
import { ModerationList } from '../../web/src/features/moderation/moderation-list.tsx';
import { UnfinishedRejectionNotice } from '../../web/src/features/moderation/unfinished-rejection-notice.tsx';
import {
  takeUnfinishedRejection,
  withRejectionNoted,
} from '../../web/src/features/moderation/unfinished-rejection.ts';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { expectNoToast } from './expect-toast.ts';
import { type Answers, fakeApi, ListPage, NO_NETWORK, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleMedia, sampleMediaList, sampleVideo } from './sample-views.ts';
import { show } from './show.tsx';

afterEach(() => toastStore.dismiss());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const pending = { status: 'pending' } as const;

const card = (
  item: MediaView,
  events: { isPending?: boolean; decide?: (status: Decision) => void; remove?: () => void } = {},
) => (
  <ul>
    <ModerationCard
      item={item}
      isPending={events.isPending ?? false}
      onDecide={events.decide ?? (() => undefined)}
      onDelete={events.remove ?? (() => undefined)}
    />
  </ul>
);

it('a card names its file in every button, and decides', async () => {
  const [decide, remove] = [vi.fn<(status: Decision) => void>(), vi.fn<() => void>()];
  await show(card(sampleMedia(pending), { decide, remove }));
  await expect.element(page.getByRole('img', { name: 'IMG_1.jpg' })).toBeInTheDocument();
  await button('Approve IMG_1.jpg').click();
  await button('Reject IMG_1.jpg').click();
  await button('Delete IMG_1.jpg').click();
  expect(decide.mock.calls.flat()).toEqual(['approved', 'rejected']);
  expect(remove).toHaveBeenCalledOnce();
  await expectNoViolations();
});

it('a card that is being decided on keeps the focus and takes no other decision', async () => {
  const [decide, remove] = [vi.fn<(status: Decision) => void>(), vi.fn<() => void>()];
  const { update } = await show(card(sampleMedia(pending), { decide, remove }));
  button('Approve IMG_1.jpg').element().focus();
  await update(card(sampleMedia(pending), { isPending: true, decide, remove }));
  await expect
    .element(page.getByRole('listitem', { name: 'IMG_1.jpg' }))
    .toHaveAttribute('aria-busy', 'true');
  await expect.element(button('Approve IMG_1.jpg')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(decide).not.toHaveBeenCalled();
  expect(remove).not.toHaveBeenCalled();
});

it('a rejected item can be approved, not rejected again', async () => {
  await show(card(sampleMedia({ status: 'rejected', originalName: null })));
  await expect.element(button('Approve photo by someone who left')).toBeVisible();
  await expect.element(button('Reject photo by someone who left')).not.toBeInTheDocument();
});

it('a card shows what there is to see of its item', async () => {
  const { update } = await show(card(sampleMedia({ state: 'processing', renditions: {} })));
  await expect.element(page.getByText('Being prepared')).toBeVisible();
  await update(card(sampleMedia({ state: 'unsupported', renditions: {} })));
  await expect.element(page.getByText('Unsupported file type')).toBeVisible();
  expect(document.querySelector('main :is(img, video)')).toBeNull();
  await update(card(sampleMedia()));
  // All of a photo, uncropped.
  const picture = page.getByRole('img', { name: 'IMG_1.jpg' });
  await expect.element(picture).toBeInTheDocument();
  expect(getComputedStyle(picture.element()).objectFit).toBe('contain');
  await update(card(sampleVideo()));
  expect(document.querySelector('video')?.getAttribute('aria-label')).toBe('IMG_1.jpg');
  await expectNoViolations();
});

const list = (
  <ModerationList
    eventId={EVENT_ID}
    status="pending"
    label="Pending Approval"
    expected={2}
    renderHeader={() => <h2>Two are waiting</h2>}
    empty={<h2>All Caught Up!</h2>}
  />
);
const listed = (
  answer: () => Awaited<ReturnType<NonNullable<Answers['GET /api/events/{eventId}/media']>>>,
  more: Answers = {},
) => fakeApi({ 'GET /api/events/{eventId}/media': answer, ...more });

it('a list that is empty says so', async () => {
  listed(() => []);
  await show(list);
  await expect.element(page.getByRole('heading', { name: 'All Caught Up!' })).toBeVisible();
});

it('a list that does not come is asked for again', async () => {
  let answer: typeof NO_NETWORK | [] = NO_NETWORK;
  listed(() => answer);
  await show(list);
  await expect.element(page.getByRole('heading', { name: 'The list did not come' })).toBeVisible();
  answer = [];
  await button('Try again').click();
  await expect.element(page.getByRole('heading', { name: 'All Caught Up!' })).toBeVisible();
});

it('deciding moves on to the next card, and finally to the list', async () => {
  listed(() => sampleMediaList(2, pending), {
    'PUT /api/media/{mediaId}/moderate': ({ path }) =>
      sampleMedia({ id: path.split('/')[3], status: 'approved' }),
  });
  await show(list);
  await expect.element(button('Approve IMG_1.jpg')).toBeVisible();
  button('Approve IMG_1.jpg').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('listitem', { name: 'IMG_2.jpg' })).toHaveFocus();
  await expect.element(page.getByText(toasts.mediaApproved.title)).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('region', { name: 'Pending Approval' })).toHaveFocus();
  await expect.element(page.getByRole('heading', { name: 'All Caught Up!' })).toBeVisible();
});

it.each([
  [401, toasts.moderateUnauthorized.text],
  [500, toasts.moderateFailed.text],
])('a decision that answers %i leaves the card and says why', async (status, text) => {
  listed(() => sampleMediaList(1, pending), {
    'PUT /api/media/{mediaId}/moderate': () => new Refusal(status),
  });
  await show(list);
  await button('Reject IMG_1.jpg').click();
  await expect.element(page.getByRole('alert').last()).toMatchTextContent(text);
  await expect.element(button('Reject IMG_1.jpg')).toBeVisible();
});

it('deleting asks first', async () => {
  const sent = listed(() => sampleMediaList(2, pending), {
    'DELETE /api/events/{eventId}/media/{mediaId}': () => undefined,
  });
  await show(list);
  await button('Delete IMG_1.jpg').click();
  await button('Cancel').click();
  await button('Delete IMG_1.jpg').click();
  await button('Delete').click();
  await expect.element(button('Delete IMG_1.jpg')).not.toBeInTheDocument();
  await expect.element(button('Delete IMG_2.jpg')).toBeVisible();
  expect(sent.filter(({ name }) => name.startsWith('DELETE')).map(({ path }) => path)).toEqual([
    `/api/events/${EVENT_ID}/media/med_1`,
  ]);
});

it('deleting moves on to the next card, and what is refused says why', async () => {
  const gone = { message: 'This photo is gone.' };
  const answers = [undefined, new Refusal(403, gone)];
  listed(() => sampleMediaList(3, pending), {
    'DELETE /api/events/{eventId}/media/{mediaId}': () => answers.shift(),
  });
  await show(list);
  await button('Delete IMG_1.jpg').click();
  await button('Delete').click();
  await expect.element(page.getByRole('listitem', { name: 'IMG_2.jpg' })).toHaveFocus();
  await expect.element(page.getByText(toasts.mediaDeleted.title)).toBeVisible();
  await button('Delete IMG_2.jpg').click();
  await button('Delete').click();
  await expect.element(page.getByRole('alert').last()).toMatchTextContent(gone.message);
});

it('a long list goes on', async () => {
  fakeApi({
    'GET /api/events/{eventId}/media': ({ query }) =>
      query['cursor'] === undefined
        ? new ListPage(sampleMediaList(1, pending), 'next')
        : [sampleMedia({ id: 'med_9', originalName: 'IMG_9.jpg', ...pending })],
  });
  await show(list);
  await button('Show more').click();
  await expect.element(button('Approve IMG_9.jpg')).toBeVisible();
  await expect.element(button('Show more')).not.toBeInTheDocument();
});

it('a list whose first items are all decided on goes on with the next ones, and is not over', async () => {
  let next: () => typeof NO_NETWORK | MediaView[] = () => NO_NETWORK;
  fakeApi({
    'GET /api/events/{eventId}/media': ({ query }) =>
      query['cursor'] === undefined ? new ListPage(sampleMediaList(1, pending), 'next') : next(),
    'PUT /api/media/{mediaId}/moderate': ({ path }) =>
      sampleMedia({ id: path.split('/')[3], status: 'approved' }),
  });
  await show(list);
  await button('Approve IMG_1.jpg').click();
  await expect.element(page.getByText('The rest did not come. The network may be slow.')).toBeVisible();
  await expect.element(page.getByText('All Caught Up!')).not.toBeInTheDocument();
  next = () => [sampleMedia({ id: 'med_9', originalName: 'IMG_9.jpg', ...pending })];
  await button('Try again').click();
  await expect.element(button('Approve IMG_9.jpg')).toBeVisible();
});

it('deciding on all tells how far it is, and that it is done', async () => {
  const held = Promise.withResolvers<{ moderated: number; remaining: number }>();
  const batches = [Promise.resolve({ moderated: 100, remaining: 20 }), held.promise];
  fakeApi({
    'POST /api/events/{eventId}/moderate': () => batches.shift() ?? new Refusal(500),
  });
  await show(<ModerateAll eventId={EVENT_ID} pendingCount={120} isListed />);
  await expect.element(page.getByText('120 items waiting for review')).toBeVisible();
  await button('Approve All').click();
  await expect.element(page.getByText('100 items done')).toBeVisible();
  await expect.element(button('Approve All')).toHaveFocus();
  await expect.element(button('Approve All')).toHaveAttribute('aria-busy', 'true');
  await expect.element(button('Reject All')).not.toHaveAttribute('aria-busy');
  await userEvent.keyboard('{Enter}');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  held.resolve({ moderated: 20, remaining: 0 });
  await expect.element(page.getByText(toasts.mediaApproved.title)).toBeVisible();
  await expect.element(button('Reject All')).not.toHaveAttribute('aria-disabled');
  // The third batch was asked for by nobody.
  expect(batches).toEqual([]);
});

it('deciding on all that fails says so', async () => {
  fakeApi({ 'POST /api/events/{eventId}/moderate': () => NO_NETWORK });
  await show(<ModerateAll eventId={EVENT_ID} pendingCount={2} isListed />);
  await button('Approve All').click();
  await expect.element(page.getByRole('alert').last()).toMatchTextContent(toasts.moderateFailed.text);
  await expect.element(page.getByText('2 items waiting for review')).toBeVisible();
});

describe('Reject All', () => {
  const MODERATE = 'POST /api/events/{eventId}/moderate';
  const rejecting = page.getByText(/2 items will be rejected in/);
  /** Lets everything that is due happen, and no time pass. */
  const settled = () => vi.advanceTimersByTimeAsync(0);
  const expectShown = (locator: Locator, isShown = true) =>
    expect
      .poll(async () => {
        await settled();
        return locator.query() !== null;
      })
      .toBe(isShown);
  const noteIsKept = () => Object.keys(localStorage).some((key) => key.includes(EVENT_ID));

  afterEach(() => {
    vi.useRealTimers();
    localStorage.clear();
  });

  const stopClock = () =>
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const showAll = async (
    answer: () => Refusal | typeof NO_NETWORK | { moderated: number; remaining: number },
  ) => {
    const sent = fakeApi({ [MODERATE]: answer });
    const shown = await show(<ModerateAll eventId={EVENT_ID} pendingCount={2} isListed />);
    await expect.element(button('Reject All')).toBeVisible();
    stopClock();
    return { ...shown, sent };
  };
  const done = () => ({ moderated: 2, remaining: 0 });

  it('can be undone for ten seconds, and nothing was sent then', async () => {
    const { sent } = await showAll(done);
    await button('Reject All').click();
    await expectShown(rejecting);
    await expectShown(page.getByText('10 s', { exact: true }));
    await expect.element(button('Undo')).toHaveFocus();
    await expect.element(button('Approve All')).toHaveAttribute('aria-disabled', 'true');
    vi.advanceTimersByTime(7_000);
    await expectShown(page.getByText('3 s', { exact: true }));
    await button('Undo').click();
    await expectShown(page.getByText('2 items waiting for review'));
    await expect.element(button('Reject All')).toHaveFocus();
    await expect.element(button('Approve All')).not.toHaveAttribute('aria-disabled');
    vi.advanceTimersByTime(20_000);
    expect(sent).toEqual([]);
    expect(noteIsKept()).toBe(false);
  });

  it('has to wait for the list, before which nobody has looked at anything', async () => {
    const held = Promise.withResolvers<MediaView[]>();
    fakeApi({ 'GET /api/events/{eventId}/media': () => held.promise });
    await show(
      <ModerationList
        eventId={EVENT_ID}
        status="pending"
        label="Pending Approval"
        expected={2}
        renderHeader={(isListed) => <ModerateAll eventId={EVENT_ID} pendingCount={2} isListed={isListed} />}
        empty={null}
      />,
    );
    await expect.element(button('Reject All')).toHaveAttribute('aria-disabled', 'true');
    button('Reject All').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Reject All')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button('Approve All')).not.toHaveAttribute('aria-disabled');
    expect(noteIsKept()).toBe(false);
    held.resolve(sampleMediaList(2, pending));
    await expect.element(button('Reject IMG_1.jpg')).toBeVisible();
    await button('Reject All').click();
    await expect.element(button('Undo')).toBeVisible();
    await button('Undo').click();
  });

  it('is not undone by the second half of a double click', async () => {
    await showAll(done);
    await button('Reject All').dblClick();
    await expectShown(rejecting);
    await button('Undo').click();
    await expectShown(rejecting, false);
  });

  it('is sent after ten seconds, also from another page, and can be undone after coming back', async () => {
    const { sent, update } = await showAll(done);
    await button('Reject All').click();
    await update(<p>The gallery</p>);
    vi.advanceTimersByTime(4_000);
    await update(<ModerateAll eventId={EVENT_ID} pendingCount={2} isListed />);
    await expectShown(page.getByText('6 s', { exact: true }));
    await expectShown(button('Undo'));
    await update(<p>The gallery</p>);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(6_000);
    await expectShown(page.getByText(toasts.mediaRejected.title));
    expect(sent.map(({ body }) => body)).toEqual([{ status: 'rejected', from: 'pending' }]);
    await expect.poll(noteIsKept).toBe(false);
  });

  it('rejects nothing that has come meanwhile', async () => {
    const items = sampleMediaList(1, pending);
    const sent = listed(() => items, { [MODERATE]: done });
    await show(
      <ModerationList
        eventId={EVENT_ID}
        status="pending"
        label="Pending Approval"
        expected={1}
        renderHeader={() => <ModerateAll eventId={EVENT_ID} pendingCount={1} isListed />}
        empty={null}
      />,
    );
    await expect.element(button('Reject IMG_1.jpg')).toBeVisible();
    stopClock();
    await button('Reject All').click();
    vi.advanceTimersByTime(10_000);
    await expect
      .poll(() => settled().then(() => sent.find(({ name }) => name === MODERATE)?.body))
      .toEqual({
        status: 'rejected',
        from: 'pending',
        uploadedUntil: items[0]?.uploadedAt,
      });
  });

  it('leaves alone what is approved meanwhile', async () => {
    const items = sampleMediaList(2, pending);
    const [first] = items;
    fakeApi({
      'GET /api/events/{eventId}/media': ({ query }) => (query['status'] === 'pending' ? items : []),
      'PUT /api/media/{mediaId}/moderate': () => ({
        ...(first ?? sampleMedia()),
        status: 'approved' as const,
        moderatedAt: '2026-06-21T10:00:00.000Z',
      }),
      [MODERATE]: done,
    });
    const of = (status: 'pending' | 'rejected', header: ReactNode) => (
      <ModerationList
        eventId={EVENT_ID}
        status={status}
        label={status}
        expected={2}
        renderHeader={() => header}
        empty={null}
      />
    );
    await show(
      <>
        {of('pending', <ModerateAll eventId={EVENT_ID} pendingCount={2} isListed />)}
        {of('rejected', null)}
      </>,
    );
    await expect.element(button('Approve IMG_1.jpg')).toBeVisible();
    stopClock();
    await button('Reject All').click();
    await button('Approve IMG_1.jpg').click();
    await expect.poll(() => settled().then(() => button('Approve IMG_1.jpg').query())).toBeNull();
    vi.advanceTimersByTime(10_000);
    await expectShown(page.getByText(toasts.mediaRejected.title));
    await expectShown(page.getByRole('listitem', { name: 'IMG_2.jpg' }));
    await expectShown(page.getByRole('listitem', { name: 'IMG_1.jpg' }), false);
  });

  it('says that it failed, and what waits still waits', async () => {
    await showAll(() => NO_NETWORK);
    await button('Reject All').click();
    vi.advanceTimersByTime(10_000);
    await expectShown(page.getByText(toasts.moderateFailed.text));
    await expectShown(page.getByText('2 items waiting for review'));
    expect(noteIsKept()).toBe(false);
  });

  it('says nothing if somebody was faster with all of them', async () => {
    const { sent } = await showAll(() => ({ moderated: 0, remaining: 0 }));
    await button('Reject All').click();
    vi.advanceTimersByTime(10_000);
    await expect.poll(() => settled().then(() => button('Reject All').query()?.ariaDisabled)).toBeNull();
    expect(sent).toHaveLength(1);
    await expectNoToast();
  });

  it('of a page that was closed before is told on the next one, once', async () => {
    const notice = page.getByText(/The page was closed before Reject All was done/);
    const shown = (isWaiting: boolean) => (
      <UnfinishedRejectionNotice eventId={EVENT_ID} isWaiting={isWaiting} />
    );
    localStorage.setItem(`rejecting_all ${EVENT_ID}`, '1');
    const first = await show(shown(true));
    await expect.element(notice).toBeVisible();
    expect(noteIsKept()).toBe(false);
    await expectNoViolations();
    await first.update(shown(false));
    await expect.element(notice).not.toBeInTheDocument();
    await first.unmount();
    await show(shown(true));
    expect(await takeUnfinishedRejection(EVENT_ID)).toBe(false);
    await expect.element(notice).not.toBeInTheDocument();
  });

  it('that is under way in another tab is not taken for one that was cut off', async () => {
    const ended = Promise.withResolvers<void>();
    const running = withRejectionNoted(EVENT_ID, () => ended.promise);
    expect(await takeUnfinishedRejection(EVENT_ID)).toBe(false);
    expect(noteIsKept()).toBe(true);
    ended.resolve();
    await running;
    expect(noteIsKept()).toBe(false);
  });
});

it('what was rejected is approved all at once', async () => {
  const held = Promise.withResolvers<{ moderated: number; remaining: number }>();
  const sent = fakeApi({ 'POST /api/events/{eventId}/moderate': () => held.promise });
  await show(<ApproveRejected eventId={EVENT_ID} rejectedCount={3} />);
  await expect.element(page.getByText('3 items', { exact: true })).toBeVisible();
  await button('Approve All Rejected').click();
  await expect.element(button('Approve All Rejected')).toHaveAttribute('aria-busy', 'true');
  held.resolve({ moderated: 3, remaining: 0 });
  await expect.element(page.getByText(toasts.mediaApproved.title)).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ status: 'approved', from: 'rejected' }]);
});
