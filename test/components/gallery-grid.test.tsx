import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { MediaView } from '../../shared/contract/entities.ts';
import { FIRST_SORT } from '../../shared/values/sort-orders.ts';
import type { SortBy } from '../../shared/contract/media.ts';
import { eventQuery } from '../../web/src/features/events/queries.ts';
import { GalleryGrid } from '../../web/src/features/gallery/gallery-grid.tsx';
import NoPhotos from '../../web/src/features/gallery/no-photos.tsx';
import { mediaQuery } from '../../web/src/features/gallery/queries.ts';
import { type Gallery, useGalleryMedia } from '../../web/src/features/gallery/use-gallery-media.ts';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import { type GuestFields, queryKeys } from '../../web/src/lib/query-keys.ts';
import { EventGallery } from '../../web/src/routes/event/gallery.tsx';
import { expectNoViolations } from './axe.ts';
import { fakeApi, NO_NETWORK } from './fake-api.ts';
import { sampleEvent, sampleMedia, sampleMediaList } from './sample-views.ts';
import { show } from './show.tsx';

const heading = (name: string) => page.getByRole('heading', { name });
const fetchNextPage = vi.fn<() => Promise<unknown>>(() => Promise.resolve());

/** A list in one of its states. */
const galleryOf = (count: number, state: Partial<Gallery['query']> = {}): Gallery =>
  ({
    query: {
      isPending: false,
      isError: false,
      hasNextPage: false,
      isFetchingNextPage: false,
      isFetchNextPageError: false,
      fetchNextPage,
      ...state,
    },
    items: sampleMediaList(count),
  }) as Gallery;

const grid = (gallery: Gallery, sortBy: SortBy = 'uploadedAt') => (
  <GalleryGrid
    gallery={gallery}
    sortBy={sortBy}
    hasMedia
    renderTile={({ id }) => <button type="button">{id}</button>}
  />
);

it('the gallery waits, and then shows its photos', async () => {
  await page.viewport(1280, 800);
  const { update } = await show(grid(galleryOf(0, { isPending: true })));
  await expect.element(page.getByRole('heading')).not.toBeInTheDocument();
  await update(grid(galleryOf(2)));
  await expect.element(page.getByRole('button', { name: 'med_2' })).toBeVisible();
});

it('the gallery orders by day where it is asked to', async () => {
  await page.viewport(1280, 800);
  await show(grid(galleryOf(2), 'capturedAt'));
  await expect.element(heading('Unknown Date | 2 photos')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Relive it as a timeline' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'med_2' })).toBeVisible();
  await expectNoViolations();
});

it('the gallery says that it did not load, whatever of it', async () => {
  await page.viewport(1280, 800);
  const { update } = await show(grid(galleryOf(0, { isError: true })));
  await expect.element(heading('The photos did not come')).toBeVisible();
  await expect.element(heading('No photos yet')).not.toBeInTheDocument();
  await update(grid(galleryOf(2, { isError: true, isFetchNextPageError: true, hasNextPage: true })));
  await expect.element(heading('The next photos did not come')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'med_1' })).toBeVisible();
  const asked = fetchNextPage.mock.calls.length;
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(fetchNextPage).toHaveBeenCalledTimes(asked + 1);
});

function LoadedGrid({ guest }: { guest: GuestFields }) {
  const input = { eventId: 'evt_1', sortBy: FIRST_SORT, isEnabled: true, isModerated: true } as const;
  return grid(useGalleryMedia({ ...input, guest }));
}

it('photos that everybody sees stay if a guest’s own list does not load', async () => {
  await page.viewport(1280, 800);
  let answer: () => typeof NO_NETWORK | ReturnType<typeof sampleMediaList> = () => NO_NETWORK;
  fakeApi({ 'GET /api/events/{eventId}/media': () => answer() });
  const { client, update } = await show(<p>Nothing</p>);
  const { queryKey } = mediaQuery({ eventId: 'evt_1', sortBy: FIRST_SORT, guest: {} });
  const data = { pages: [{ items: sampleMediaList(2), nextCursor: null }], pageParams: [null] };
  client.setQueryData(queryKey, data);
  await update(<LoadedGrid guest={{ guestId: 'gst_1', token: 'token' }} />);
  await expect.element(heading('The next photos did not come')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'med_2' })).toBeVisible();
  answer = () => sampleMediaList(3);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('button', { name: 'med_3' })).toBeVisible();
  await expect.element(page.getByRole('heading')).not.toBeInTheDocument();
});

