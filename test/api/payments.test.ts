import { createHmac, randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Stripe } from 'stripe';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { paymentsOf } from '../../functions/table/keys.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';
import { Client } from '../fixtures/api-client.ts';
import {
  chooseOnCheckoutPage,
  sessionIdOf,
  type StripeConnection,
  connectStripe,
} from '../fixtures/stripe-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import { credentials, type Guest, guestQuery, type SignedIn } from '../fixtures/users-and-guests.ts';
import { eventually } from '../fixtures/uploads.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';

const base = inject('siteUrl');
const environment = inject('environment');

let owner: SignedIn;
let bank: StripeConnection;

beforeAll(async () => {
  [owner, bank] = await Promise.all([newUser(base, 'Olive'), connectStripe(environment)]);
});

const newEvent = (): Promise<string> =>
  seedEvent(owner, { name: 'Paid party', privacy: 'unlisted', isPaid: true, priceCents: 1250 });

const checkout = (client: Client, eventId: string, body: object = {}) =>
  client.post(`/api/events/${eventId}/create-checkout`, body);
const asGuest = <P extends string>(guest: Guest, path: P) => guest.get(`${path}?${guestQuery(guest)}`);
const statusOf = async (guest: Guest, eventId: string) =>
  (await asGuest(guest, `/api/events/${eventId}/payment-status`)).json;
const hasPaid = (guest: Guest, eventId: string, wanted = true) =>
  eventually(async () => (await statusOf(guest, eventId)).hasPaid === wanted);
const paymentOverview = async (eventId: string) => (await owner.get(`/api/events/${eventId}/payments`)).json;

/** Opens the checkout, pays, and waits for the webhook. */
async function payAsGuest(eventId: string, name = 'Grace'): Promise<Guest> {
  const guest = await seedGuest(base, name);
  const { json } = await checkout(guest, eventId, credentials(guest));
  await chooseOnCheckoutPage(guest, json.url, 'pay');
  await hasPaid(guest, eventId);
  return guest;
}

