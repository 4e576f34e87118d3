import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Guest, guestQuery, newGuest, signIn } from '../fixtures/users-and-guests.ts';
import { jpegFile, upload } from '../fixtures/uploads.ts';
import { fillGallery } from '../load/large-gallery.ts';
import { DESKTOP, PHONE } from '../fixtures/browser.ts';
import { expectVisible, navigateClientSide, whileHeld } from './screen-steps.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { press } from './toast-steps.ts';

// The exact texts of the timeline, the checkout with the page that leads there, and the guest registration.

const testBed = newTestBed('Sluice');
const { newEvent, add, open } = testBed;
let grace: Guest;
/** An event with eight photos. */
let eventId: string;
let ids: string[];

beforeAll(async () => {
  grace = await newGuest(baseURL);
  eventId = await newEvent();
  ids = await add(eventId, [1, 2, 3, 4, 5, 6, 7, 8], grace);
});

describe.each([PHONE, DESKTOP])('the timeline at $width px', (viewport) => {
  it('groups photos into moments of two hours, each with up to six thumbnails and the number of others', async () => {
    const page = await open(`/event/${eventId}/timeline`, undefined, viewport);
    await page.getByRole('heading', { name: 'Sluice - Timeline', exact: true }).waitFor();
    await expectVisible(page, 'Relive your event chronologically with 8 moments', '+2 more photos');
    const moment = page.locator('main ol > li');
    expect((await moment.innerText()).replace(/\s+/g, ' ')).toMatch(
      /^1 \w+, \w+ \d+, \d+:00 [AP]M – \d+:00 [AP]M Getting Started \d+:00 [AP]M - 8 moment\(s\) /,
    );
    const thumbnails = moment.getByRole('listitem').getByRole('link');
    const links = await thumbnails.evaluateAll((all) => all.map((element) => element.getAttribute('href')));
    expect(links).toEqual(ids.slice(0, 6).map((id) => `/event/${eventId}?media=${id}`));
    const time = thumbnails.first().getByText(/^\w+ \d+, \d{4}, \d+:\d\d [AP]M$/);
    const opacity = () => time.evaluate((element) => element.computedStyleMap().get('opacity')?.toString());
    expect(await opacity()).toBe('0');
    await (viewport === DESKTOP
      ? thumbnails.first().hover()
      : page.keyboard.press('Tab').then(() => thumbnails.first().focus()));
    await expect.poll(opacity).toBe('1');
    await page.getByRole('link', { name: 'Back to Gallery', exact: true }).click();
    await page.waitForURL(`${baseURL}/event/${eventId}`);
  });
});

it('shows at most a hundred photos in the timeline', async () => {
  const large = await newEvent();
  const { userId } = testBed.olive;
  await fillGallery(inject('environment'), { eventId: large, userId, count: 101, files: 'none' });
  const page = await open(`/event/${large}/timeline`);
  await expectVisible(page, 'Relive your event chronologically with 100 moments');
});

it('links from a timeline without photos to the gallery', async () => {
  const pending = await newEvent({ moderationEnabled: true });
  await upload(grace, pending, await jpegFile(9));
  const page = await open(`/event/${pending}/timeline`, grace, PHONE);
  await expectVisible(page, 'No Timeline Content');
  const gallery = page.getByRole('link', { name: 'Go to Gallery', exact: true });
  expect(await gallery.getAttribute('href')).toBe(`/event/${pending}`);
});

