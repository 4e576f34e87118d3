import { useState } from 'react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AddMediaBar } from '../../web/src/features/gallery/add-media-bar.tsx';
import CaptureDaysGrid from '../../web/src/features/gallery/capture-days-grid.tsx';
import DeleteMediaDialog from '../../web/src/features/gallery/delete-media-dialog.tsx';
import { EventDescription } from '../../web/src/features/gallery/event-description.tsx';
import { GalleryHeader } from '../../web/src/features/gallery/gallery-header.tsx';
import { LiveUpdatesPill } from '../../web/src/features/gallery/live-updates-pill.tsx';
import { MasonryGrid } from '../../web/src/features/gallery/masonry-grid.tsx';
import { OwnerMenu, type OwnerDialog } from '../../web/src/features/gallery/owner-menu.tsx';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectNoViolations } from './axe.ts';
import { expectFit } from './expect-fit.ts';
import { fakeApi, NO_NETWORK, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleMedia, sampleMediaList } from './sample-views.ts';
import { show } from './show.tsx';

afterEach(() => toastStore.dismiss());

const button = (name: string) => page.getByRole('button', { name });
const link = (name: string) => page.getByRole('link', { name });

it('Add Media says what it will do, gets ready when it is near, and waits while that opens', async () => {
  const [press, near] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const bar = (isPending: boolean, isSecond = false) => (
    <AddMediaBar
      uploadsLink={undefined}
      hint="Upload as guest"
      isPaused={false}
      {...{ isPending, isSecond }}
      onPress={press}
      onNear={near}
    />
  );
  const { update } = await show(bar(false));
  await expect.element(button('Add Media')).toHaveAttribute('title', 'Upload as guest');
  await userEvent.tab();
  expect(near).toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(press).toHaveBeenCalledOnce();
  await update(bar(true));
  await userEvent.keyboard('{Enter}');
  expect(press).toHaveBeenCalledOnce();
  await expect.element(button('Add Media')).toHaveFocus();
  await update(bar(false, true));
  await expectNoViolations();
});

it('Add Media and the note of a pause hand the focus to each other, and take it from nothing else', async () => {
  const bar = (isPaused: boolean) => (
    <AddMediaBar
      uploadsLink={undefined}
      hint={isPaused ? 'Uploads are paused.' : 'Upload as guest'}
      isPending={false}
      isSecond={false}
      {...{ isPaused }}
      onPress={() => {}}
      onNear={() => {}}
    />
  );
  const note = page.getByText('Uploads are paused.');
  const { update } = await show(bar(false));
  await userEvent.tab();
  await expect.element(button('Add Media')).toHaveFocus();
  await update(bar(true));
  await expect.element(note).toHaveFocus();
  await update(bar(false));
  await expect.element(button('Add Media')).toHaveFocus();
  (document.activeElement as HTMLElement).blur();
  await update(bar(true));
  await expect.element(note).toBeVisible();
  expect(document.activeElement).toBe(document.body);
});