describe('paying', () => {
  it('turns "Payment Required" into the gallery', async () => {
    const eventId = await newEvent();
    const guest = await seedGuest(base);
    expect((await asGuest(guest, `/api/events/${eventId}/media`)).status).toBe(402);
    expect(await statusOf(guest, eventId)).toEqual({ hasPaid: false, isProcessing: false, state: null });

    const opened = await checkout(guest, eventId, credentials(guest));
    expect(opened.status).toBe(200);
    expect((await checkout(guest, eventId, credentials(guest))).json).toEqual(opened.json);

    const cancelled = await chooseOnCheckoutPage(guest, opened.json.url, 'cancel');
    expect(cancelled.headers.get('location')).toBe(`${base}/event/${eventId}?checkout=cancelled`);
    expect((await statusOf(guest, eventId)).hasPaid).toBe(false);

    const paid = await chooseOnCheckoutPage(guest, opened.json.url, 'pay');
    expect(paid.status).toBe(303);
    expect(paid.headers.get('location')).toBe(`${base}/event/${eventId}?checkout=success`);
    await hasPaid(guest, eventId);
    expect((await asGuest(guest, `/api/events/${eventId}/media`)).status).toBe(200);
    expect((await asGuest(guest, `/api/events/${eventId}`)).json).toMatchObject({ hasPaid: true });
    expect(await checkout(guest, eventId, credentials(guest))).toMatchObject({
      status: 409,
      json: { code: 'already_paid' },
    });
  });

  it('is for the price when the checkout began, in the currency’s own units', async () => {
    const fields = { name: 'Paid party', isPaid: true, price: '500.00', currency: 'jpy' };
    const event = await owner.post('/api/events', { ...fields, privacy: 'unlisted' });
    expect(event.status).toBe(201);
    const { json } = await checkout(await newUser(base), event.json.id);
    const session = await bank.stripe.checkout.sessions.retrieve(sessionIdOf(json.url));
    expect([session.amount_total, session.currency]).toEqual([500, 'jpy']);
  });

  it('by a method that takes days is shown as on its way, and then arrives', async () => {
    const eventId = await newEvent();
    const guest = await seedGuest(base);
    const { json } = await checkout(guest, eventId, credentials(guest));
    await bank.testCall(`sessions/${sessionIdOf(json.url)}/pay`, { method: 'delayed' });
    await eventually(async () => (await statusOf(guest, eventId)).isProcessing);
    expect(await checkout(guest, eventId, credentials(guest))).toMatchObject({
      status: 409,
      json: { code: 'payment_processing' },
    });
    await bank.testCall(`sessions/${sessionIdOf(json.url)}/end`);
    await hasPaid(guest, eventId);
  });

  it('by a method that takes days and then fails can be tried again', async () => {
    const eventId = await newEvent();
    const guest = await seedGuest(base);
    const { json } = await checkout(guest, eventId, credentials(guest));
    await bank.testCall(`sessions/${sessionIdOf(json.url)}/pay`, { method: 'delayed' });
    await bank.testCall(`sessions/${sessionIdOf(json.url)}/end`, { outcome: 'failed' });
    await eventually(async () => (await statusOf(guest, eventId)).state === 'failed');
    const again = await checkout(guest, eventId, credentials(guest));
    expect(again.status).toBe(200);
    expect(again.json.url).not.toBe(json.url);
  });

  it('replaces an expired checkout', async () => {
    const eventId = await newEvent();
    const user = await newUser(base);
    const first = await checkout(user, eventId);
    await bank.stripe.checkout.sessions.expire(sessionIdOf(first.json.url));
    const second = await checkout(user, eventId);
    expect(second.status).toBe(200);
    expect(second.json.url).not.toBe(first.json.url);
  });

  it('survives several clicks at once', async () => {
    const eventId = await newEvent();
    const user = await newUser(base);
    const answers = await Promise.all(Array.from({ length: 5 }, () => checkout(user, eventId)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ json }) => json.url)).size).toBe(1);
    expect((await paymentOverview(eventId)).payments).toHaveLength(1);
  });
});

describe('nobody pays', () => {
  it('as the owner, or for a free event', async () => {
    const eventId = await newEvent();
    expect((await owner.get(`/api/events/${eventId}/payment-status`)).json.hasPaid).toBe(true);
    const free = await seedEvent(owner);
    expect(await checkout(await newUser(base), free)).toMatchObject({
      status: 400,
      json: { message: 'This event is not a paid event.' },
    });
  });
});

describe('a price', () => {
  it('that cannot be charged is refused when the event is created', async () => {
    const answer = await owner.post('/api/events', { name: 'x', isPaid: true, price: '0.49' });
    const message = 'The price is too small: the least that can be charged is 0.50 USD.';
    expect(answer).toMatchObject({ status: 400, json: { issues: [{ path: 'price', message }] } });
  });

  it('of a free event is ignored', async () => {
    const answer = await owner.post('/api/events', { name: 'x', isPaid: false, price: '0.01' });
    expect(answer).toMatchObject({ status: 201, json: { price: null } });
  });
});

