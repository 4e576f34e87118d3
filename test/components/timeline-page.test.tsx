import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MediaView } from '../../shared/contract/entities.ts';
import { readGuest, writeGuest } from '../../web/src/lib/guest-credentials.ts';
import Timeline from '../../web/src/routes/timeline.tsx';
import { type Answers, fakeApi, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleMediaList } from './sample-views.ts';
import { show } from './show.tsx';

afterEach(() => writeGuest(null));

const LIST = 'GET /api/events/{eventId}/media';

async function showTimeline(list: NonNullable<Answers[typeof LIST]>) {
  const sent = fakeApi({
    'GET /api/auth/user': () => new Refusal(401),
    'GET /api/events/{eventId}': () => sampleEvent({ role: 'anonymous' }),
    [LIST]: list,
  });
  const shown = await show(<Timeline />, {
    at: `/event/${EVENT_ID}/timeline`,
    route: '/event/:eventId/timeline',
  });
  return { ...shown, lists: () => sent.filter(({ name }) => name === LIST) };
}

it.each([390, 1280])(
  'photos at %i px are in moments of two hours, with up to six thumbnails and the number of others',
  async (width) => {
    await page.viewport(width, 800);
    const items: MediaView[] = sampleMediaList(8);
    const { address } = await showTimeline(() => items);
    await expect
      .element(page.getByRole('heading', { name: 'Summer party - Timeline', exact: true }))
      .toBeVisible();
    await expect
      .element(page.getByText('Relive your event chronologically with 8 moments', { exact: true }))
      .toBeVisible();
    await expect
      .element(page.getByRole('link', { name: '+2 more photos', exact: true }))
      .toHaveAttribute('href', `/event/${EVENT_ID}?media=${items[6]?.id}`);
    const moment = document.querySelector<HTMLElement>('main ol > li');
    expect(moment?.innerText.replaceAll(/\s+/g, ' ')).toMatch(
      /^1 \w+, \w+ \d+, \d+:00 [AP]M – \d+:00 [AP]M Getting Started \d+:00 [AP]M - 8 moment\(s\) /,
    );
    const thumbnails = [...(moment?.querySelectorAll<HTMLAnchorElement>(':scope li a') ?? [])];
    const ids = items.slice(0, 6).map(({ id }) => id);
    expect(thumbnails.map((link) => link.getAttribute('href'))).toEqual(
      ids.map((id) => `/event/${EVENT_ID}?media=${id}`),
    );
    const [first] = thumbnails;
    if (!first) throw new Error('There is no thumbnail.');
    const time = page
      .elementLocator(first)
      .getByText(/^\w+ \d+, \d{4}, \d+:\d\d [AP]M$/)
      .element();
    const opacity = () => getComputedStyle(time).opacity;
    await userEvent.unhover(document.body);
    expect(opacity()).toBe('0');
    if (width < 600) {
      await userEvent.tab();
      first.focus();
    } else await userEvent.hover(first);
    await expect.poll(opacity).toBe('1');
    await page.getByRole('link', { name: 'Back to Gallery', exact: true }).click();
    await expect.poll(address).toBe(`/event/${EVENT_ID}`);
  },
);

it('at most a hundred photos are asked for', async () => {
  const { lists } = await showTimeline(({ query }) => sampleMediaList(Number(query['limit'])));
  await expect
    .element(page.getByText('Relive your event chronologically with 100 moments', { exact: true }))
    .toBeVisible();
  expect(lists().map(({ query }) => query)).toEqual([
    { sortBy: 'uploadedAt', order: 'asc', limit: '100', status: 'approved' },
  ]);
});

it('a timeline without photos leads to the gallery', async () => {
  await page.viewport(390, 800);
  await showTimeline(() => []);
  await expect.element(page.getByText('No Timeline Content', { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Go to Gallery', exact: true }))
    .toHaveAttribute('href', `/event/${EVENT_ID}`);
});

it('a guest that the server does not know is forgotten, and sees the timeline as anybody', async () => {
  writeGuest({ id: 'gst_grace', name: 'Grace', token: 'secret', email: null });
  await showTimeline(({ query }) =>
    query['guestId'] === undefined
      ? sampleMediaList(8)
      : new Refusal(401, { code: 'unauthenticated', message: 'Unknown guest.' }),
  );
  await expect
    .element(page.getByText('Relive your event chronologically with 8 moments', { exact: true }))
    .toBeVisible();
  expect(readGuest()).toBeNull();
  expect(localStorage.getItem('guest_credentials')).toBeNull();
});
