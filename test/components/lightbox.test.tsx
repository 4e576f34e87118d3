import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MediaView } from '../../shared/contract/entities.ts';
import Lightbox from '../../web/src/features/lightbox/lightbox.tsx';
import { LightboxActions } from '../../web/src/features/lightbox/lightbox-actions.tsx';
import { Slide } from '../../web/src/features/lightbox/slide.tsx';
import { expectNoViolations } from './axe.ts';
import { BROKEN_PICTURE, sampleMedia, sampleMediaList, sampleVideo } from './sample-views.ts';
import { show } from './show.tsx';

const button = (name: string) => page.getByRole('button', { name });
const [first, second, third] = sampleMediaList(3);

type LightboxChanges = Partial<Parameters<typeof Lightbox>[0]>;

const lightbox = (changes: LightboxChanges) => (
  <Lightbox
    item={second}
    previous={first}
    next={third}
    position={2}
    count={3}
    actions={<button type="button">Vote</button>}
    caption={null}
    preview={null}
    onStep={() => undefined}
    onBroken={() => undefined}
    onClose={() => undefined}
    {...changes}
  />
);

it('the lightbox steps by buttons and arrow keys, and closes by Escape', async () => {
  const step = vi.fn<(by: -1 | 1) => void>();
  const close = vi.fn<() => void>();
  await show(lightbox({ onStep: step, onClose: close }));
  const dialog = page.getByRole('dialog', { name: 'Photo' });
  await expect.element(dialog).toHaveFocus();
  await expect.element(dialog.getByRole('status').first()).toMatchTextContent('2 of 3');
  await expectNoViolations();
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}');
  await button('Previous').click();
  await button('Next').click();
  expect(step.mock.calls.flat()).toEqual([-1, 1, -1, 1]);
  await userEvent.keyboard('{Escape}');
  expect(close).toHaveBeenCalledOnce();
});

it('the lightbox keeps the focus at the last photo, and its keys still work', async () => {
  const step = vi.fn<(by: -1 | 1) => void>();
  const { update } = await show(lightbox({ onStep: step }));
  await button('Next').click();
  await update(lightbox({ item: third, previous: second, next: undefined, position: 3, onStep: step }));
  await expect.element(button('Next')).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog', { name: 'Photo' })).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(step.mock.calls.flat()).toEqual([1, -1]);
});

it('the lightbox waits for a linked photo', async () => {
  await show(lightbox({ item: undefined, previous: undefined, next: undefined, position: 0 }));
  await expect.element(page.getByRole('dialog', { name: 'Photo' })).toBeVisible();
  await expect.element(page.getByText(/ of /)).not.toBeInTheDocument();
  await expect.element(button('Previous')).not.toBeInTheDocument();
});

it('the lightbox shows a video, whose keys are its own, and a caption', async () => {
  const step = vi.fn<(by: -1 | 1) => void>();
  await show(lightbox({ item: sampleVideo(), caption: 'Liked by many.', onStep: step }));
  await expect.element(page.getByRole('dialog', { name: 'Video' })).toBeVisible();
  await expect.element(page.getByText('Liked by many.')).toBeVisible();
  await expectNoViolations();
  document.querySelector('video')?.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(step).not.toHaveBeenCalled();
});

const slide = (item: MediaView, onBroken = () => undefined as void) => (
  <div style={{ width: 300, height: 300, containerType: 'size' }}>
    <Slide item={item} preview={null} onBroken={onBroken} />
  </div>
);

it('a slide names the photo by when it was taken, else uploaded', async () => {
  const { update } = await show(slide(sampleMedia()));
  await expect.element(page.getByRole('img', { name: /^Photo uploaded .*2026/ })).toBeInTheDocument();
  const taken = { capturedAt: '2026-06-19T12:00:00.000Z', capturedAtZone: 'utc' } as const;
  await update(slide(sampleMedia(taken)));
  await expect.element(page.getByRole('img', { name: /^Photo taken .*2026/ })).toBeInTheDocument();
});

it('a slide says what cannot be shown, or not yet', async () => {
  const { update } = await show(slide(sampleMedia({ state: 'processing', renditions: {}, width: null })));
  await expect.element(page.getByText('Being prepared')).toBeVisible();
  await update(slide(sampleMedia({ state: 'unsupported', renditions: {} })));
  await expect.element(page.getByText('Unsupported file')).toBeVisible();
});

it('a slide reports a picture that does not load', async () => {
  const broken = vi.fn<() => void>();
  await show(
    slide(sampleMedia({ renditions: { screen: { url: BROKEN_PICTURE, width: 4, height: 3 } } }), broken),
  );
  await vi.waitFor(() => expect(broken).toHaveBeenCalled());
});

it('the lightbox’s actions say what holds for the photo and the viewer', async () => {
  const remove = vi.fn<() => void>();
  const actions = (item: MediaView, more: { voteHint?: string; onDelete?: () => void } = {}) => (
    <div style={{ background: 'black', color: 'white' }}>
      <LightboxActions
        item={item}
        vote={<p>Heart</p>}
        voteHint={more.voteHint}
        downloadHref="/file"
        onDelete={more.onDelete}
      />
    </div>
  );
  const { update } = await show(actions(sampleMedia()));
  await expect.element(page.getByText('Taken Unknown')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Download' })).toHaveAttribute('href', '/file');
  await expect.element(button('Delete')).not.toBeInTheDocument();
  await update(actions(sampleMedia({ status: 'pending' }), { voteHint: 'Not yet.', onDelete: remove }));
  await expect.element(page.getByText('Pending Approval')).toBeVisible();
  await expect.element(page.getByText('Not yet.')).toBeVisible();
  await expectNoViolations();
  await button('Delete').click();
  expect(remove).toHaveBeenCalledOnce();
});
