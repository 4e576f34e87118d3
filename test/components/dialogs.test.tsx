import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ArchiveSizes, ArchiveView } from '../../shared/contract/downloads.ts';
import type { Privacy } from '../../shared/contract/entities.ts';
import { toasts } from '../../shared/messages.ts';
import { FIRST_SORT } from '../../shared/values/sort-orders.ts';
import { ArchiveProgress } from '../../web/src/features/downloads/archive-progress.tsx';
import DownloadDialog from '../../web/src/features/downloads/download-dialog.tsx';
import { NewerArchive } from '../../web/src/features/downloads/newer-archive.tsx';
import JoinDialog from '../../web/src/features/landing/join-dialog.tsx';
import { PublicEvents } from '../../web/src/features/landing/public-events.tsx';
import { NotificationButton } from '../../web/src/features/notifications/notification-button.tsx';
import { PrivacyButtons } from '../../web/src/features/share/privacy-buttons.tsx';
import ShareDialog from '../../web/src/features/share/share-dialog.tsx';
import { PRIVACY_HINT } from '../../web/src/lib/event-labels.ts';
import { queryKeys } from '../../web/src/lib/query-keys.ts';
import { Timeline } from '../../web/src/features/timeline/timeline.tsx';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { type Answers, fakeApi, ListPage, NO_NETWORK, Refusal, type Sent } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleMedia, sampleMediaList, sampleVideo } from './sample-views.ts';
import { show } from './show.tsx';

afterEach(() => toastStore.dismiss());

const button = (name: string) => page.getByRole('button', { name });
const choice = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const link = (name: string | RegExp) => page.getByRole('link', { name });

/** A picture's own width, and its colours. */
async function pictureFacts(picture: HTMLImageElement) {
  await picture.decode();
  const { naturalWidth: width, naturalHeight: height } = picture;
  const canvas = new OffscreenCanvas(width, height).getContext('2d');
  canvas?.drawImage(picture, 0, 0);
  const { data } = canvas?.getImageData(0, 0, width, height) ?? { data: new Uint8ClampedArray() };
  const pixels = Array.from({ length: data.length / 4 }, (_, at) => data.slice(at * 4, at * 4 + 3).join());
  return { width, colours: [...new Set(pixels)].toSorted().toReversed() };
}

describe('sharing', () => {
  const dialog = (
    change: (privacy: Privacy) => Promise<unknown> = () => Promise.resolve(),
    close: () => void = () => undefined,
  ) => <ShareDialog event={sampleEvent()} changePrivacy={change} onClose={close} />;

  it('shows the link, and selects it for copying', async () => {
    const close = vi.fn<() => void>();
    await show(dialog(undefined, close));
    const shared = `${location.origin}/event/${EVENT_ID}`;
    const field = page.getByLabelText('Event Link');
    await expect.element(field).toHaveValue(shared);
    await expect.element(field).toHaveAttribute('readonly');
    await expect.element(button('Copy Link')).toBeVisible();
    await field.click();
    const input = field.element() as HTMLInputElement;
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, shared.length]);
    await expect.element(link('Open in New Tab')).toHaveAttribute('href', shared);
    await expect.element(link('Open in New Tab')).toHaveAttribute('target', '_blank');
    const code = page.getByRole('img', { name: 'QR code of the event link' });
    await expect.element(code).toHaveAttribute('src');
    // Dark on white in both themes, because many cameras refuse the opposite.
    expect(await pictureFacts(code.element() as HTMLImageElement)).toEqual({
      width: 200,
      colours: ['31,41,55', '255,255,255'],
    });
    await expectNoViolations();
    await button('Done').click();
    expect(close).toHaveBeenCalledOnce();
  });

  it('says what each privacy means', async () => {
    await show(dialog());
    const choices = page.getByRole('group', { name: 'Privacy' }).getByRole('button').elements();
    expect(choices.map((choice) => (choice as HTMLElement).innerText.replaceAll(/\s+/g, ' '))).toEqual([
      'Private Only people with the link can access',
      'Unlisted Hidden from public listings',
      'Public Anyone can view and upload',
    ]);
    await expect.element(choice('Unlisted')).toHaveAttribute('aria-pressed', 'true');
    await expect
      .element(page.getByRole('group', { name: 'Privacy' }))
      .toHaveAccessibleDescription(PRIVACY_HINT);
  });

  it('changes the privacy, and says what came of it', async () => {
    const change = vi.fn<(privacy: Privacy) => Promise<unknown>>(() => Promise.reject(new Error('No')));
    await show(dialog(change));
    await choice('Public').click();
    await expect.element(page.getByRole('alert').last()).toMatchTextContent(toasts.privacyUpdateFailed.text);
    change.mockResolvedValue(undefined);
    await choice('Public').click();
    await expect.element(page.getByText('Event is now public.')).toBeVisible();
    expect(change.mock.calls.flat()).toEqual(['public', 'public']);
  });

  it('marks the privacy that holds, and waits for another', async () => {
    const choose = vi.fn<(privacy: Privacy) => void>();
    const buttons = (pending?: Privacy) => (
      <PrivacyButtons value="private" pending={pending} onChoose={choose} />
    );
    const { update } = await show(buttons());
    await expect.element(choice('Private')).toHaveAttribute('aria-pressed', 'true');
    await choice('Private').click();
    expect(choose).not.toHaveBeenCalled();
    await choice('Public').click();
    expect(choose).toHaveBeenCalledExactlyOnceWith('public');
    await update(buttons('public'));
    await expect.element(choice('Public')).toHaveFocus();
    await expect.element(choice('Public')).toHaveAttribute('aria-busy', 'true');
    await userEvent.keyboard('{Enter}');
    expect(choose).toHaveBeenCalledOnce();
    await expectNoViolations();
  });
});