it('a short description stands as it is', async () => {
  await show(<EventDescription text="Bring cake." />);
  await expect.element(page.getByText('Bring cake.')).toBeVisible();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

it('a long description is unfolded and folded', async () => {
  await page.viewport(390, 844);
  await show(<EventDescription text={'We meet at the pier and walk up to the meadow. '.repeat(20)} />);
  const text = page.getByText(/We meet at the pier/).element();
  const folded = text.clientHeight;
  await expect.element(button('More')).toHaveAttribute('aria-expanded', 'false');
  await button('More').click();
  await expect.element(button('Less')).toHaveAttribute('aria-expanded', 'true');
  expect(text.clientHeight).toBeGreaterThan(folded);
  await button('Less').click();
  await expect.element(button('More')).toBeVisible();
  expect(text.clientHeight).toBe(folded);
});

it('the header tells the facts that the viewer may know', async () => {
  const download = vi.fn<() => void>();
  const header = (mediaCount: number | null, date: string | null = '2026-06-20') => (
    <GalleryHeader
      event={sampleEvent({ date, description: 'Bring cake.' })}
      mediaCount={mediaCount}
      addMedia={<button type="button">Add Media</button>}
      notifications={null}
      onDownloadAll={download}
    />
  );
  const { update } = await show(header(2));
  const facts = () =>
    page
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
  expect(facts()).toEqual(['June 20, 2026', '2 photos', 'Unlisted']);
  await button('Download All').click();
  expect(download).toHaveBeenCalledOnce();
  await expectNoViolations();
  await update(header(0, null));
  expect(facts()).toEqual(['0 photos', 'Unlisted']);
  await expect.element(button('Download All')).toBeDisabled();
  await update(header(null));
  expect(facts()).toEqual(['June 20, 2026', 'Unlisted']);
  await expect.element(button('Download All')).not.toBeInTheDocument();
});

it('new photos are announced, and shown by a press', async () => {
  const reveal = vi.fn<() => void>();
  const { update } = await show(<LiveUpdatesPill label="" onShow={reveal} />);
  // There before its text, so that it is read out.
  const news = document.querySelector('output[data-news]');
  expect(news?.textContent).toBe('');
  await update(<LiveUpdatesPill label="3 new photos" onShow={reveal} />);
  expect(document.querySelector('output[data-news]')).toBe(news);
  await expectNoViolations();
  await button('3 new photos').click();
  expect(reveal).toHaveBeenCalledOnce();
});

const tools = (
  changes: Parameters<typeof sampleEvent>[0],
  open: (dialog: OwnerDialog) => void = () => undefined,
) => <OwnerMenu event={sampleEvent(changes)} onOpen={open} />;

it('the host’s tools open their dialogs', async () => {
  const open = vi.fn<(dialog: OwnerDialog) => void>();
  await show(tools({}, open));
  await expect.element(page.getByRole('heading', { name: 'Event Management' })).toBeVisible();
  await expect.element(page.getByText('Moderation Dashboard')).not.toBeInTheDocument();
  for (const [name, dialog] of [
    ['Edit Event', 'edit'],
    ['Share Event', 'share'],
    ['Delete Event', 'delete'],
  ] as const) {
    await button(name).click();
    expect(open).toHaveBeenLastCalledWith(dialog);
  }
  await expect
    .element(page.getByRole('link', { name: 'People', exact: true }))
    .toHaveAttribute('href', `/event/${EVENT_ID}/people`);
  await expect.element(link('Payments')).not.toBeInTheDocument();
  await expectNoViolations();
});

it.each([320, 390, 768, 900])(
  'deleting is not beside what a host presses often: %i pixels wide',
  async (width) => {
    await page.viewport(width, 800);
    onTestFinished(() => page.viewport(1280, 800));
    await show(<div style={{ paddingInline: 16 }}>{tools({ isPaid: true, rejectedCount: 12 })}</div>);
    const deletion = button('Delete Event').element().getBoundingClientRect();
    const share = button('Share Event').element().getBoundingClientRect();
    expect(deletion.height).toBe(44);
    expect(deletion.bottom <= share.top || deletion.left - share.right > 100).toBe(true);
    await expectFit();
  },
);

it('the host’s tools lead to payments and to what waits for review', async () => {
  const { update } = await show(tools({ isPaid: true, moderationEnabled: true, pendingCount: 2 }));
  await expect.element(link('Payments')).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'Moderation Dashboard' }))
    .toMatchTextContent('2 items waiting for review');
  await expect.element(link('Moderate Content (2)')).toHaveAttribute('href', `/event/${EVENT_ID}/moderate`);
  await expectNoViolations();
  // Without moderation nothing waits, but what is pending or rejected can still be found.
  await update(tools({ pendingCount: 2, rejectedCount: 1 }));
  await expect.element(link('2 pending, 1 rejected')).toBeVisible();
  await update(tools({ moderationEnabled: true, rejectedCount: 1 }));
  await expect.element(link('1 rejected')).toBeVisible();
  await update(tools({ moderationEnabled: true }));
  await expect.element(page.getByRole('link', { name: /pending|rejected|Moderate/ })).not.toBeInTheDocument();
});

