import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MediaView } from '../../shared/contract/entities.ts';
import { Tile } from '../../web/src/features/gallery/tile.tsx';
import TileOverlay from '../../web/src/features/gallery/tile-overlay.tsx';
import { VoteButton } from '../../web/src/features/votes/vote-button.tsx';
import { expectNoViolations } from './axe.ts';
import { BROKEN_PICTURE, sampleMedia, sampleVideo } from './sample-views.ts';
import { show } from './show.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });

type TileEvents = Partial<Pick<Parameters<typeof Tile>[0], 'onOpen' | 'onDelete' | 'onBroken'>>;

const tile = (item: MediaView, events: TileEvents = {}, width = 300) => (
  <div style={{ position: 'relative', width: 300, height: 225 }}>
    <Tile
      item={item}
      position={1}
      width={width}
      href="?media=med_1"
      downloadHref="/file"
      preview={null}
      vote={<button type="button">Vote</button>}
      onOpen={() => undefined}
      onBroken={() => undefined}
      {...events}
    />
  </div>
);

it('a photo opens by mouse and keyboard', async () => {
  const open = vi.fn<(frame: HTMLElement) => void>();
  await show(tile(sampleMedia(), { onOpen: open }));
  await link('Photo 1').click();
  await userEvent.keyboard('{Enter}');
  expect(open).toHaveBeenCalledTimes(2);
  expect(open.mock.calls[0]?.[0].contains(document.querySelector('main img'))).toBe(true);
  await expectNoViolations();
});

it('a photo is one link, however wide it is, which other presses leave to the browser', async () => {
  const open = vi.fn<(frame: HTMLElement) => void>();
  const { update } = await show(tile(sampleMedia(), { onOpen: open }, 0));
  const drawn = link('Photo 1').element() as HTMLAnchorElement;
  expect(drawn.getAttribute('href')).toBe('?media=med_1');
  drawn.focus();
  await update(tile(sampleMedia(), { onOpen: open }));
  expect(document.activeElement).toBe(drawn);
  const isLeft = (keys: MouseEventInit) => {
    let wasLeft = false;
    const look = (event: Event) => {
      wasLeft = !event.defaultPrevented;
      // The test stays where it is.
      event.preventDefault();
    };
    addEventListener('click', look, { once: true });
    drawn.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }));
    return wasLeft;
  };
  expect([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }].map(isLeft)).toEqual(
    Array(4).fill(true),
  );
  expect(open).not.toHaveBeenCalled();
  expect(isLeft({})).toBe(false);
  expect(open).toHaveBeenCalledOnce();
});

it('a photo’s details come by mouse, by keyboard and by their button', async () => {
  // Away from where an earlier test has clicked.
  await userEvent.unhover(document.body);
  const { update } = await show(tile(sampleMedia()));
  const download = page.getByRole('link', { name: 'Download' });
  await expect.element(download).not.toBeInTheDocument();
  await userEvent.tab();
  await expect.element(download).toBeInTheDocument();
  await update(<p>Nothing</p>);
  await update(tile(sampleMedia()));
  await expect.element(download).not.toBeInTheDocument();
  await link('Photo 1').hover();
  await expect.element(download).toBeInTheDocument();
  await update(<p>Nothing</p>);
  await userEvent.unhover(document.body);
  await update(tile(sampleMedia()));
  await expect.element(button('Details')).toHaveAttribute('aria-expanded', 'false');
  button('Details').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Details')).toHaveAttribute('aria-expanded', 'true');
  await expect.element(download).toBeInTheDocument();
  // It closes when the focus goes elsewhere.
  (document.activeElement as HTMLElement).blur();
  await expect.element(button('Details')).toHaveAttribute('aria-expanded', 'false');
});

it('a pending photo says so', async () => {
  await show(tile(sampleMedia({ status: 'pending' })));
  await expect.element(page.getByText('Pending Approval')).toBeVisible();
  await expectNoViolations();
});

it('a photo that is being prepared, and one that cannot be shown, say so', async () => {
  const { update } = await show(tile(sampleMedia({ state: 'processing', renditions: {} })));
  await expect.element(page.getByText('Being prepared')).toBeVisible();
  await expectNoViolations();
  await update(tile(sampleMedia({ state: 'unsupported', renditions: {} })));
  await expect.element(page.getByText('Unsupported file')).toBeVisible();
  await expect.element(link('Photo 1')).toBeInTheDocument();
  await expectNoViolations();
});