it('a guest’s pending photos count in every order, whose tabs stay and whose links keep it', async () => {
  await page.viewport(1280, 800);
  const pending = sampleMedia({ status: 'pending', isOwn: true });
  const lists: Partial<Record<string, MediaView[]>> = { uploadedAt: [pending], capturedAt: [pending] };
  const event = sampleEvent({ role: 'anonymous', moderationEnabled: true, mediaCount: 0 });
  fakeApi({ 'GET /api/events/{eventId}/media': ({ query }) => lists[query['sortBy'] ?? ''] ?? [] });
  writeGuest({ id: 'gst_1', token: 'token', name: 'Grace', email: null });
  const { client, update } = await show(<p>Nothing</p>, { at: `/?utm=poster&sort=votes` });
  client.setQueryData(queryKeys.session, null);
  await update(<EventGallery event={event} refusal={null} />);
  await expect.element(page.getByText('1 photo', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Download All' })).toBeEnabled();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  const photo = page.getByRole('link', { name: 'Photo 1' });
  await expect.element(photo).toHaveAttribute('href', '?utm=poster&sort=capturedAt&media=med_1');
  await expect.element(page.getByText('1 photo', { exact: true })).toBeVisible();
  writeGuest(null);
});

it('Download All closes when the page becomes another person’s', async () => {
  const sent = fakeApi({
    'GET /api/events/{eventId}/media': () => sampleMediaList(2),
    'GET /api/events/{eventId}/archive': () => Promise.withResolvers<never>().promise,
  });
  const { client, update } = await show(<p>Nothing</p>);
  client.setQueryData(queryKeys.session, null);
  await update(<EventGallery event={sampleEvent({ role: 'anonymous' })} refusal={null} />);
  await page.getByRole('button', { name: 'Download All' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download All' });
  await expect.element(dialog).toBeVisible();
  writeGuest({ id: 'gst_1', token: 'token', name: 'Grace', email: null });
  await expect.element(dialog).not.toBeInTheDocument();
  writeGuest(null);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent.filter(({ path }) => path.endsWith('/archive'))).toHaveLength(1);
});

it('an empty gallery says so', async () => {
  const { update } = await show(grid(galleryOf(0)), { at: '/event/evt_1', route: '/event/:eventId' });
  await expect.element(heading('No photos yet')).toBeVisible();
  await update(<NoPhotos reason="none" />);
  await expect.element(page.getByText('Be the first to share memories from this event!')).toBeVisible();
  await expectNoViolations();
});

it('an order by votes without votes says that, if there is something to vote on', async () => {
  const { client, update } = await show(<NoPhotos reason="not-voted" />, {
    at: '/event/evt_1',
    route: '/event/:eventId',
  });
  await expect.element(heading('No photos yet')).toBeVisible();
  client.setQueryData(
    eventQuery('evt_1').queryKey,
    sampleEvent({ id: 'evt_1', mediaCount: 2, pendingCount: 1 }),
  );
  await update(<NoPhotos key="again" reason="not-voted" />);
  await expect.element(heading('No voted photos yet')).toBeVisible();
});

describe('what one looks at stays where it is', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    scrollTo({ top: 0, behavior: 'instant' });
  });

  const [first, ...others] = sampleMediaList(120).map((item, at) => ({
    ...item,
    width: 400,
    height: 300 + (at % 5) * 40,
  }));
  const waiting = sampleMedia({ ...first, state: 'processing', width: null, height: null });
  const gridOf = (items: readonly MediaView[], sortBy: SortBy = 'uploadedAt') =>
    grid({ ...galleryOf(0), items: [...items] }, sortBy);
  const button = (id: string) => page.getByRole('button', { name: id, exact: true });

  /** Many screens of photos, of which the first is not ready yet, scrolled down. */
  async function showScrolled(top = 5000) {
    await page.viewport(390, 844);
    const shown = await show(gridOf([waiting, ...others]));
    await expect.element(button('med_1')).toBeVisible();
    await expect.poll(() => document.documentElement.scrollHeight).toBeGreaterThan(top + innerHeight);
    const listens = vi.spyOn(window, 'addEventListener');
    scrollTo({ top, behavior: 'instant' });
    // The code that keeps it in place comes when somebody scrolls.
    await expect.poll(() => listens.mock.calls.some(([event]) => event === 'scroll')).toBe(true);
    await expect.poll(() => Number(byNearness()[0]?.slice(4))).toBeGreaterThan(top / 200);
    return shown;
  }

  /** The photos by how near they are to the middle of the screen. */
  const byNearness = (): string[] => {
    const tiles = [...document.querySelectorAll('li[data-index]')].map((tile) => {
      const { top, bottom } = tile.getBoundingClientRect();
      return { id: tile.textContent, distance: Math.abs((top + bottom - innerHeight) / 2) };
    });
    return tiles.toSorted((one, other) => one.distance - other.distance).map(({ id }) => id);
  };
  const placeOf = (id: string) => Math.round(button(id).element().getBoundingClientRect().top);

  it.each([
    ['is ready, and has another height', [{ ...waiting, state: 'ready' as const, width: 300, height: 600 }]],
    ['disappears', []],
    ['comes', [waiting, sampleMedia({ id: 'med_0', width: 400, height: 300 })]],
  ])('when a photo above it %s', async (_, instead) => {
    const { update } = await showScrolled();
    const [id = ''] = byNearness();
    const before = placeOf(id);
    await update(gridOf([...instead, ...others]));
    expect(Math.abs(placeOf(id) - before)).toBeLessThanOrEqual(1);
    expect(scrollY).not.toBe(5000);
  });

  it('from less than a screen below the top on', async () => {
    const { update } = await showScrolled(650);
    const [id = ''] = byNearness();
    const before = placeOf(id);
    await update(gridOf(others));
    expect(Math.abs(placeOf(id) - before)).toBeLessThanOrEqual(1);
  });

  it('when somebody votes while a phone is turned and turned back', async () => {
    // Where the middle of the turned screen crosses another photo first.
    const top = 6100;
    const { update } = await showScrolled(top);
    const widthOf = () => document.querySelector('li[data-index]')?.clientWidth;
    const upright = widthOf();
    await page.viewport(844, 390);
    await expect.poll(widthOf).not.toBe(upright);
    await update(gridOf([waiting, ...others.map((item) => ({ ...item, voteCount: 1 }))]));
    await page.viewport(390, 844);
    await expect.poll(widthOf).toBe(upright);
    await expect.poll(() => Math.abs(scrollY - top)).toBeLessThanOrEqual(2);
  });

  it('unless it disappears itself: then what is beside it does', async () => {
    const { update } = await showScrolled();
    const [id, next = ''] = byNearness();
    const before = placeOf(next);
    await update(gridOf(others.filter((item) => item.id !== id)));
    expect(Math.abs(placeOf(next) - before)).toBeLessThanOrEqual(1);
  });

  it('but not for who goes to the top to see what is new', async () => {
    const { update } = await showScrolled();
    scrollTo({ top: 0, behavior: 'instant' });
    await update(gridOf([sampleMedia({ id: 'med_0' }), waiting, ...others]));
    expect(scrollY).toBe(0);
    await expect.element(button('med_0')).toBeVisible();
  });

  it('but not in another order', async () => {
    const { update } = await showScrolled();
    await update(gridOf(others.slice(1).toReversed(), 'votes'));
    expect(scrollY).toBe(5000);
  });
});
