import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { messages, toasts } from '../../shared/messages.ts';
import { type Guest, guestQuery, newGuest, signIn, type SignedIn } from '../fixtures/users-and-guests.ts';
import { eventually, jpegFile, waitUntilProcessed, upload } from '../fixtures/uploads.ts';
import { violationsInBothThemes } from './axe.ts';
import {
  DESKTOP,
  knownAs,
  leaveBrowser,
  newPerson,
  PHONE,
  type Person,
  signedInAs,
  signInHere,
  sharedBrowser,
} from './browser.ts';

const baseURL = inject('siteUrl');

let browser: Browser;
let hannah: SignedIn;
let grace: Guest;
let host: Person;
let guest: Person;
let eventId: string;
const opened: Person[] = [];

async function open(viewport: typeof PHONE): Promise<Person> {
  const person = await newPerson(browser, { viewport, baseURL });
  opened.push(person);
  return person;
}

const storedGuest = ({ page }: Person) => page.evaluate(() => localStorage.getItem('guest_credentials'));

const signInFromMenu = async ({ page }: Person, firstName: string): Promise<void> => {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Sign In' }).click();
  await signInHere(page, { email: `${firstName}@example.com`, firstName, lastName: 'Hopper' });
};

beforeAll(async () => {
  [browser, hannah, grace] = await Promise.all([
    sharedBrowser(),
    signIn(baseURL, 'Hannah'),
    newGuest(baseURL, 'Grace'),
  ]);
  eventId = (await hannah.post('/api/events', { name: 'Orchard', privacy: 'unlisted' })).json.id;
  [host, guest] = [await open(DESKTOP), await open(PHONE)];
  await signedInAs(host, hannah);
  await knownAs(guest, grace, 'Grace');
});

afterAll(async () => {
  await leaveBrowser(browser);
});

describe('highlights', () => {
  it('are not picked from fewer than three photos', async () => {
    await host.page.goto(`/event/${eventId}`);
    await host.page.getByText(messages.tooFewHighlights).waitFor();
    expect(await host.page.getByRole('button', { name: 'Generate Highlights' }).isDisabled()).toBe(true);
  });

  it('are picked by the owner and said to be', async () => {
    const items = [];
    for (const seed of [1, 2, 3]) items.push(await upload(grace, eventId, await jpegFile(seed)));
    for (const { id } of items) await waitUntilProcessed(grace, eventId, id);
    await host.page.reload();
    await host.page.getByRole('button', { name: 'Generate Highlights' }).click();
    await host.page.getByText(toasts.highlightsGenerated.text).waitFor();
    await host.page.getByRole('button', { name: 'Highlight 3 of 3' }).waitFor();
    // A toast that is just fading has no contrast of its own.
    await host.page.getByText(toasts.highlightsGenerated.text).waitFor({ state: 'detached' });
    expect(await violationsInBothThemes(host.page)).toEqual([]);
  });

  it('are seen by a guest, opened by keyboard with the reason, voted on and left where one was', async () => {
    const { page } = guest;
    await page.goto(`/event/${eventId}`);
    const second = page.getByRole('button', { name: 'Highlight 2 of 3' });
    await second.focus();
    await page.keyboard.press('Enter');
    const lightbox = page.getByRole('dialog', { name: 'Photo' });
    await lightbox.getByText('2 of 3').waitFor();
    await lightbox.getByText(/^Picked because .*\.$/).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await lightbox.getByRole('button', { name: 'Vote, 0 votes' }).click();
    await lightbox.getByRole('button', { name: 'Vote, 1 vote' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await lightbox.getByText('3 of 3').waitFor();
    await page.keyboard.press('Escape');
    const third = page.getByRole('button', { name: 'Highlight 3 of 3' });
    await expect.poll(() => third.evaluate((element) => element.matches(':focus'))).toBe(true);
    // The gallery below tells of the same vote.
    await page.getByRole('button', { name: 'Vote, 1 vote' }).waitFor();
  });

  it('stay as they were where picking anew is refused, and that is said', async () => {
    const { json } = await hannah.get(`/api/events/${eventId}/highlights`);
    await hannah.put(`/api/media/${json[0]?.id}/moderate`, { status: 'rejected' });
    await host.page.getByRole('button', { name: 'Regenerate' }).click();
    await host.page.getByRole('alert').getByText(messages.tooFewHighlights).waitFor();
    expect(await host.page.getByRole('button', { name: /^Highlight \d of 3$/ }).count()).toBe(3);
  });
});

describe('a rejected photo', () => {
  it('is found from the owner’s card without moderation, and approved after all', async () => {
    const { page } = host;
    await page.reload();
    await page.getByRole('link', { name: '1 rejected' }).click();
    await page.getByText('All Caught Up!').waitFor();
    const rejected = page.getByRole('region', { name: 'Rejected' });
    await rejected.getByRole('button', { name: /^Delete photo-/ }).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await rejected.getByRole('button', { name: /^Approve photo-/ }).click();
    await page.getByText(toasts.mediaApproved.title).waitFor();
    await rejected.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Back to Gallery' }).click();
    await page.getByText('3 photos').waitFor();
  });
});

describe('the people of an event', () => {
  it('are shown to the owner by name, removed by keyboard, and let back in', async () => {
    const { page } = host;
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { name: 'People' }).waitFor();
    await page.getByText('Hannah Lovelace').waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'Grace' }).innerText()).toMatch(
      /Guest[^]*Joined [^]*3 uploads/,
    );
    await page.getByRole('button', { name: 'Remove Grace' }).focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Remove Person' });
    await question.waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Blocked').waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);

    await guest.page.reload();
    await guest.page.getByRole('heading', { name: 'Access Denied' }).waitFor();
    await page.getByRole('button', { name: 'Restore Grace' }).click();
    await page.getByRole('button', { name: 'Remove Grace' }).waitFor();
    await guest.page.reload();
    await guest.page.getByRole('button', { name: 'Highlight 1 of 3' }).waitFor();
  });

  it('are nobody else’s to see', async () => {
    const other = await open(DESKTOP);
    await signedInAs(other, await signIn(baseURL, 'Otto'));
    await other.page.goto(`/event/${eventId}/people`);
    await other.page.getByRole('heading', { name: 'Access Denied' }).waitFor();
    expect(await other.page.getByText('Grace').count()).toBe(0);
  });
});