it('a picture that does not load is reported', async () => {
  const broken = vi.fn<() => void>();
  const renditions = { small: { url: BROKEN_PICTURE, width: 40, height: 30 } };
  await show(tile(sampleMedia({ renditions }), { onBroken: broken }));
  await vi.waitFor(() => expect(broken).toHaveBeenCalled());
});

it('a video plays in its tile, which takes the focus and gives it back', async () => {
  await show(tile(sampleVideo({ durationSeconds: 83.4 })));
  await expect.element(page.getByText('1:23', { exact: true })).toBeVisible();
  await expect.element(link('Video 1')).toBeInTheDocument();
  await button('Play video 1').click();
  const video = document.querySelector('main video');
  expect(video?.getAttribute('aria-label')).toBe('Video 1');
  expect(document.activeElement).toBe(video);
  video?.dispatchEvent(new Event('ended', { bubbles: true }));
  await expect.element(button('Play video 1')).toHaveFocus();
});

it('a tile’s details tell when it was taken, if that is known, and let only the host delete it', async () => {
  const remove = vi.fn<() => void>();
  const { update } = await show(
    <TileOverlay item={sampleMedia()} downloadHref="/file" onDelete={undefined} />,
  );
  await expect.element(page.getByText('Contributor')).toBeInTheDocument();
  await expect.element(page.getByText(/^Uploaded \w+ \d+, \d{4}, [\d:]+\s[AP]M$/)).toBeInTheDocument();
  await expect.element(page.getByText('Taken Unknown')).toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Download' })).toBeInTheDocument();
  await expect.element(button('Delete')).not.toBeInTheDocument();
  const taken = sampleMedia({ capturedAt: '2026-06-19T12:00:00.000Z', capturedAtZone: 'local' });
  await update(<TileOverlay item={taken} downloadHref="/file" onDelete={remove} />);
  await expect.element(page.getByText(/^Taken \w+ \d+, \d{4}, [\d:]+\s[AP]M$/)).toBeInTheDocument();
  button('Delete').element().focus();
  await userEvent.keyboard('{Enter}');
  expect(remove).toHaveBeenCalledOnce();
});

it('the heart tells the votes, whether one’s own is among them, and strangers how they can vote', async () => {
  const [toggle, explain, near] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
  const voteButton = (changes: Partial<MediaView>, mayVote = true) => (
    <VoteButton
      item={sampleMedia(changes)}
      mayVote={mayVote}
      hint="Sign in or join as a guest to vote"
      onToggle={toggle}
      onExplain={explain}
      onNear={near}
    />
  );
  const { update } = await show(voteButton({}));
  await expect.element(button('Vote, 0 votes')).toHaveAttribute('aria-pressed', 'false');
  await userEvent.tab();
  expect(near).toHaveBeenCalled();
  await userEvent.keyboard(' ');
  expect(toggle).toHaveBeenCalledOnce();
  await update(voteButton({ voteCount: 1, hasVoted: true }));
  await expect.element(button('Vote, 1 vote')).toHaveAttribute('aria-pressed', 'true');
  await expectNoViolations();
  await update(voteButton({ voteCount: 1 }, false));
  await userEvent.keyboard(' ');
  expect([toggle.mock.calls.length, explain.mock.calls.length]).toEqual([1, 1]);
  const stranger = button('Vote, 1 vote');
  await expect.element(stranger).toHaveAttribute('aria-disabled', 'true');
  await expect.element(stranger).toHaveAccessibleDescription('Sign in or join as a guest to vote');
  await expect.element(stranger).toHaveAttribute('title', 'Sign in or join as a guest to vote');
});

it('a photo that is not approved cannot be voted on', async () => {
  await show(
    <VoteButton
      item={sampleMedia({ status: 'pending' })}
      mayVote
      hint=""
      onToggle={() => undefined}
      onExplain={() => undefined}
      onNear={() => undefined}
    />,
  );
  await expect.element(button('Vote, 0 votes')).toBeDisabled();
});