describe('the checkout', () => {
  let paid: string;
  beforeAll(async () => {
    paid = await newEvent({ isPaid: true, price: '7.50' });
  });

  it('shows loading, price and failure, and can be retried', async () => {
    const page = await open('/terms', await newGuest(baseURL), PHONE);
    await whileHeld(page, ['GET', '**/api/events/*'], async () => {
      await navigateClientSide(page, `/event/${paid}/checkout`);
      await expectVisible(page, 'Loading event details...');
    });
    await page.waitForURL('**/c/pay/**');
    await page.goto('/terms');
    await page.route('**/create-checkout', (route) => route.abort());
    await navigateClientSide(page, `/event/${paid}/checkout`);
    await expectVisible(page, 'Checkout Error', 'Failed to create checkout session. Please try again.');
    const back = page.getByRole('link', { name: 'Back to Event', exact: true });
    expect(await back.getAttribute('href')).toBe(`/event/${paid}`);
    await page.unroute('**/create-checkout');
    await whileHeld(page, ['POST', '**/create-checkout'], async () => {
      await press(page, 'Try Again');
      await expectVisible(page, 'Redirecting to Checkout', 'Amount: $7.50');
      expect(await page.getByText('Checkout Error').count()).toBe(0);
    });
    await page.waitForURL('**/c/pay/**');
  });

  it('of a free event is an error, and anonymous visitors are redirected to the event, with its price', async () => {
    const page = await open(`/event/${eventId}/checkout`, undefined, PHONE);
    await expectVisible(page, 'Checkout Error', 'This event is not a paid event.');
    await page.goto(`/event/${paid}/checkout`);
    await page.waitForURL(`${baseURL}/event/${paid}`);
    await expectVisible(page, 'Payment Required', 'Pay $7.50 to Access');
    const pay = page.getByRole('link', { name: 'Pay $7.50 to Access', exact: true });
    expect(await pay.getAttribute('href')).toBe(`/event/${paid}/checkout`);
  });

  it('is not asked of the owner', async () => {
    const page = await open(`/event/${paid}`, testBed.olive);
    await expectVisible(page, 'No photos yet');
    expect(await page.getByText('Payment Required').count()).toBe(0);
  });
});

it('shows the timeline anonymously to a guest that the server does not know', async () => {
  const deletedGuest = await newGuest(baseURL);
  await deletedGuest.delete(`/api/guests/${deletedGuest.guestId}?${guestQuery(deletedGuest)}&media=keep`);
  const page = await open(`/event/${eventId}/timeline`, deletedGuest, PHONE);
  await expectVisible(page, 'Relive your event chronologically with 8 moments');
  expect(await page.evaluate('localStorage.guest_credentials')).toBeUndefined();
});

describe('an anonymous visitor who adds media', () => {
  it('must give a name, may give an e-mail address, and is stored as a guest', async () => {
    const page = await open(`/event/${eventId}`, undefined, PHONE);
    await press(page, 'Add Media');
    const card = page.getByRole('dialog', { name: 'Upload as Guest', exact: true });
    await card.waitFor();
    expect(await card.locator('label').allInnerTexts()).toEqual(['Name *', 'Email (optional)']);
    await press(page, 'Cancel');
    await card.waitFor({ state: 'detached' });
    await press(page, 'Add Media');
    await card.getByLabel('Name').fill('  ');
    await press(page, 'Continue as Guest');
    await expectVisible(page, 'Name Required');
    await card.getByLabel('Name').fill(' Ida ');
    await card.getByLabel('Email').fill('ida@');
    await press(page, 'Continue as Guest');
    // The API refuses it, and says which field it means.
    const marked = card.locator('[aria-invalid="true"]');
    await expect
      .poll(() => marked.evaluateAll((all) => all.map((field) => field.getAttribute('name'))))
      .toEqual(['email']);
    const errorId = await card.getByLabel('Email').getAttribute('aria-describedby');
    expect(await card.locator(`[id="${errorId}"]`).innerText()).toBe(
      'Use an e-mail address like name@example.com, or leave it empty.',
    );
    await card.getByLabel('Email').fill('ida@example.com');
    const fileChooser = page.waitForEvent('filechooser');
    await press(page, 'Continue as Guest');
    await fileChooser;
    const stored = JSON.parse(await page.evaluate<string>(`localStorage.getItem('guest_credentials')`));
    expect(stored).toEqual({
      id: expect.any(String),
      token: expect.any(String),
      name: 'Ida',
      email: 'ida@example.com',
    });
  });
});

it('treats an already existing membership as joined, without a second welcome', async () => {
  const ada = await signIn(baseURL, 'Ada');
  const page = await open('/terms', ada, DESKTOP);
  const joins: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/join')) joins.push(response.status());
  });
  // She joins elsewhere after the page has loaded the event and before it tries to join.
  await page.route('**/join', async (route) => {
    await ada.post(`/api/events/${eventId}/join`);
    await route.continue();
  });
  await page.goto(`/event/${eventId}`);
  await expect.poll(() => joins).toEqual([409]);
  await page.locator('button[title="Upload to event"]').waitFor();
  expect(await page.getByText('Welcome to the Event!').count()).toBe(0);
  const fileChooser = page.waitForEvent('filechooser');
  await press(page, 'Add Media');
  await fileChooser;
  expect(joins).toEqual([409]);
});
