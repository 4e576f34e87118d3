import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sessionIdOf, type StripeConnection, connectStripe } from '../fixtures/stripe-client.ts';
import { credentials, type Guest, newGuest, signIn, type SignedIn } from '../fixtures/users-and-guests.ts';
import { eventually } from '../fixtures/uploads.ts';
import {
  DESKTOP,
  closeContexts,
  newPerson,
  PHONE,
  type Person,
  signInOnPage,
  sharedBrowser,
} from '../fixtures/browser.ts';
import { whileHeld } from './screen-steps.ts';
import { expectToast, whileFailing } from './toast-steps.ts';

const baseURL = inject('siteUrl');
const paid = { privacy: 'unlisted', isPaid: true, price: '12.50' };

let browser: Browser;
let bank: StripeConnection;
let owner: SignedIn;
let host: Person;
let guest: Person;
let eventId: string;

beforeAll(async () => {
  [browser, bank, owner] = await Promise.all([
    sharedBrowser(),
    connectStripe(inject('environment')),
    signIn(baseURL, 'Olive'),
  ]);
  host = await newPerson(browser, { viewport: DESKTOP, baseURL });
  guest = await newPerson(browser, { viewport: PHONE, baseURL });
  eventId = await newEvent('Summer party');
});

afterAll(async () => {
  await bank?.testCall('webhooks', { mode: 'straight' });
  await closeContexts(browser);
});

async function newEvent(name: string): Promise<string> {
  const { json } = await owner.post('/api/events', { name, ...paid });
  return json.id;
}

const pathOf = (rest = '', id = eventId) => `/event/${id}${rest}`;
const expectPath = (page: Page, rest = '', id = eventId) => page.waitForURL(`${baseURL}${pathOf(rest, id)}`);
const expectHeading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const pressPay = (page: Page) => page.getByRole('link', { name: 'Pay $12.50 to Access' }).click();

/** A browser with this guest's credentials. */
async function browserOf(payer: Guest): Promise<Person> {
  const person = await newPerson(browser, { viewport: PHONE, baseURL });
  const stored = JSON.stringify({
    id: payer.guestId,
    token: payer.token,
    name: 'Ugo',
    email: null,
  });
  await person.page.goto('/privacy');
  await person.page.evaluate((text) => localStorage.setItem('guest_credentials', text), stored);
  return person;
}

async function openCheckout(payer: Guest, id = eventId): Promise<string> {
  const { json } = await payer.post(`/api/events/${id}/create-checkout`, credentials(payer));
  return json.url;
}

const payments = async (id = eventId) => (await owner.get(`/api/events/${id}/payments`)).json.payments;

describe('a guest', () => {
  it('gives a name first, and can cancel the checkout', async () => {
    const { page } = guest;
    await page.goto(pathOf('/checkout'));
    await expectPath(page);
    await expectHeading(page, 'Pay as Guest');
    await press(page, 'Cancel');
    await expectHeading(page, 'Payment Required');
    await pressPay(page);
    await page.getByLabel(/^Name/).fill('Grace');
    await press(page, 'Continue as Guest');
    await page.getByText('12.50').waitFor();
    await press(page, 'Cancel');
    await page.getByText('You left the checkout, and nothing was charged.').waitFor();
    await expectPath(page);
  });

  it('pays, and the gallery opens by itself once Stripe has confirmed it', async () => {
    const { page } = guest;
    await bank.testCall('webhooks', { mode: 'held' });
    await pressPay(page);
    await press(page, 'Pay');
    await expectHeading(page, 'Confirming Your Payment');
    await bank.testCall('webhooks', { mode: 'straight' });
    await expectHeading(page, 'No photos yet');
    await page.getByText('Payment Received').waitFor();
    await expectPath(page);
    await page.reload();
    await expectHeading(page, 'No photos yet');
    expect(await page.getByText('Payment').count()).toBe(0);
    expect(guest.consoleErrors).toEqual([]);
  });
});