describe('the owner', () => {
  it('sees who paid, how much, and the totals, and can refund a payment', async () => {
    const eventId = await newEvent();
    const first = await payAsGuest(eventId, 'Ada');
    await payAsGuest(eventId, 'Bea');
    const { payments, totals } = await paymentOverview(eventId);
    expect(payments.map((one) => [one.paidByName, one.amount, one.status, one.state])).toEqual([
      ['Bea', 1250, 'succeeded', 'paid'],
      ['Ada', 1250, 'succeeded', 'paid'],
    ]);
    expect(payments[1]).toMatchObject({
      paidByGuestId: first.guestId,
      paidByUserId: null,
      isRefundable: true,
    });
    expect(totals).toEqual({
      currency: 'usd',
      paidCount: 2,
      accessCount: 2,
      amount: 2500,
      amountRefunded: 0,
      amountLost: 0,
      net: 2500,
    });

    const at = `/api/events/${eventId}/payments/${payments[1]?.id}/refund` as const;
    const clicks = await Promise.all([owner.post(at), owner.post(at)]);
    expect(clicks.some(({ status, json }) => status === 200 && json.state === 'refunded')).toBe(true);
    expect(await statusOf(first, eventId)).toMatchObject({ hasPaid: false, state: 'refunded' });
    expect((await asGuest(first, `/api/events/${eventId}/media`)).status).toBe(402);
    expect((await paymentOverview(eventId)).totals).toMatchObject({
      accessCount: 1,
      amountRefunded: 1250,
      net: 1250,
    });
    expect(await owner.post(at)).toMatchObject({ status: 409, json: { code: 'not_refundable' } });
  });

  it('sees that the payer’s bank has returned a refund', async () => {
    const eventId = await newEvent();
    const guest = await payAsGuest(eventId);
    const [payment] = (await paymentOverview(eventId)).payments;
    await owner.post(`/api/events/${eventId}/payments/${payment?.id}/refund`);
    const { latest_charge } = await bank.stripe.paymentIntents.retrieve(
      payment?.stripePaymentIntentId ?? '',
      {
        expand: ['latest_charge.refunds'],
      },
    );
    const { refunds } = latest_charge as Stripe.Charge;
    await bank.testCall(`refunds/${refunds?.data[0]?.id}/fail`);
    await hasPaid(guest, eventId);
    const { payments, totals } = await paymentOverview(eventId);
    expect(payments).toMatchObject([{ state: 'paid', refund: 'failed', isRefundable: true }]);
    expect(totals).toMatchObject({ accessCount: 1, amountRefunded: 0, net: 1250 });
  });

  it('must confirm the deletion of an event that people have paid for', async () => {
    const eventId = await newEvent();
    const guest = await payAsGuest(eventId);
    const open = await checkout(await newUser(base), eventId);
    for (const confirm of ['', '?confirm=true']) {
      const refused = await owner.delete(`/api/events/${eventId}${confirm}`);
      expect(refused).toMatchObject({ status: 409, json: { code: 'has_payments' } });
      expect(refused.json.message).toMatch(/ends their access, and nothing is refunded/);
    }
    expect((await asGuest(guest, `/api/events/${eventId}/media`)).status).toBe(200);
    expect((await owner.delete(`/api/events/${eventId}?confirm=payments`)).status).toBe(204);
    expect((await asGuest(guest, `/api/events/${eventId}`)).status).toBe(404);
    const rows = await eventually(async () => {
      const found = await rowsOf(eventId);
      return found.every(({ payer }) => payer === null) && found;
    });
    expect(rows.map(({ status }) => status as string).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'failed',
      'succeeded',
    ]);
    // The open checkout is closed; what was paid is not refunded without anybody asking for it.
    expect(rows.map(({ amountRefunded }) => amountRefunded as number)).toEqual([0, 0]);
    const session = await bank.stripe.checkout.sessions.retrieve(sessionIdOf(open.json.url));
    expect(session.status).toBe('expired');
  });

  it('deletes an event that nobody has paid for without confirming it', async () => {
    const eventId = await newEvent();
    await checkout(await newUser(base), eventId);
    expect((await owner.delete(`/api/events/${eventId}`)).status).toBe(204);
  });
});

async function rowsOf(eventId: string): Promise<Record<string, any>[]> {
  const client = localTableClient(environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '');
  try {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: environment['TABLE_NAME'],
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': { S: paymentsOf(eventId) }, ':sk': { S: 'PAYMENT#' } },
      }),
    );
    return Items.map((item) => unmarshall(item));
  } finally {
    client.destroy();
  }
}

