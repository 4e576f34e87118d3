import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FIRST_SORT } from '../../shared/values/sort-orders.ts';
import type { MediaView } from '../../shared/contract/entities.ts';
import Lightbox from '../../web/src/features/lightbox/lightbox.tsx';
import { useGalleryMedia } from '../../web/src/features/gallery/use-gallery-media.ts';
import { useLightboxRoute } from '../../web/src/features/gallery/use-lightbox-route.ts';
import { LightboxActions } from '../../web/src/features/lightbox/lightbox-actions.tsx';
import { Slide } from '../../web/src/features/lightbox/slide.tsx';
import { sessionWatch } from '../../web/src/lib/session-watch.ts';
import { Dialog } from '../../web/src/ui/dialog.tsx';
import { useOpenLightbox } from '../../web/src/routes/event/lazy-lightbox.tsx';
import EventLightbox from '../../web/src/routes/event/lightbox.tsx';
import { expectNoViolations } from './axe.ts';
import { fakeApi, ListPage, NO_NETWORK } from './fake-api.ts';
import {
  BROKEN_PICTURE,
  EVENT_ID,
  sampleEvent,
  sampleMedia,
  sampleMediaList,
  sampleUser,
  sampleVideo,
} from './sample-views.ts';
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
    downloadHref="/file"
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

it('the lightbox keeps the focus from the page behind it, and gives it back', async () => {
  const { update } = await show(<button type="button">Behind</button>);
  button('Behind').element().focus();
  await update(
    <>
      <button type="button" data-behind>
        Behind
      </button>
      {lightbox({})}
    </>,
  );
  const dialog = page.getByRole('dialog', { name: 'Photo' });
  await expect.element(dialog).toHaveFocus();
  await expect.element(dialog).toHaveAttribute('aria-modal', 'true');
  document.querySelector<HTMLElement>('[data-behind]')?.focus();
  await expect.element(dialog).toHaveFocus();
  await update(<button type="button">Behind</button>);
  await expect.element(button('Behind')).toHaveFocus();
});

it('screen readers find nothing of the page behind the lightbox, and of a dialog over it all', async () => {
  const drawing = <i data-drawing aria-hidden="true" />;
  const behind = (
    <section>
      <p>Behind</p>
      {drawing}
    </section>
  );
  const { update } = await show(behind);
  const hidden = () =>
    [...document.querySelectorAll('section, [data-drawing], [role=alertdialog]')].map(
      (element) => element.closest('[aria-hidden=true]') !== null,
    );
  expect(hidden()).toEqual([false, true]);
  const withLightbox = (over?: ReactNode) => (
    <>
      {behind}
      <div>{lightbox({})}</div>
      {over}
    </>
  );
  await update(withLightbox());
  expect(hidden()).toEqual([true, true]);
  await expectNoViolations();
  await update(withLightbox(<Dialog title="Delete Media" kind="alert" onClose={() => undefined} />));
  expect(hidden()).toEqual([true, true, false]);
  await update(behind);
  expect(hidden()).toEqual([false, true]);
});

it('the lightbox says that the session has changed', async () => {
  sessionWatch.learn(null);
  await show(lightbox({}));
  sessionWatch.learn(sampleUser());
  const notice = page.getByRole('dialog').getByText('You are now signed in as Maria.');
  await expect.element(notice).toBeVisible();
  await expectNoViolations();
  sessionWatch.dismiss();
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
        eventName="Summer party"
        onDelete={more.onDelete}
      />
    </div>
  );
  const { update } = await show(actions(sampleMedia({ downloadSize: 3_400_000 })));
  await expect.element(page.getByText('Taken Unknown · 3.4 MB')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Download' })).toHaveAttribute('href', '/file');
  await expect.element(button('Delete')).not.toBeInTheDocument();
  await update(actions(sampleMedia({ status: 'pending' }), { voteHint: 'Not yet.', onDelete: remove }));
  await expect.element(page.getByText('Pending Approval')).toBeVisible();
  await expect.element(page.getByText('Not yet.')).toBeVisible();
  await expectNoViolations();
  await button('Delete').click();
  expect(remove).toHaveBeenCalledOnce();
});

const list = { eventId: EVENT_ID, sortBy: FIRST_SORT, guest: {} } as const;

/** The large view over a gallery, as the event page has it. */
function GalleryLightbox() {
  const gallery = useGalleryMedia({ ...list, isEnabled: true, isModerated: false });
  const route = useLightboxRoute(gallery, 'media');
  const slots = {
    voteOn: () => null,
    askDelete: () => undefined,
    preview: () => null,
    downloadHref: () => '/file',
    renew: () => undefined,
  };
  return (
    <EventLightbox
      event={sampleEvent()}
      viewer={{ guest: {}, mayVote: true, isOwner: false }}
      {...{ gallery, route, slots }}
      sortBy={FIRST_SORT}
      onOpened={() => undefined}
      onClosed={() => undefined}
    />
  );
}

it('the large view reads the next photos once, and again when it is asked to', async () => {
  const sent = fakeApi({
    'GET /api/events/{eventId}/media': ({ query }) =>
      query['cursor'] === undefined
        ? new ListPage(sampleMediaList(3), 'next')
        : sent.length === 2
          ? NO_NETWORK
          : [sampleMedia({ id: 'med_4' })],
  });
  await show(<GalleryLightbox />, { at: '/?media=med_3' });
  await expect.element(page.getByText('The next photos did not come')).toBeVisible();
  await expectNoViolations();
  expect(sent).toHaveLength(2);
  await button('Try again').click();
  await button('Next').click();
  await expect.element(page.getByText('4 of 4')).toBeVisible();
  expect(sent).toHaveLength(3);
});

function Opener() {
  const route = useLightboxRoute({ items: sampleMediaList(2) }, 'media');
  const { open } = useOpenLightbox(route);
  const both = (frame: HTMLElement) => {
    for (const item of sampleMediaList(2)) open(item, frame);
  };
  if (route.isOpen) return <button onClick={route.close}>Close {route.id}</button>;
  return <button onClick={({ currentTarget }) => both(currentTarget)}>Tap two photos</button>;
}

it('two quick taps open the lightbox once', async () => {
  const { address } = await show(<Opener />, { at: '/event?sort=votes' });
  await button('Tap two photos').click();
  await button('Close med_2').click();
  await expect.element(button('Tap two photos')).toBeVisible();
  expect(address()).toBe('/event?sort=votes');
});