describe('a checkout', () => {
  let unlucky: Person;
  let other: Guest;

  beforeAll(async () => {
    other = await newGuest(baseURL, 'Ugo');
    unlucky = await browserOf(other);
  });

  it('reports that it could not be created, and can be retried', async () => {
    const { page } = unlucky;
    await page.goto(pathOf());
    await bank.testCall('outage', { writes: 1 });
    await pressPay(page);
    await expectHeading(page, 'Checkout Error');
    await page.getByText('Failed to create checkout session. Please try again.').waitFor();

    await whileHeld(page, ['POST', '**/create-checkout'], async () => {
      await press(page, 'Try Again');
      await expectHeading(page, 'Redirecting to Checkout');
      await page.getByText('Amount: $12.50').waitFor();
    });
    await page.waitForURL('**/c/pay/**');
    await page.goBack();
    await expectPath(page);
    await expectHeading(page, 'Payment Required');
  });

  it('by bank debit stays in progress, and opens the gallery once the money has arrived', async () => {
    const { page } = unlucky;
    const session = sessionIdOf(await openCheckout(other));
    await bank.testCall('debit', { milliseconds: 3_600_000 });
    await pressPay(page);
    await page.getByRole('radio', { name: /^Bank debit The money/ }).check();
    await press(page, 'Pay');
    await expectHeading(page, 'Your Payment Is on Its Way');
    await page.goto(pathOf('/checkout'));
    await expectHeading(page, 'Your Payment Is on Its Way');
    await page.getByRole('link', { name: 'Back to Event' }).click();
    // The page before has the same heading, but not this button.
    await page.getByRole('button', { name: 'Check Again' }).waitFor();
    await expectHeading(page, 'Your Payment Is on Its Way');
    await bank.testCall(`sessions/${session}/end`);
    await eventually(
      async () => (await payments()).filter((payment) => payment.state === 'paid').length === 2,
    );
    await press(page, 'Check Again');
    await expectHeading(page, 'No photos yet');
  });

  it('paid by a guest counts for the account that claims the guest', async () => {
    const { page } = unlucky;
    await page.goto(`/api/login?returnTo=${pathOf()}`);
    await signInOnPage(page, { email: `${randomUUID()}@example.com`, firstName: 'Ursula', lastName: 'User' });
    await expectPath(page);
    await expectHeading(page, 'Payment Required');
    await press(page, 'Move to My Account');
    await expectHeading(page, 'No photos yet');
    expect((await payments()).map((payment) => payment.paidByName)).toContain('Ursula User');
  });
});

describe('a user', () => {
  it('pays, and may not see the payments of others', async () => {
    const { page, consoleErrors } = await newPerson(browser, { viewport: DESKTOP, baseURL });
    await page.goto(pathOf());
    await page.getByRole('link', { name: 'Paid with an account? Log in' }).click();
    await signInOnPage(page, { email: `${randomUUID()}@example.com`, firstName: 'Uma', lastName: 'User' });
    await expectPath(page);
    await pressPay(page);
    await press(page, 'Pay');
    await expectHeading(page, 'No photos yet');
    await page.goto(pathOf('/payments'));
    await expectHeading(page, 'Access Denied');
    expect(consoleErrors).toEqual([]);
  });
});

describe('the host', () => {
  it('sees who paid what, and refunds a payment', async () => {
    const { page } = host;
    await page.goto(`/api/login?returnTo=${pathOf()}`);
    await signInOnPage(page, { email: owner.email, firstName: 'Olive', lastName: 'Lovelace' });
    await page.getByRole('link', { name: 'Payments' }).click();
    await page.getByText('total of 3 payments').waitFor();
    await page.getByText('$37.50').waitFor();
    await press(page, 'Refund Grace');
    await page.getByText('Give $12.50 back to Grace?').waitFor();
    await whileFailing(page, ['POST', '**/refund'], async () => {
      await press(page, 'Refund $12.50');
      const isSafe = 'Failed to refund. Nothing is refunded twice, so it is safe to try again.';
      await expectToast(page, 'Refund Failed', isSafe);
    });
    expect(host.consoleErrors.splice(0)).toEqual([expect.stringMatching(/net::ERR_FAILED \(.*\/refund\)/)]);
    await press(page, 'Refund Grace');
    await press(page, 'Refund $12.50');
    await expectToast(page, 'Payment Refunded', '$12.50 go back to Grace.');
    await page.getByText('$25.00').waitFor();
    expect(await page.getByRole('button', { name: 'Refund Grace' }).count()).toBe(0);
    await guest.page.reload();
    await guest.page.getByText('Your payment was given back to you').waitFor();
    expect(host.consoleErrors).toEqual([]);
  });
});