describe('Download All', () => {
  const archive = (changes: Partial<ArchiveView> = {}): ArchiveView => ({
    id: 'arc_1',
    photoSize: 'full',
    state: 'ready',
    fileCount: 3,
    totalBytes: 3_400_000,
    making: null,
    doneBytes: 3_400_000,
    leftOut: 0,
    setAside: 0,
    // A day in whatever zone the test runs.
    asOf: new Date('2026-06-20T12:00:00').toISOString(),
    itemsSince: 0,
    newerFrom: null,
    ownPending: 0,
    url: null,
    expiresAt: '2026-06-21T15:04:05.678Z',
    ...changes,
  });
  const dialog = (isOwner = false) => (
    <DownloadDialog eventId={EVENT_ID} isOwner={isOwner} guest={{}} onClose={() => undefined} />
  );
  const sizes = (changes: Partial<ArchiveSizes> = {}): ArchiveSizes => ({
    full: { photoCount: 312, videoCount: 0, fileCount: 312, bytes: 1_900_000_000, isExact: true },
    chat: { photoCount: 312, videoCount: 0, fileCount: 312, bytes: 181_000_000, isExact: false },
    ...changes,
  });
  const measured = (answer: NonNullable<Answers['GET /api/events/{eventId}/archive']>) =>
    fakeApi({ 'GET /api/events/{eventId}/archive': answer });
  const starting = (answer: NonNullable<Answers['POST /api/events/{eventId}/archive']>) => {
    const starts: Sent[] = [];
    fakeApi({
      'GET /api/events/{eventId}/archive': () => sizes(),
      'POST /api/events/{eventId}/archive': (sent) => {
        starts.push(sent);
        return answer(sent);
      },
    });
    return starts;
  };
  const begin = async (size = 'Full size', isOwner = false) => {
    const shown = await show(dialog(isOwner));
    await choice(size).click();
    return shown;
  };
  const bar = page.getByRole('progressbar', { name: 'Preparing the download' });

  it('says beforehand what each size would be, and prepares the one that is chosen', async () => {
    const sent = starting(() =>
      archive({ photoSize: 'chat', state: 'preparing', making: { done: 120, of: 312 } }),
    );
    await show(dialog(true));
    await expect.element(choice('Full size')).toMatchTextContent(/^Full size312 photos, 1\.9 GB$/);
    await expect
      .element(choice('For chats \\(2,000 px JPEG\\)'))
      .toMatchTextContent(/312 photos, about 181 MB$/);
    await expect.element(page.getByText(/^For chats, videos/)).not.toBeInTheDocument();
    await expectNoViolations();
    expect(sent).toHaveLength(0);
    await choice('For chats').click();
    await expect.element(page.getByText('Made 120 of 312 photos')).toBeVisible();
    await expect.element(page.getByText('Making smaller photos …')).toBeVisible();
    expect(Number(bar.element().getAttribute('value'))).toBeCloseTo((0.9 * 120) / 312);
    expect(sent.map(({ body }) => body)).toEqual([{ photos: 'chat' }]);
    expect(document.activeElement?.closest('dialog')).not.toBeNull();
    await expectNoViolations();
  });

  it('counts videos apart, and of a very large gallery says about how much it is', async () => {
    const full = { photoCount: 1, videoCount: 2, fileCount: 3, bytes: 82_000_000, isExact: true };
    const chat = { photoCount: null, videoCount: null, fileCount: 100_000, bytes: 48e9, isExact: false };
    measured(() => ({ full, chat }));
    await show(dialog());
    await expect.element(choice('Full size')).toMatchTextContent(/1 photo, 2 videos, 82 MB$/);
    await expect.element(choice('For chats')).toMatchTextContent(/About 100,000 photos and videos, 48 GB$/);
    await expect.element(page.getByText('For chats, videos come as they play in the gallery.')).toBeVisible();
  });

  it('can be begun before the numbers are known, and without them', async () => {
    let answer: Promise<ArchiveSizes> | Refusal = Promise.withResolvers<ArchiveSizes>().promise;
    fakeApi({
      'GET /api/events/{eventId}/archive': () => answer,
      'POST /api/events/{eventId}/archive': () => archive(),
    });
    const { unmount } = await show(dialog());
    await expect.element(choice('Full size')).toMatchTextContent(/Counting …$/);
    await choice('Full size').click();
    await expect.element(button('Done')).toBeVisible();
    await unmount();
    answer = new Refusal(500);
    await show(dialog());
    await expect.element(choice('For chats')).toMatchTextContent(/The size is not known right now\.$/);
    await expectNoViolations();
  });

  it('offers nothing where there is nothing', async () => {
    const none = { photoCount: 0, videoCount: 0, fileCount: 0, bytes: 22, isExact: true };
    measured(() => ({ full: none, chat: none }));
    await show(dialog());
    await expect
      .element(page.getByText(/^There is nothing to download yet\. New photos can be downloaded as soon as/))
      .toBeVisible();
    await expect.element(choice('Full size')).not.toBeInTheDocument();
  });

  it('says that the viewer’s own photos wait for approval, where there is nothing else', async () => {
    const none = { photoCount: 0, videoCount: 0, fileCount: 0, bytes: 22, isExact: true };
    measured(() => ({ full: none, chat: none }));
    const { client, update } = await show(null);
    const items = sampleMediaList(3).map((item, index) => ({
      ...item,
      isOwn: index < 2,
      status: 'pending' as const,
    }));
    client.setQueryData(queryKeys.gallery({ eventId: EVENT_ID, sortBy: FIRST_SORT, guest: {} }), {
      pages: [{ items, nextCursor: null }],
      pageParams: [null],
    });
    await update(dialog());
    await expect
      .element(page.getByText(/^There is nothing/))
      .toMatchTextContent(
        "There is nothing to download yet. Your 2 photos are still waiting for approval and aren't included. You can download them separately.",
      );
  });

  it('counts at first', async () => {
    starting(() => Promise.withResolvers<ArchiveView>().promise);
    await begin('Full size', true);
    await expect
      .element(page.getByRole('dialog'))
      .toHaveAccessibleDescription('The originals, as they were uploaded.');
    await expect.element(page.getByText('Counting files …')).toBeVisible();
    await expect.element(button('Download again')).toBeDisabled();
    await expect.element(bar).not.toHaveAttribute('value');
    await expectNoViolations();
  });

  it('tells how far it is', async () => {
    starting(() => archive({ state: 'preparing', doneBytes: 1_700_000 }));
    const { unmount } = await begin();
    await expect.element(page.getByText('Prepared 1.7 MB of 3.4 MB')).toBeVisible();
    await expect.element(page.getByText('3 files, 3.4 MB')).toBeVisible();
    await expect.element(bar).toHaveAttribute('value', '0.5');
    await unmount();
  });

  it('starts one download, whatever is drawn anew', async () => {
    const sent = starting(() => archive({ state: 'ready', fileCount: 0 }));
    const { update } = await begin();
    await expect.element(button('Done')).toBeVisible();
    await update(dialog());
    await update(dialog());
    expect(sent).toHaveLength(1);
  });

  it('says that it is ready, what is left out, and can be had again', async () => {
    starting(() => archive({ leftOut: 2, setAside: 3 }));
    await begin();
    await expect
      .element(page.getByRole('status').filter({ hasText: 'Your download has started.' }))
      .toBeVisible();
    await expect.element(page.getByText(/^2 items are not in it/)).toBeVisible();
    await expect.element(page.getByText(/^3 items are not in it: whoever uploaded them/)).toBeVisible();
    await expect.element(button('Download again')).toBeEnabled();
    await expect.element(button('Done')).toBeVisible();
    await expectNoViolations();
  });

  it('says of when it is, what came since, and from when there may be a new one', async () => {
    const newerFrom = new Date(Date.now() + 3600_000).toISOString();
    const sent = starting(() => archive({ itemsSince: 12, newerFrom, ownPending: 2 }));
    const { unmount } = await begin();
    const note = page.getByText(/^As of .*20.*, 12 photos since\. A new one can be made from .*\.$/);
    await expect.element(note).toBeVisible();
    await expect.element(page.getByText(/^Your 2 photos are still waiting for approval/)).toBeVisible();
    await expect.element(button('Make a new one')).not.toBeInTheDocument();
    await expectNoViolations();
    expect(sent).toHaveLength(1);
    await unmount();
  });

  it('offers a new one as soon as there may be one', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const newerFrom = new Date(Date.now() + 3600_000).toISOString();
    const { unmount } = await show(
      <NewerArchive view={archive({ newerFrom })} onMakeNew={() => undefined} />,
    );
    expect(page.getByText(/A new one can be made from/).query()).toBeVisible();
    expect(button('Make a new one').query()).toBeNull();
    vi.advanceTimersByTime(3601_000);
    vi.useRealTimers();
    await expect.element(button('Make a new one')).toBeVisible();
    await expect.element(page.getByText(/A new one can be made from/)).not.toBeInTheDocument();
    await unmount();
  });

  it('has a new one made by one press once that may be, and downloads only what is new', async () => {
    const clicks = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    const newerFrom = new Date(Date.now() - 1000).toISOString();
    let answer = archive({ itemsSince: 1, newerFrom, url: '#old' });
    const sent = starting(() => answer);
    const { unmount } = await begin();
    await button('Make a new one').click();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    await expect.element(button('Make a new one')).toBeVisible();
    expect(clicks).toHaveBeenCalledOnce();
    answer = archive({ id: 'arc_2', fileCount: 4, url: '#new' });
    await button('Make a new one').click();
    await expect.element(page.getByText('4 files, 3.4 MB')).toBeVisible();
    await expect.element(button('Make a new one')).not.toBeInTheDocument();
    expect(clicks).toHaveBeenCalledTimes(2);
    expect(document.activeElement?.closest('dialog')).not.toBeNull();
    clicks.mockRestore();
    await unmount();
  });

  it.each([
    [
      'archive_pause',
      /^Something was removed from the gallery, .*A new one can be made from .*\.$/,
      'Leave this open, and it begins by itself.',
    ],
    [
      'archive_budget',
      /^This gallery has reached today's limit .*A new one can be made from .*\.$/,
      'Come back then.',
    ],
  ])('says why none is made now, and from when (%s)', async (code, text, hint) => {
    starting(() => new Refusal(429, { code, message: 'Later.' }));
    const { unmount } = await begin();
    await expect.element(page.getByRole('status').filter({ hasText: text })).toBeVisible();
    await expect.element(page.getByText(hint)).toBeVisible();
    await expect.element(button('Download again')).toBeDisabled();
    await expect.element(button('Close').last()).toBeVisible();
    await expectNoViolations();
    await unmount();
  });

  it('keeps the focus and what is read out when a gallery that was empty is prepared again', async () => {
    const makeNew = vi.fn<() => void>();
    const newerFrom = new Date(Date.now() - 1000).toISOString();
    const empty = archive({ fileCount: 0, totalBytes: 0, doneBytes: 0, newerFrom });
    const { update } = await show(<ArchiveProgress view={empty} waitingFor={undefined} makeNew={makeNew} />);
    const spoken = () => document.querySelector('main p output');
    const region = spoken();
    await expect.element(page.getByText(/^There is nothing to download yet/)).toBeVisible();
    await button('Make a new one').click();
    expect(makeNew).toHaveBeenCalledOnce();
    const refused = { why: 'archive_pause', from: newerFrom, now: new Date() } as const;
    await update(<ArchiveProgress view={undefined} waitingFor={refused} makeNew={makeNew} />);
    await expect.element(page.getByText(/^Something was removed from the gallery/)).toBeVisible();
    expect(region).not.toBeNull();
    expect(spoken()).toBe(region);
    expect(document.activeElement?.tagName).toBe('DIV');
    expect(document.activeElement?.contains(region)).toBe(true);
  });

  it('says that there is nothing yet', async () => {
    starting(() => archive({ fileCount: 0, totalBytes: 0, doneBytes: 0 }));
    await begin();
    await expect.element(page.getByText(/^There is nothing to download yet\./)).toBeVisible();
    await expect.element(button('Download again')).toBeDisabled();
  });

  it('says what it waits for, and goes on', async () => {
    let answer: typeof NO_NETWORK | Refusal | ArchiveView = NO_NETWORK;
    starting(() => answer);
    await begin();
    const waiting = page.getByRole('status').filter({ hasText: /^Waiting for/ });
    await expect.element(waiting).toMatchTextContent('Waiting for the network …');
    await expectNoViolations();
    // The next try is under way, and those after it come as time passes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    answer = new Refusal(503);
    await expect.element(waiting).toMatchTextContent('Waiting for the server …');
    answer = archive();
    await vi.advanceTimersByTimeAsync(8000);
    await expect.element(page.getByText('Your download has started.')).toBeVisible();
    await expect.element(waiting).not.toBeInTheDocument();
  });

  it('says why it cannot be prepared, and tries again', async () => {
    let answer: Refusal | ArchiveView = new Refusal(403, { message: 'You may not.' });
    starting(() => answer);
    await begin();
    await expect.element(page.getByText('You may not.')).toBeVisible();
    answer = archive();
    await button('Try Again').click();
    await expect.element(button('Done')).toBeVisible();
    await expect.element(page.getByText('You may not.')).not.toBeInTheDocument();
  });
});