const renderTile = ({ originalName }: { originalName: string | null }) => (
  <button type="button">{originalName}</button>
);

it('the grid lists its items, and says how many there are once it has them all', async () => {
  await page.viewport(1280, 800);
  const more = vi.fn<() => void>();
  const grid = (hasMore: boolean) => (
    <MasonryGrid
      label="Photos and videos"
      sections={[{ key: 'a', heading: null, items: sampleMediaList(4) }]}
      renderTile={renderTile}
      hasMore={hasMore}
      onNearEnd={more}
    />
  );
  const { update } = await show(grid(true));
  const items = page.getByRole('region', { name: 'Photos and videos' }).getByRole('listitem');
  await expect.element(items.first()).toHaveAttribute('aria-setsize', '-1');
  await vi.waitFor(() => expect(more).toHaveBeenCalled());
  await update(grid(false));
  await expect.element(items.first()).toHaveAttribute('aria-setsize', '4');
  await expect.element(items.nth(3)).toHaveAttribute('aria-posinset', '4');
});

it('the grid by day has a heading for each, and leads to the timeline', async () => {
  await page.viewport(1280, 800);
  const [first, second] = sampleMediaList(2);
  const taken = (day: string) =>
    ({ capturedAt: `2026-06-${day}T12:00:00.000Z`, capturedAtZone: 'local' }) as const;
  await show(
    <CaptureDaysGrid
      label="Photos and videos"
      items={[
        { ...sampleMedia(first), ...taken('20') },
        { ...sampleMedia(second), ...taken('21') },
      ]}
      renderTile={renderTile}
      hasMore={false}
    />,
  );
  await expect.element(page.getByRole('heading', { name: /June 20.*1 photo$/ })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: /June 21.*1 photo$/ })).toBeVisible();
  await expect
    .element(link('Relive it as a timeline'))
    .toHaveAttribute('href', `/event/${EVENT_ID}/timeline`);
});

it('deleting a photo that somebody else has deleted moves on as well', async () => {
  fakeApi({ 'DELETE /api/events/{eventId}/media/{mediaId}': () => new Refusal(404) });
  const deleted = vi.fn<() => void>();
  await show(<DeleteMediaDialog item={sampleMedia()} onClose={() => undefined} onDeleted={deleted} />);
  await button('Delete').click();
  await vi.waitFor(() => expect(deleted).toHaveBeenCalledOnce());
});

it('deleting a photo waits, stays open if it fails, and moves on once it is gone', async () => {
  const console = vi.spyOn(globalThis.console, 'error').mockReturnValue(undefined);
  const held = Promise.withResolvers<typeof NO_NETWORK>();
  let answer: () => Promise<typeof NO_NETWORK | undefined> = () => held.promise;
  fakeApi({ 'DELETE /api/events/{eventId}/media/{mediaId}': () => answer() });
  const [close, after] = [vi.fn<() => void>(), vi.fn<() => void>()];
  function Deletion() {
    const [isOpen, setOpen] = useState(true);
    close.mockImplementation(() => setOpen(false));
    return isOpen && <DeleteMediaDialog item={sampleMedia()} onClose={close} onDeleted={() => after} />;
  }
  await show(<Deletion />);
  await button('Delete').click();
  await expect.element(button('Deleting...')).toHaveAttribute('aria-busy', 'true');
  held.resolve(NO_NETWORK);
  await expect.element(button('Delete')).toBeEnabled();
  expect(console).toHaveBeenCalledOnce();
  expect(close).not.toHaveBeenCalled();
  answer = async () => undefined;
  await button('Delete').click();
  await vi.waitFor(() => expect(after).toHaveBeenCalledOnce());
  expect(close).toHaveBeenCalledOnce();
  await expect.element(page.getByText('Media Deleted')).toBeVisible();
});