describe('a dispute', () => {
  it('that is lost takes access away, and one that is won gives it back', async () => {
    const eventId = await newEvent();
    const guest = await payAsGuest(eventId);
    const [payment] = (await paymentOverview(eventId)).payments;
    const dispute = await bank.testCall(`payment_intents/${payment?.stripePaymentIntentId}/dispute`);
    await eventually(async () => (await paymentOverview(eventId)).payments[0]?.state === 'disputed');
    expect((await statusOf(guest, eventId)).hasPaid).toBe(true);
    await bank.testCall(`disputes/${dispute.id}/close`, { status: 'lost' });
    await hasPaid(guest, eventId, false);
    expect((await paymentOverview(eventId)).totals).toMatchObject({ amountLost: 1250, net: 0 });
    await bank.testCall(`disputes/${dispute.id}/close`, { status: 'won' });
    await hasPaid(guest, eventId);
  });
});

describe('a guest who paid', () => {
  it('leaves the payment without a name when leaving for good', async () => {
    const eventId = await newEvent();
    const guest = await payAsGuest(eventId);
    expect((await guest.delete(`/api/guests/${guest.guestId}?token=${guest.token}`)).status).toBe(204);
    await eventually(async () => (await paymentOverview(eventId)).payments[0]?.paidByGuestId === null);
    expect((await paymentOverview(eventId)).totals).toMatchObject({ paidCount: 1, net: 1250 });
  });
});

const send = (body: string, signature: string) =>
  new Client(base).send('POST', '/api/stripe/webhook', {
    body,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
  });
const signed = (body: string, shiftSeconds = 0) => {
  const stamp = Math.floor(Date.now() / 1000) + shiftSeconds;
  const hash = createHmac('sha256', bank.webhookSecrets[0] ?? '')
    .update(`${stamp}.${body}`)
    .digest('hex');
  return `t=${stamp},v1=${hash}`;
};

describe('the webhook', () => {
  const unknown = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'customer.created',
    data: { object: { id: 'cus_1', object: 'customer' } },
  });

  it('accepts events that it does not know', async () => {
    expect(await send(unknown, signed(unknown))).toMatchObject({ status: 200, json: { received: true } });
  });

  it.each([
    ['a wrong signature', () => 't=1,v1=abc'],
    ['no signature', () => ''],
    ['an old one', () => signed(unknown, -400)],
    ['one from the future', () => signed(unknown, 400)],
    ['one of another body', () => signed(`${unknown} `)],
  ])('refuses %s', async (_name, signature) => {
    expect(await send(unknown, signature())).toMatchObject({
      status: 400,
      json: { code: 'invalid_signature' },
    });
  });

  it('trusts no event, but asks Stripe', async () => {
    const eventId = await newEvent();
    const guest = await seedGuest(base);
    const { json } = await checkout(guest, eventId, credentials(guest));
    const session = await bank.stripe.checkout.sessions.retrieve(sessionIdOf(json.url));
    const lie = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'checkout.session.completed',
      data: { object: { ...session, status: 'complete', payment_status: 'paid' } },
    });
    expect((await send(lie, signed(lie))).status).toBe(200);
    expect((await statusOf(guest, eventId)).hasPaid).toBe(false);
  });

  it('processes an event once, however often it comes', async () => {
    const eventId = await newEvent();
    await payAsGuest(eventId);
    const { data } = await bank.stripe.events.list({ types: ['checkout.session.completed'], limit: 100 });
    const told = data.find(({ data }) => (data.object as { metadata?: any }).metadata?.eventId === eventId);
    const [before] = await rowsOf(eventId);
    expect(await bank.testCall(`events/${told?.id}/send`, { copies: 5 })).toEqual({
      statuses: Array(5).fill(200),
    });
    expect(await rowsOf(eventId)).toEqual([before]);
    expect((await paymentOverview(eventId)).totals).toMatchObject({ paidCount: 1, amount: 1250 });
  });
});