describe('joining', () => {
  it('opens what is pasted, and says if that is no event', async () => {
    fakeApi({ 'GET /api/events/public': () => [] });
    const { address } = await show(<JoinDialog onClose={() => undefined} />);
    const field = page.getByLabelText('Event code, link or id');
    await expect.element(field).toHaveFocus();
    await expectNoViolations();
    await userEvent.keyboard('party{Enter}');
    await expect.element(field).toHaveAccessibleDescription(/It starts with evt_\.$/);
    await expect.element(field).toHaveFocus();
    await field.fill(`See https://example.com/event/${EVENT_ID}?x=1`);
    await expect.element(field).not.toHaveAttribute('aria-invalid');
    await button('Join Event').click();
    await vi.waitFor(() => expect(address()).toBe(`/event/${EVENT_ID}`));
  });

  it('looks a code up, however it is typed, and says if no event has it', async () => {
    const sent = fakeApi({
      'GET /api/events/public': () => [],
      'GET /api/codes/{code}': ({ path }) => (path.endsWith('M') ? { eventId: EVENT_ID } : new Refusal(404)),
    });
    const { address } = await show(<JoinDialog onClose={() => undefined} />);
    const field = page.getByLabelText('Event code, link or id');
    for (const wrong of ['cdfg-hjkn', 'CDFG HJK0']) {
      await field.fill(wrong);
      await button('Join Event').click();
      await expect.element(field).toHaveAccessibleDescription(/^No event has this code\. Compare it/);
      await expect.element(field).toHaveFocus();
    }
    await field.fill(' cdfg – hjkm');
    await button('Join Event').click();
    await vi.waitFor(() => expect(address()).toBe(`/event/${EVENT_ID}`));
    // What cannot be a code is not asked for: each question counts.
    const asked = sent.map(({ path }) => path).filter((path) => path.startsWith('/api/codes/'));
    expect(asked).toEqual(['/api/codes/CDFGHJKN', '/api/codes/CDFGHJKM']);
  });

  it('leads nowhere once it was closed before the code was looked up', async () => {
    const found = Promise.withResolvers<{ eventId: string }>();
    fakeApi({ 'GET /api/events/public': () => [], 'GET /api/codes/{code}': () => found.promise });
    const { client, address, update } = await show(<JoinDialog onClose={() => undefined} />);
    await page.getByLabelText('Event code, link or id').fill('CDFGHJKM');
    await button('Join Event').click();
    await update(<p>Closed</p>);
    found.resolve({ eventId: EVENT_ID });
    await expect.poll(() => client.getQueryData(queryKeys.eventOfCode('CDFGHJKM'))).toBeDefined();
    expect(address()).toBe('/');
  });

  it('lists public events by pages', async () => {
    fakeApi({
      'GET /api/events/public': ({ query }) => {
        const event = sampleEvent({
          id: `evt_${query['cursor'] ?? 'first'}`,
          name: query['cursor'] ?? 'first',
          mediaCount: 1,
        });
        return query['cursor'] === undefined ? new ListPage([event], 'second') : [event];
      },
    });
    await show(<PublicEvents />);
    await expect.element(link(/^first/)).toMatchTextContent('June 20, 2026 · 1 photo');
    await button('Show more').click();
    await expect.element(link(/^second/)).toHaveAttribute('href', '/event/evt_second');
    await expect.element(button('Show more')).not.toBeInTheDocument();
    await expectNoViolations();
  });

  it.each([
    [NO_NETWORK, 'The list did not load. A link still works.'],
    [[], 'There are none at the moment.'],
  ] as const)('says why no public events are listed', async (answer, text) => {
    fakeApi({ 'GET /api/events/public': () => (answer === NO_NETWORK ? NO_NETWORK : []) });
    await show(<PublicEvents />);
    await expect.element(page.getByText(text)).toBeVisible();
  });
});

