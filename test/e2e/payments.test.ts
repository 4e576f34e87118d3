import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sessionIdOf, type StripeConnection, connectStripe } from '../fixtures/stripe-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import type { SignedIn } from '../fixtures/users-and-guests.ts';
import { eventually } from '../fixtures/uploads.ts';
import {
  becomeUser,
  DESKTOP,
  closeContexts,
  newPerson,
  PHONE,
  type Person,
  signInOnPage,
  sharedBrowser,
} from '../fixtures/browser.ts';
import { expectToast } from './toast-steps.ts';

const baseURL = inject('siteUrl');
const paid = { privacy: 'unlisted', isPaid: true, price: '12.50' };

let browser: Browser;
let bank: StripeConnection;
let owner: SignedIn;
let desktop: Person;
let guest: Person;
let eventId: string;

beforeAll(async () => {
  [browser, bank, owner] = await Promise.all([
    sharedBrowser(),
    connectStripe(inject('environment')),
    newUser(baseURL, 'Olive'),
  ]);
  desktop = await newPerson(browser, { viewport: DESKTOP, baseURL });
  guest = await newPerson(browser, { viewport: PHONE, baseURL });
  eventId = (await owner.post('/api/events', { name: 'Summer party', ...paid })).json.id;
});

afterAll(async () => {
  await bank?.testCall('webhooks', { mode: 'straight' });
  await closeContexts(browser);
});

const pathOf = (rest = '') => `/event/${eventId}${rest}`;
const expectPath = (page: Page) => page.waitForURL(`${baseURL}${pathOf()}`);
const expectHeading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const pressPay = (page: Page) => page.getByRole('link', { name: 'Pay $12.50 to Access' }).click();

const payments = async () => (await owner.get(`/api/events/${eventId}/payments`)).json.payments;

describe('a guest', () => {
  it('gives a name first, and can cancel or leave the checkout', async () => {
    const { page } = guest;
    await page.goto(pathOf('/checkout'));
    await expectPath(page);
    await expectHeading(page, 'Pay as Guest');
    await press(page, 'Cancel');
    await expectHeading(page, 'Payment Required');
    await pressPay(page);
    await page.getByLabel(/^Name/).fill('Grace');
    await press(page, 'Continue as Guest');
    await page.waitForURL('**/c/pay/**');
    await page.goBack();
    await expectPath(page);
    await expectHeading(page, 'Payment Required');
    await pressPay(page);
    await page.waitForURL('**/c/pay/**');
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
    await expectToast(page, 'Payment Received', 'Thank you. The gallery is open to you now.');
    await expectPath(page);
    await page.reload();
    await expectHeading(page, 'No photos yet');
    expect(await page.getByText('Payment').count()).toBe(0);
    expect(guest.consoleErrors).toEqual([]);
  });
});

it('a user pays by bank debit, which stays in progress until the money has arrived', async () => {
  const uma = await newUser(baseURL, 'Uma');
  const { page } = desktop;
  await becomeUser(desktop, uma);
  await page.goto(pathOf());
  const session = sessionIdOf((await uma.post(`/api/events/${eventId}/create-checkout`, {})).json.url);
  await bank.testCall('debit', { milliseconds: 3_600_000 });
  await pressPay(page);
  await page.getByRole('radio', { name: /^Bank debit The money/ }).check();
  await press(page, 'Pay');
  await expectHeading(page, 'Your Payment Is on Its Way');
  await bank.testCall(`sessions/${session}/end`);
  await eventually(async () => (await payments()).filter((payment) => payment.state === 'paid').length === 2);
  await press(page, 'Check Again');
  await expectHeading(page, 'No photos yet');
});

it('what a guest has paid counts for the account that claims the guest', async () => {
  const { page } = guest;
  await page.goto(`/api/login?returnTo=${pathOf()}`);
  await signInOnPage(page, { email: `${randomUUID()}@example.com`, firstName: 'Ursula', lastName: 'User' });
  await expectPath(page);
  await expectHeading(page, 'Payment Required');
  await press(page, 'Move to My Account');
  await expectHeading(page, 'No photos yet');
  expect((await payments()).map((payment) => payment.paidByName)).toContain('Ursula User');
});

it('the host sees who paid what, and refunds a payment', async () => {
  const { page } = desktop;
  await becomeUser(desktop, owner);
  await page.goto(pathOf());
  await page.getByRole('link', { name: 'Payments' }).click();
  const total = page.getByRole('region', { name: 'Total' });
  await total.getByText('total of 2 payments').waitFor();
  await total.getByText('$25.00').waitFor();
  await press(page, 'Refund Ursula User');
  await page.getByText('Give $12.50 back to Ursula User?').waitFor();
  await press(page, 'Refund $12.50');
  await expectToast(page, 'Payment Refunded', '$12.50 go back to Ursula User.');
  await total.getByText('Refunded').waitFor();
  expect(await total.locator('p').first().innerText()).toBe('$12.50');
  expect(await page.getByRole('button', { name: 'Refund Ursula User' }).count()).toBe(0);
  await guest.page.reload();
  await guest.page.getByText('Your payment was given back to you').waitFor();
  expect(desktop.consoleErrors).toEqual([]);
});