describe('who has been a guest and signs in', () => {
  it('is offered once to take things along; no is remembered', async () => {
    const shy = await open(PHONE);
    await knownAs(shy, await newGuest(baseURL, 'Sam'), 'Sam');
    await shy.page.goto(`/event/${eventId}`);
    await signInFromMenu(shy, 'sam');
    await shy.page.getByRole('button', { name: 'No, Thanks' }).click();
    await shy.page.reload();
    await shy.page.getByRole('heading', { name: 'Orchard' }).waitFor();
    await shy.page.getByRole('button', { name: 'Open menu' }).click();
    await shy.page.getByRole('button', { name: 'sam' }).waitFor();
    expect(await shy.page.getByText('Take your photos along?').count()).toBe(0);
    expect(await storedGuest(shy)).toContain('Sam');
  });

  it('finds photos and votes in the account, and the browser is no guest any more', async () => {
    const { page } = guest;
    await signInFromMenu(guest, 'grace');
    await page.getByText('Take your photos along?').waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Move to My Account' }).click();
    await page.getByText('Moved to Your Account').waitFor();
    expect(await storedGuest(guest)).toBeNull();
    expect(await page.getByText('Take your photos along?').count()).toBe(0);
    await page.reload();
    const voted = page.getByRole('button', { name: 'Vote, 1 vote', pressed: true });
    await voted.first().waitFor();
  });
});

describe('leaving for good', () => {
  it('is not possible while one owns events, which is said with the way to them', async () => {
    const { page } = host;
    await page.getByRole('button', { name: 'Hannah' }).click();
    await page.getByRole('button', { name: 'Delete Account' }).click();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click();
    await page.getByText('You still own events. Delete your events first, then your account.').waitFor();
    await page.getByRole('link', { name: 'Go to My Events' }).click();
    await page.getByRole('heading', { name: 'Hi Hannah' }).waitFor();
  });

  it('takes an account with its photos, by keyboard, and signs out', async () => {
    const { page } = guest;
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name: 'grace' }).click();
    await page.getByRole('button', { name: 'Delete Account' }).press('Enter');
    // From Cancel, where the question puts the focus, back to the choice.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('radio', { name: 'Delete them, too' }).isChecked()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Your account is deleted.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Create Free Event' }).waitFor();
    await eventually(
      async () => (await hannah.get(`/api/events/${eventId}`)).json.mediaCount === 0 || undefined,
    );
  });

  it('takes a guest, whose browser forgets', async () => {
    const passing = await open(PHONE);
    const pat = await newGuest(baseURL, 'Pat');
    await upload(pat, eventId, await jpegFile(9));
    await knownAs(passing, pat, 'Pat');
    await passing.page.goto('/privacy');
    await passing.page.getByRole('button', { name: 'Your Data as Pat' }).click();
    await passing.page.getByRole('button', { name: 'Delete Guest Data' }).click();
    expect(await violationsInBothThemes(passing.page)).toEqual([]);
    await passing.page.getByRole('alertdialog').getByRole('button', { name: 'Delete Guest Data' }).click();
    await passing.page.getByText('What you left is being removed.').waitFor();
    expect(await storedGuest(passing)).toBeNull();
    expect((await pat.get(`/api/events/${eventId}?${guestQuery(pat)}`)).status).toBe(401);
    expect((await hannah.get(`/api/events/${eventId}`)).json.mediaCount).toBe(1);
  });
});

it('no console complained', () => {
  const complaints = opened.flatMap((person) => person.complaints);
  // The browser's own lines for a picking and a deletion that were refused.
  const refused = /Failed to load resource: the server responded with a status of (?:400|403|409)/;
  expect(complaints.filter((line) => !refused.test(line))).toEqual([]);
});