it('the notification button says what a press will do, and waits', async () => {
  const [press, near] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const bell = (isEnabled: boolean, isPending = false) => (
    <NotificationButton {...{ isEnabled, isPending }} onPress={press} onNear={near} />
  );
  const { update } = await show(bell(false));
  await userEvent.tab();
  expect(near).toHaveBeenCalled();
  await button('Enable Notifications').click();
  await update(bell(false, true));
  await expect.element(button('Enable Notifications')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(press).toHaveBeenCalledOnce();
  await update(bell(true));
  await expect.element(button('Disable Notifications')).toHaveAttribute('title', 'Disable Notifications');
  await expectNoViolations();
});

it('the timeline leads to each photo, and to what a moment has more of', async () => {
  const items = [
    sampleVideo({ id: 'med_v' }),
    sampleMedia({ id: 'med_u', state: 'unsupported' }),
    ...sampleMediaList(8),
  ];
  await show(<Timeline eventId={EVENT_ID} items={items} />);
  await expect.element(page.getByRole('img', { name: 'Video' })).toBeInTheDocument();
  await expect.element(link(/^Unsupported file/)).toHaveAttribute('href', `/event/${EVENT_ID}?media=med_u`);
  const more = page.getByRole('link', { name: /more/ });
  await expect.element(more).toHaveAttribute('href', expect.stringContaining('?media=med_'));
  await expectNoViolations();
});
