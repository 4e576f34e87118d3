import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { queryKeys } from '../../web/src/lib/query-keys.ts';
import Checkout from '../../web/src/routes/checkout.tsx';
import { toastStore } from '../../web/src/ui/toast-store.ts';
import { expectToast } from './expect-toast.ts';
import { type Answers, fakeApi, NO_NETWORK, Refusal } from './fake-api.ts';
import { EVENT_ID, sampleEvent, sampleUser } from './sample-views.ts';
import { show } from './show.tsx';

const CREATE = 'POST /api/events/{eventId}/create-checkout';

const route = { at: `/event/${EVENT_ID}/checkout`, route: '/event/:eventId/checkout' };
const paid = sampleEvent({ role: 'participant', isPaid: true, price: '12.50' });

afterEach(() => toastStore.dismiss());

/** The checkout of an event, which cannot be created. */
async function showCheckout(event = paid) {
  const answers: Answers = {
    'GET /api/events/{eventId}': () => event,
    'GET /api/auth/user': () => sampleUser({ id: 'usr_ada' }),
    [CREATE]: () => new Refusal(500),
  };
  const sent = fakeApi(answers);
  const shown = await show(<Checkout />, route);
  await expect.element(page.getByText('Checkout Error')).toBeVisible();
  const asked = (name: string) => sent.filter((call) => call.name === name).length;
  return { ...shown, answers, asked };
}

it('a checkout is not asked for as somebody else who has signed in meanwhile', async () => {
  const { client, address, asked } = await showCheckout();
  client.setQueryData(queryKeys.session, sampleUser({ id: 'usr_bea' }));
  await expect.poll(address).toBe(`/event/${EVENT_ID}`);
  expect(asked(CREATE)).toBe(1);
});

it('an event that is deleted meanwhile is not shown as it was', async () => {
  const { client, answers } = await showCheckout();
  answers['GET /api/events/{eventId}'] = () => new Refusal(404, { code: 'not_found' });
  await client.invalidateQueries({ queryKey: queryKeys.event(EVENT_ID) });
  await expect.element(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
});

it('a checkout waits for its event, says why it failed, and is asked for again', async () => {
  const [event, checkout] = [Promise.withResolvers<typeof paid>(), Promise.withResolvers<Refusal>()];
  const answers: (() => typeof NO_NETWORK | Promise<Refusal>)[] = [() => NO_NETWORK, () => checkout.promise];
  fakeApi({
    'GET /api/events/{eventId}': () => event.promise,
    'GET /api/auth/user': () => sampleUser({ id: 'usr_ada' }),
    [CREATE]: () => answers.shift()?.() ?? NO_NETWORK,
  });
  const { address } = await show(<Checkout />, route);
  await expect.element(page.getByText('Loading event details...', { exact: true })).toBeVisible();
  event.resolve(paid);
  await expect.element(page.getByText('Checkout Error', { exact: true })).toBeVisible();
  await expect
    .element(page.getByText('Failed to create checkout session. Please try again.', { exact: true }))
    .toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Back to Event', exact: true }))
    .toHaveAttribute('href', `/event/${EVENT_ID}`);
  await page.getByRole('button', { name: 'Try Again', exact: true }).click();
  await expect.element(page.getByText('Redirecting to Checkout', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Amount: $12.50', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Checkout Error')).not.toBeInTheDocument();
  checkout.resolve(new Refusal(409, { message: 'You have paid.', code: 'already_paid' }));
  await expectToast('Already Paid', 'You have already paid for this event.');
  await expect.poll(address).toBe(`/event/${EVENT_ID}`);
});

it('a payment that is on its way is not asked for again', async () => {
  fakeApi({
    'GET /api/events/{eventId}': () => paid,
    'GET /api/auth/user': () => sampleUser({ id: 'usr_ada' }),
    [CREATE]: () => new Refusal(409, { code: 'payment_processing', message: 'It is on its way.' }),
  });
  await show(<Checkout />, route);
  await expect.element(page.getByRole('heading', { name: 'Your Payment Is on Its Way' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Back to Event' }))
    .toHaveAttribute('href', `/event/${EVENT_ID}`);
  await expect.element(page.getByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
});

it('a checkout of a free event is an error, and trying again reads the event, not the checkout', async () => {
  const { asked } = await showCheckout(sampleEvent({ role: 'participant' }));
  await expect.element(page.getByText('This event is not a paid event.', { exact: true })).toBeVisible();
  expect(asked('GET /api/events/{eventId}')).toBe(1);
  await page.getByRole('button', { name: 'Try Again', exact: true }).click();
  await expect.poll(() => asked('GET /api/events/{eventId}')).toBe(2);
  await expect.element(page.getByText('Checkout Error')).toBeVisible();
  expect(asked(CREATE)).toBe(0);
});

it.each([
  [
    'event_paused',
    403,
    'The host has paused new uploads.',
    /^The host has paused this event: for now, nobody new can pay/,
  ],
  ['checkouts_full', 409, 'Many people are paying.', /^Many people are paying\.$/],
  ['proof_required', 429, 'Many people are arriving.', /^Many people are arriving\.$/],
])(
  'a checkout that is refused says why, and can be asked for again (%s)',
  async (code, status, message, text) => {
    let answer: Refusal | Promise<never> = new Refusal(status, { code, message });
    fakeApi({
      'GET /api/events/{eventId}': () => paid,
      'GET /api/auth/user': () => sampleUser({ id: 'usr_ada' }),
      [CREATE]: () => answer,
    });
    await show(<Checkout />, route);
    await expect.element(page.getByText(text)).toBeVisible();
    answer = new Promise(() => {});
    await page.getByRole('button', { name: 'Try Again', exact: true }).click();
    await expect.element(page.getByText('Redirecting to Checkout', { exact: true })).toBeVisible();
  },
);
