import type { Page, Request } from 'playwright-core';
import { beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { becomeUser, type Person, signInOnPage } from '../fixtures/browser.ts';
import { newUser } from '../fixtures/new-user.ts';
import { signIn, type SignedIn } from '../fixtures/users-and-guests.ts';
import { fillGallery } from '../load/large-gallery.ts';
import { violationsInBothThemes } from './axe.ts';
import { baseURL, newTestBed } from './test-bed.ts';
import { expectToast, press } from './toast-steps.ts';

// Sessions that end, or become somebody else's, under open pages.

const { newPerson } = newTestBed('Tabs');
let ada: SignedIn;
let eventId: string;
let mediaId: string;
let person: Person;
let page: Page;

beforeAll(async () => {
  ada = await signIn(baseURL, 'Ada');
  eventId = (await ada.post('/api/events', { name: 'Quay', privacy: 'public' })).json.id;
  const photos = { eventId, userId: ada.userId, count: 1, files: 'tiny' } as const;
  [mediaId = ''] = await fillGallery(inject('environment'), photos);
  person = await newPerson(ada);
  ({ page } = person);
});
beforeEach(() => becomeUser(person, ada));

async function openEvent(): Promise<void> {
  await page.goto(`/event/${eventId}`);
  await page.locator('[data-unmeasured]').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Event Management' }).waitFor();
}

const notice = (text: string) =>
  page.getByRole('status').filter({ hasText: text }).filter({ visible: true }).last();
const endSession = () => person.context.clearCookies({ name: '__Host-session' });
const voteButton = () => page.getByRole('button', { name: /^Vote,/ });
const toasts = () => page.locator(':is(output, [role="alert"]) > [data-tone] strong').allInnerTexts();

/** Signs in on a page that the sign-in has been opened on, and waits until it is back. */
async function signInAs({ email }: SignedIn, firstName: string, tab: Page): Promise<void> {
  await signInOnPage(tab, { email, firstName, lastName: 'Lovelace' });
  await tab.waitForURL((url) => url.pathname === `/event/${eventId}`);
}

it('a session that ends unnoticed keeps an edit until one has signed in in a new tab, and deletes nothing', async () => {
  await openEvent();
  await press(page, 'Edit Event');
  const dialog = page.getByRole('dialog', { name: 'Edit Event' });
  await dialog.getByLabel('Event Name').fill('Quay at Night');
  await endSession();
  await press(page, 'Save Changes');
  const explained = dialog.getByText(/^You have been signed out\. What you entered stays here/);
  await explained.waitFor();
  expect(await toasts()).toEqual([]);
  const opened = person.context.waitForEvent('page');
  await dialog.getByRole('link', { name: 'Sign In' }).click();
  const otherTab = await opened;
  await signInAs(ada, 'Ada', otherTab);
  await explained.waitFor({ state: 'detached' });
  expect(await dialog.getByLabel('Event Name').inputValue()).toBe('Quay at Night');
  await press(page, 'Save Changes');
  await expectToast(page, 'Event Updated');
  expect((await ada.get(`/api/events/${eventId}`)).json.name).toBe('Quay at Night');

  await otherTab.close();
  await press(page, 'Delete Event');
  await endSession();
  await press(page, 'Delete');
  await notice('You have been signed out.').waitFor();
  await page.getByRole('heading', { name: 'Event Management' }).waitFor({ state: 'detached' });
  expect(await toasts()).toEqual([]);
  expect((await ada.get(`/api/events/${eventId}`)).status).toBe(200);
});

it('a session that ends unnoticed keeps the form of a new event', async () => {
  await page.goto('/create');
  await page.getByLabel('Event Name').fill('Harbour');
  await endSession();
  await press(page, 'Create Event');
  await notice('You have been signed out. What you entered stays here').waitFor();
  expect(await page.getByLabel('Event Name').inputValue()).toBe('Harbour');
  expect(await toasts()).toEqual([]);
  await becomeUser(person, ada);
  await press(page, 'Create Event');
  await page.getByRole('heading', { name: 'Event Created Successfully' }).waitFor();
  await expect.poll(() => page.getByText('You have been signed out.').count()).toBe(0);
});

it('another account that is signed in does not vote before the page says who it is, and is told by a refused vote once its own session has ended', async () => {
  const writes: string[] = [];
  const follow = (request: Request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/'))
      writes.push(request.headers()['x-gatherlens-user'] ?? 'nobody named');
  };
  const bea = await newUser(baseURL, 'Bea');
  await openEvent();
  page.on('request', follow);
  await becomeUser(person, bea);
  await voteButton().click();
  await notice('You are now signed in as Bea.').waitFor();
  expect((await bea.get(`/api/media/${mediaId}/votes`)).json).toEqual({ count: 0, hasVoted: false });
  await page.getByRole('button', { name: 'Bea' }).waitFor();
  await page.getByRole('heading', { name: 'Event Management' }).waitFor({ state: 'detached' });
  // Bea joins the event that she sees.
  expect(await toasts()).not.toContain('Vote Failed');
  await notice('Bea').getByRole('button', { name: 'Dismiss' }).click();
  await voteButton().click();
  await page.getByRole('button', { name: 'Vote, 1 vote', pressed: true }).waitFor();
  await expect
    .poll(async () => (await bea.get(`/api/media/${mediaId}/votes`)).json)
    .toEqual({ count: 1, hasVoted: true });
  expect((await ada.get(`/api/media/${mediaId}/votes`)).json).toEqual({ count: 1, hasVoted: false });
  expect(writes[0]).toBe(ada.userId);
  expect(new Set(writes.slice(1))).toEqual(new Set([bea.userId]));
  page.off('request', follow);

  const shown = await toasts();
  await endSession();
  await voteButton().click();
  await notice('You have been signed out.').waitFor();
  await page.getByRole('button', { name: 'Vote, 1 vote', pressed: false }).waitFor();
  expect((await toasts()).filter((title) => !shown.includes(title))).toEqual([]);
});

// The last, because it ends the session of the test's own calls, too.
it('signing out in another tab shows at once, closes what is private, and leads back to this very page', async () => {
  person.consoleErrors.length = 0;
  const { json } = await ada.post('/api/events', { name: 'Vault', privacy: 'private' });
  await openEvent();
  const newTab = () => person.context.newPage();
  const [otherTab, gallery, moderation] = [await newTab(), await newTab(), await newTab()];
  await Promise.all([
    otherTab.goto('/terms'),
    gallery.goto(`/event/${json.id}`),
    moderation.goto(`/event/${json.id}/moderate`),
  ]);
  await gallery.getByRole('heading', { name: 'Event Management' }).waitFor();
  await moderation.getByText('All Caught Up!').waitFor();
  await otherTab.getByRole('link', { name: 'Sign Out' }).click();
  await notice('You have been signed out.').waitFor();
  await page.getByRole('link', { name: 'Create Event' }).waitFor();
  expect(await page.getByRole('link', { name: 'Sign Out' }).count()).toBe(0);
  await page.getByRole('heading', { name: 'Event Management' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /^Photo 1$/ }).waitFor();
  await gallery.getByRole('heading', { name: 'Private Event' }).waitFor();
  await moderation.getByRole('heading', { name: 'Signed Out' }).waitFor();
  expect(await moderation.getByText('All Caught Up!').count()).toBe(0);
  expect(await violationsInBothThemes(moderation)).toEqual([]);
  await notice('signed out').getByRole('link', { name: 'Sign In' }).click();
  await signInAs(ada, 'Ada', page);
  await page.getByRole('heading', { name: 'Event Management' }).waitFor();
  expect(await page.getByText('You have been signed out.').count()).toBe(0);
  expect(person.consoleErrors).toEqual([]);
});
