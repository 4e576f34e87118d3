import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MediaView } from '../../shared/contract/entities.ts';
import { ContributionRow } from '../../web/src/features/contributions/contribution-row.tsx';
import { ContributionsList } from '../../web/src/features/contributions/contributions-list.tsx';
import EventContributions from '../../web/src/routes/event/contributions.tsx';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { expectToast } from './expect-toast.ts';
import { type Answers, fakeApi, ListPage, NO_NETWORK, Refusal } from './fake-api.ts';
import {
  EVENT_ID,
  sampleEvent,
  sampleMedia,
  sampleMediaList,
  sampleUser,
  sampleVideo,
} from './sample-views.ts';
import { showEvent } from './show-event.tsx';
import { show } from './show.tsx';

// What somebody has uploaded, and what became of it.

beforeEach(() => page.viewport(390, 844));
afterEach(() => {
  toastStore.dismiss();
  writeGuest(null);
});

const LIST = 'GET /api/events/{eventId}/media';
const DELETE = 'DELETE /api/events/{eventId}/media/{mediaId}';
const own = (changes: Partial<MediaView> = {}) => sampleMedia({ isOwn: true, ...changes });
const ownList = (count: number) => sampleMediaList(count, { isOwn: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
const text = (words: string) => page.getByText(words, { exact: true });

const showDialog = async (answers: Answers, { isHost = false } = {}) => {
  const sent = fakeApi(answers);
  const close = vi.fn<() => void>();
  await show(
    <EventContributions
      eventId={EVENT_ID}
      of="mine"
      viewer={{ guest: { guestId: 'gst_grace', token: 'secret' }, isHost, downloadHref: (id) => `/${id}` }}
      onClose={close}
    />,
  );
  return { sent, close };
};

it.each([
  ['In the gallery', {}, false],
  ['Being prepared', { state: 'processing', renditions: {} }, false],
  ['Waits for the host’s approval', { status: 'pending' }, false],
  ['Waits for your approval', { status: 'pending' }, true],
  [
    'Can’t be shown. The file is damaged.',
    { state: 'unsupported', unsupportedReason: 'damaged', renditions: {} },
    false,
  ],
  ['Rejected', { status: 'rejected' }, true],
] as const)('a row says what became of its file: %s', async (words, changes, isHost) => {
  const choose = vi.fn<(isChosen: boolean) => void>();
  await show(
    <ul>
      <ContributionRow
        item={own(changes)}
        isHost={isHost}
        isChosen={false}
        isLocked={false}
        downloadHref="/download"
        onChoose={choose}
      />
    </ul>,
  );
  await expect.element(text(words)).toBeVisible();
  await expect.element(box('IMG_1.jpg')).toHaveAccessibleDescription(words);
  await box('IMG_1.jpg').click();
  expect(choose).toHaveBeenCalledExactlyOnceWith(true);
  await expectNoViolations();
});

it('a row that is being deleted cannot be chosen, and a video without a poster has a drawing', async () => {
  const choose = vi.fn<(isChosen: boolean) => void>();
  await show(
    <ul>
      <ContributionRow
        item={sampleVideo({ isOwn: true, renditions: {}, originalName: null })}
        isHost={false}
        isChosen
        isLocked
        downloadHref="/download"
        onChoose={choose}
      />
    </ul>,
  );
  await box('this file').click({ force: true });
  expect(choose).not.toHaveBeenCalled();
  expect(document.querySelector('li svg.lucide-film')).not.toBeNull();
  await expectNoViolations();
});

it('a list counts its uploads, and as many as are loaded where there are more', async () => {
  const selection = { chosen: [], isChosen: () => false, choose: () => {}, chooseAll: () => {} };
  const list = (items: MediaView[], hasMore: boolean) => (
    <ContributionsList
      {...{ items, hasMore, selection }}
      isHost={false}
      isLocked={false}
      downloadHref={() => '/download'}
    />
  );
  const { update } = await show(list(ownList(1), false));
  await expect.element(text('1 upload')).toBeVisible();
  await expect.element(box('Choose all')).not.toBeInTheDocument();
  await update(list(ownList(3), true));
  await expect.element(text('3+ uploads')).toBeVisible();
  await expect.element(box('Choose all')).toBeVisible();
});

it('one is taken back after a question, as the person who uploaded it', async () => {
  let items = ownList(2);
  const { sent } = await showDialog({
    [LIST]: () => items,
    [DELETE]: ({ path }) => {
      items = items.filter(({ id }) => !path.endsWith(id));
      return undefined;
    },
  });
  await expect.element(text('2 uploads')).toBeVisible();
  expect(sent[0]?.query).toMatchObject({ mine: 'true', guestId: 'gst_grace', token: 'secret' });
  await button('Delete 0 file(s)').click({ force: true });
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await box('IMG_2.jpg').click();
  await button('Delete 1 file(s)').click();
  await expect
    .element(text('Are you sure you want to delete this media file? This action cannot be undone.'))
    .toBeVisible();
  await button('Delete').click();
  await expectToast('Media Deleted');
  await expect.element(text('1 upload')).toBeVisible();
  await expect.element(box('IMG_2.jpg')).not.toBeInTheDocument();
  await expect.element(button('Delete 0 file(s)')).toHaveFocus();
  const deleted = sent.find(({ name }) => name === DELETE);
  expect(deleted).toMatchObject({
    path: `/api/events/${EVENT_ID}/media/med_2`,
    query: { guestId: 'gst_grace', token: 'secret' },
  });
});

it('of several that are taken back, one that fails is left, and what was done is said', async () => {
  let items = ownList(3);
  await showDialog({
    [LIST]: () => items,
    [DELETE]: ({ path }) => {
      if (path.endsWith('med_2')) return new Refusal(500, { message: 'The table is down.' });
      items = items.filter(({ id }) => !path.endsWith(id));
      // The host was faster with this one.
      return new Refusal(404);
    },
  });
  await box('Choose all').click();
  await button('Delete 3 file(s)').click();
  await expect
    .element(text('Are you sure you want to delete these 3 media files? This action cannot be undone.'))
    .toBeVisible();
  await button('Delete').click();
  await expectToast('Delete Failed', 'Deleted 2 of 3 files. The table is down.');
  await expect.element(text('1 upload')).toBeVisible();
  // What is left stays chosen, to try again.
  await expect.element(button('Delete 1 file(s)')).toBeVisible();
  await box('IMG_2.jpg').click();
  await expect.element(button('Delete 0 file(s)')).toBeVisible();
});

it('says that there are none yet', async () => {
  await showDialog({ [LIST]: () => [] });
  await expect.element(text('No uploads yet')).toBeVisible();
  await expect.element(button('Delete 0 file(s)')).not.toBeInTheDocument();
  await expectNoViolations();
});

it('says that the list did not come, and asks again', async () => {
  let answer: MediaView[] | typeof NO_NETWORK = NO_NETWORK;
  await showDialog({ [LIST]: () => answer });
  await expect.element(text('The list did not come')).toBeVisible();
  answer = ownList(1);
  await button('Try again').click();
  await expect.element(text('1 upload')).toBeVisible();
});

it('shows more where there is more', async () => {
  const [first, second] = ownList(2) as [MediaView, MediaView];
  await showDialog({
    [LIST]: ({ query }) => (query['cursor'] ? [second] : new ListPage([first], 'next')),
  });
  await expect.element(text('1+ uploads')).toBeVisible();
  await button('Show more').click();
  await expect.element(text('2 uploads')).toBeVisible();
});

it('is opened beside Add Media, and Back closes it', async () => {
  writeGuest({ id: 'gst_grace', name: 'Grace', token: 'secret', email: null });
  const { address } = await showEvent(
    sampleEvent({ role: 'guest', moderationEnabled: true, mediaCount: 0 }),
    {
      more: { [LIST]: ({ query }) => (query['mine'] ? [own({ status: 'pending' })] : []) },
    },
  );
  await page.getByRole('link', { name: 'Your Uploads' }).click();
  await expect.element(text('Waits for the host’s approval')).toBeVisible();
  expect(address()).toBe(`/event/${EVENT_ID}?uploads=mine`);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(address()).toBe(`/event/${EVENT_ID}`);
  await expect.element(page.getByRole('link', { name: 'Your Uploads' })).toHaveFocus();
});

it('is for nobody without a name, not by its address either', async () => {
  await showEvent(sampleEvent({ role: 'anonymous', privacy: 'public', mediaCount: 0 }), {
    query: '?uploads=mine',
  });
  await expect.element(text('No photos yet')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Your Uploads' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('lists the owner’s own, too, whatever they have decided on them', async () => {
  await showEvent(sampleEvent({ mediaCount: 0, rejectedCount: 1 }), {
    user: sampleUser(),
    query: '?uploads=mine',
    more: { [LIST]: ({ query }) => (query['mine'] ? [own({ status: 'rejected' })] : []) },
  });
  await expect.element(text('Rejected')).toBeVisible();
});
