import * as fc from 'fast-check';
import type { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PersonKey } from '../../functions/domain/caller.ts';
import { grantsAccess } from '../../functions/domain/paid-access.ts';
import { applyFacts, type PaymentRecord } from '../../functions/payments/payment.ts';
import { sumOf } from '../../functions/payments/payment-totals.ts';
import { personOfKey } from '../../functions/domain/caller.ts';
import type { EventRecord } from '../../functions/domain/records.ts';
import { closeEventPayments } from '../../functions/payments/close-event-payments.ts';
import { transferPayments, anonymisePayments } from '../../functions/payments/transfer-payments.ts';
import { openCheckout } from '../../functions/payments/open-checkout.ts';
import { newPaymentId } from '../../functions/payments/payment-id.ts';
import type { PaymentPorts } from '../../functions/payments/ports.ts';
import { stripeProvider } from '../../functions/payments/stripe-provider.ts';
import { applyWebhookEvent } from '../../functions/payments/apply-webhook-event.ts';
import { newId } from '../../functions/domain/ids.ts';
import { getRow } from '../../functions/table/dynamo.ts';
import { createEvent, markEventDeleted } from '../../functions/table/events.ts';
import { keys } from '../../functions/table/keys.ts';
import { parseMembership } from '../../functions/table/membership-row.ts';
import { setBlocked } from '../../functions/table/give-up-place.ts';
import { ensureMembership } from '../../functions/table/membership-capacity.ts';
import { beginPayment, commitPayment } from '../../functions/payments/write-payment.ts';
import {
  getPayment,
  getPaymentSums,
  isDeliveryKnown,
  listPayments,
  listPending,
} from '../../functions/payments/payment-store.ts';
import { getEntitlement } from '../../functions/payments/entitlement-store.ts';
import { openPaymentsTable } from './payments-table.ts';
import { type StripeBench, openStripeBench } from './stripe-fixture.ts';
import { putPeople } from '../fixtures/seed-people.ts';

const HOST = 'aaaaaaaa-0000-4000-8000-000000000001';
const USER: PersonKey = 'user:aaaaaaaa-0000-4000-8000-000000000002';

let bench: StripeBench;
let ports: PaymentPorts & { isKnown: typeof isDeliveryKnown };
let event: EventRecord;
let guest: PersonKey;

beforeAll(() => openPaymentsTable('settling'));
afterAll(() => void vi.unstubAllEnvs());

beforeEach(async () => {
  bench = await openStripeBench({ maxNetworkRetries: 2 });
  await bench.test('webhooks', { mode: 'held' });
  await bench.test('think', { milliseconds: 0 });
  ports = {
    provider: stripeProvider(
      async () => bench.stripe,
      () => 'http://localhost:3000',
    ),
    store: { getPayment, getEntitlement, commit: commitPayment },
    now: () => bench.clock,
    isKnown: isDeliveryKnown,
  };
  [event, guest] = [await newEvent(), `guest:${newId('gst')}`];
  await putPeople(guest);
  await ensureMembership(event, { person: personOfKey(guest), now: bench.clock });
});

afterEach(async () => {
  await bench.close();
});

async function newEvent(): Promise<EventRecord> {
  const made: EventRecord = {
    id: newId('evt'),
    name: 'Summer party',
    description: null,
    date: null,
    eventType: null,
    privacy: 'unlisted',
    moderationEnabled: false,
    isPaused: false,
    firstNamesSince: null,
    isPaid: true,
    priceCents: 1250,
    currency: 'usd',
    createdBy: HOST,
    createdAt: bench.clock.toISOString(),
    updatedAt: bench.clock.toISOString(),
    highlightCount: 0,
  };
  await putPeople(`user:${HOST}`);
  await createEvent(made);
  return made;
}

function open(payer: PersonKey = guest, more: Partial<PaymentPorts> = {}): Promise<{ url: string }> {
  bench.clock = new Date(bench.clock.getTime() + 1);
  return openCheckout(event, payer, { ...ports, begin: beginPayment, newId: newPaymentId, ...more });
}
const payments = () => listPayments(event.id, { after: undefined, limit: 50 });
const onlyPayment = async () => {
  const found = await payments();
  expect(found).toHaveLength(1);
  return found[0] as PaymentRecord;
};
const sessionIn = (url: string) => url.split('/').at(-1) ?? '';
const hasPaid = async (person: PersonKey = guest) =>
  parseMembership((await getRow(keys.membership(event.id, person))) ?? {}).hasPaid;

async function missed(): Promise<Stripe.Event[]> {
  const { data } = await bench.stripe.events.list({ limit: 100 });
  return data.toReversed();
}

const deliver = ({ id, type, data }: Stripe.Event, through = ports) =>
  applyWebhookEvent({ id, type, object: data.object }, through);

async function deliverAll(): Promise<void> {
  for (const one of await missed()) await deliver(one);
}

async function pay(payer: PersonKey = guest): Promise<string> {
  const { url } = await open(payer);
  await bench.test(`sessions/${sessionIn(url)}/pay`);
  return sessionIn(url);
}

const intentOf = async (session: string) =>
  (await bench.stripe.checkout.sessions.retrieve(session)).payment_intent as string;

describe('opening a checkout', () => {
  test('twice gives the same one', async () => {
    const first = await open();
    expect(await open()).toEqual(first);
    expect(await onlyPayment()).toMatchObject({ status: 'pending', amount: 1250, payer: guest });
  });

  test('from many tabs at once makes one', async () => {
    await bench.test('think', { milliseconds: 50 });
    const urls = await Promise.all(Array.from({ length: 6 }, () => open()));
    expect(new Set(urls.map(({ url }) => url)).size).toBe(1);
    await onlyPayment();
    expect((await bench.stripe.checkout.sessions.list({ limit: 10 })).data).toHaveLength(1);
  });

  test('after a crash before it was stored finds the one that was made', async () => {
    const dies = { ...ports.store, commit: () => Promise.reject(new Error('killed')) };
    await expect(open(guest, { store: dies })).rejects.toThrow('killed');
    const { url } = await open();
    expect((await bench.stripe.checkout.sessions.list()).data.map(({ id }) => id)).toEqual([sessionIn(url)]);
    expect((await onlyPayment()).sessionId).toBe(sessionIn(url));
  });

  test('makes a new one if the old one has ended', async () => {
    const first = await open();
    await bench.stripe.checkout.sessions.expire(sessionIn(first.url));
    const second = await open();
    expect(second.url).not.toBe(first.url);
    expect((await payments()).map(({ status, failure }) => [status, failure])).toEqual([
      ['pending', null],
      ['failed', 'expired'],
    ]);
  });

  test('is refused to a person who has paid, even before a webhook says so', async () => {
    await pay();
    await expect(open()).rejects.toMatchObject({ kind: 'conflict', code: 'already_paid' });
    expect(await hasPaid()).toBe(true);
  });

  test('is refused while the money is on its way', async () => {
    const { url } = await open();
    await bench.test(`sessions/${sessionIn(url)}/pay`, { method: 'delayed' });
    await expect(open()).rejects.toMatchObject({ code: 'payment_processing' });
    expect(await onlyPayment()).toMatchObject({ status: 'pending', isProcessing: true });
  });

  test('that was left open is over after an hour, and whoever comes back gets a new one', async () => {
    const first = await open();
    const { expires_at } = await bench.stripe.checkout.sessions.retrieve(sessionIn(first.url));
    expect(expires_at).toBe(Math.floor(bench.clock.getTime() / 1000) + 3600);
    bench.clock = new Date(expires_at * 1000);
    await bench.server.tick();
    await deliverAll();
    expect(await onlyPayment()).toMatchObject({ status: 'failed', failure: 'expired' });
    expect((await open()).url).not.toBe(first.url);
  });

  test('begins anew where half an hour went by without one, for which Stripe would make none', async () => {
    const dies = { ...ports.provider, openCheckout: () => Promise.reject(new Error('killed')) };
    await expect(open(guest, { provider: dies })).rejects.toThrow('killed');
    bench.clock = new Date(bench.clock.getTime() + 31 * 60_000);
    expect((await open()).url).toContain('/c/pay/');
    expect((await payments()).map(({ failure }) => failure)).toEqual([null, 'abandoned']);
  });

  test('begins anew after Stripe has refused for good', async () => {
    event = { ...event, currency: 'sek', priceCents: 300 };
    const refusing = { ...event, name: 'x' };
    await expect(
      openCheckout(refusing, guest, {
        ...ports,
        begin: (payment, entitlement) =>
          beginPayment({ ...payment, currency: 'usd', amount: 3 }, entitlement),
        newId: newPaymentId,
      }),
    ).rejects.toMatchObject({ code: 'checkout_refused' });
    expect(await onlyPayment()).toMatchObject({ status: 'failed', failure: 'abandoned' });
    expect((await open()).url).toContain('/c/pay/');
  });

  test('is possible again after a refund', async () => {
    const session = await pay();
    await deliverAll();
    await bench.stripe.refunds.create({ payment_intent: await intentOf(session) });
    await deliverAll();
    expect(await hasPaid()).toBe(false);
    await pay();
    await deliverAll();
    expect(await hasPaid()).toBe(true);
    expect(await getPaymentSums(event.id)).toEqual({
      paidCount: 2,
      accessCount: 1,
      amount: 2500,
      amountRefunded: 1250,
      amountLost: 0,
    });
  });
});

type Step = 'pay' | 'debit' | 'arrive' | 'bounce' | 'expire' | 'part' | 'rest' | 'dispute' | 'lose' | 'win';

async function closeDispute(status: string): Promise<unknown> {
  const { data } = await bench.stripe.disputes.list();
  return bench.test(`disputes/${data[0]?.id}/close`, { status });
}

/** Makes something happen at Stripe, if it can. */
async function happen(name: Step, session: string): Promise<void> {
  const acts: Record<Step, () => Promise<unknown>> = {
    pay: () => bench.test(`sessions/${session}/pay`),
    debit: () => bench.test(`sessions/${session}/pay`, { method: 'delayed' }),
    arrive: () => bench.test(`sessions/${session}/end`),
    bounce: () => bench.test(`sessions/${session}/end`, { outcome: 'failed' }),
    expire: () => bench.stripe.checkout.sessions.expire(session),
    part: async () => bench.stripe.refunds.create({ payment_intent: await intentOf(session), amount: 400 }),
    rest: async () => bench.stripe.refunds.create({ payment_intent: await intentOf(session) }),
    dispute: async () => bench.test(`payment_intents/${await intentOf(session)}/dispute`),
    lose: () => closeDispute('lost'),
    win: () => closeDispute('won'),
  };
  await acts[name]().catch(() => undefined);
}

async function expectSettled(): Promise<void> {
  const payment = await onlyPayment();
  const truth = await ports.provider.read(payment.sessionId ?? '');
  const { version, updatedAt } = payment;
  const expected = truth && { ...applyFacts(payment, truth.facts, bench.clock), version, updatedAt };
  expect(payment).toEqual(expected);
  expect(await hasPaid()).toBe(grantsAccess(payment));
  expect(await getEntitlement(event.id, guest)).toMatchObject({
    paidWith: grantsAccess(payment) ? [payment.id] : [],
  });
  expect(await getPaymentSums(event.id)).toEqual(sumOf(payment));
}

/** Delivers an event until it is processed; its write sometimes dies, before it or before its answer. */
async function stubborn(one: Stripe.Event, dice: fc.Stream<number>): Promise<void> {
  const roll = () => Number(dice.next().value);
  const commit: typeof commitPayment = async (change, now) => {
    if (roll() < 200) throw new Error('killed');
    const written = await commitPayment(change, now);
    if (roll() < 200) throw new Error('killed');
    return written;
  };
  for (;;) {
    try {
      await deliver(one, { ...ports, store: { ...ports.store, commit } });
      return;
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'killed') throw error;
    }
  }
}

describe('deliveries into the real table', () => {
  const firsts: Step[][] = [['pay'], ['debit', 'arrive'], ['debit', 'bounce'], ['expire']];
  const laters: Step[] = ['part', 'rest', 'dispute', 'lose', 'win'];

  test('in any order, at once, repeated and killed anywhere, end in the same state', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...firsts),
        fc.array(fc.constantFrom(...laters), { maxLength: 5 }),
        fc.infiniteStream(fc.noBias(fc.nat({ max: 999 }))),
        async (first, later, dice) => {
          [event, guest] = [await newEvent(), `guest:${newId('gst')}`];
          await putPeople(guest);
          await ensureMembership(event, { person: personOfKey(guest), now: bench.clock });
          const before = new Set((await missed()).map(({ id }) => id));
          const { url } = await open();
          for (const name of [...first, ...later]) await happen(name, sessionIn(url));
          const told = (await missed()).filter(({ id }) => !before.has(id));
          const shuffled = [...told, ...told]
            .map((one) => ({ one, at: dice.next().value }))
            .toSorted((a, b) => Number(a.at) - Number(b.at));
          await Promise.all(shuffled.map(({ one }) => stubborn(one, dice)));
          await expectSettled();
          expect(await payments()).toHaveLength(1);
        },
      ),
      { numRuns: 12, endOnFailure: true },
    );
  });

  test('are recorded together with their work, or not at all', async () => {
    await open();
    const before = await onlyPayment();
    const after = { ...before, status: 'succeeded', version: before.version + 1 } as const;
    const change = {
      before,
      after,
      entitlement: await getEntitlement(event.id, guest),
      deliveryId: newId('evt'),
    };
    const { deliveryId } = change;
    const stale = { ...before, version: before.version - 1 };
    expect(await commitPayment({ ...change, before: stale }, bench.clock)).toBe('changed');
    expect([await isDeliveryKnown(deliveryId), await hasPaid()]).toEqual([false, false]);
    expect(await commitPayment(change, bench.clock)).toBe('done');
    expect([await isDeliveryKnown(deliveryId), await hasPaid()]).toEqual([true, true]);
    const again = { ...change, before: after, after: { ...after, status: 'failed', version: 9 } as const };
    expect(await commitPayment(again, bench.clock)).toBe('known');
    expect(await onlyPayment()).toEqual(after);
    expect(await getPaymentSums(event.id)).toEqual(sumOf(after));
  });

  test('of a payment that is not ours change nothing', async () => {
    const foreign = await bench.stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'x' } } },
      ],
      success_url: 'http://localhost:3000/',
      cancel_url: 'http://localhost:3000/',
    });
    await bench.test(`sessions/${foreign.id}/pay`);
    await bench.test(`payment_intents/${await intentOf(foreign.id)}/dispute`);
    await deliverAll();
    expect(await payments()).toEqual([]);
  });

  test('leave a payment in the list of pending ones until it is settled', async () => {
    const { url } = await open();
    const later = new Date(bench.clock.getTime() + 1);
    const ids = async () => (await listPending(later)).payments.map(({ eventId }) => eventId);
    expect(await ids()).toContain(event.id);
    await bench.test(`sessions/${sessionIn(url)}/pay`);
    await deliverAll();
    expect(await ids()).not.toContain(event.id);
  });

  test('that were never accepted are listed for reconciliation', async () => {
    await pay();
    const listed: string[] = [];
    for await (const { type } of ports.provider.listMissed(bench.clock)) listed.push(type);
    expect(listed).toEqual(['checkout.session.completed']);
  });
});

const refunded = async () => (await payments()).map(({ amountRefunded }) => amountRefunded);

describe('money that buys nothing', () => {
  test('goes back if the event is being deleted', async () => {
    const { url } = await open();
    await markEventDeleted(event.id, bench.clock);
    await bench.test(`sessions/${sessionIn(url)}/pay`);
    await deliverAll();
    expect(await refunded()).toEqual([1250]);
  });

  test('goes back if the payer was removed', async () => {
    const { url } = await open();
    await setBlocked(event.id, { person: guest, isBlocked: true });
    await bench.test(`sessions/${sessionIn(url)}/pay`);
    await deliverAll();
    expect(await refunded()).toEqual([1250]);
    expect(await hasPaid()).toBe(false);
  });

  test('goes back if one person paid twice', async () => {
    await putPeople(USER);
    await ensureMembership(event, { person: personOfKey(USER), now: bench.clock });
    const both = [await open(guest), await open(USER)];
    await transferPayments(event.id, { from: guest, to: USER }, bench.clock);
    await Promise.all(both.map(({ url }) => bench.test(`sessions/${sessionIn(url)}/pay`)));
    await Promise.all((await missed()).map((one) => deliver(one)));
    expect((await refunded()).toSorted((a, b) => a - b)).toEqual([0, 1250]);
    expect(await hasPaid(USER)).toBe(true);
  });
});

describe('payments that change hands', () => {
  test('take access along, and a checkout that is still open', async () => {
    await putPeople(USER);
    await ensureMembership(event, { person: personOfKey(USER), now: bench.clock });
    const { url } = await open();
    await transferPayments(event.id, { from: guest, to: USER }, bench.clock);
    expect(await open(USER)).toEqual({ url });
    await bench.test(`sessions/${sessionIn(url)}/pay`);
    await deliverAll();
    expect([await hasPaid(guest), await hasPaid(USER)]).toEqual([false, true]);
    expect((await onlyPayment()).payer).toBe(USER);
  });

  test('and are refunded later end the access of the person who has them now', async () => {
    await putPeople(USER);
    await ensureMembership(event, { person: personOfKey(USER), now: bench.clock });
    const session = await pay();
    await deliverAll();
    await transferPayments(event.id, { from: guest, to: USER }, bench.clock);
    expect([await hasPaid(guest), await hasPaid(USER)]).toEqual([false, true]);
    await bench.stripe.refunds.create({ payment_intent: await intentOf(session) });
    await deliverAll();
    expect(await hasPaid(USER)).toBe(false);
  });

  test('lose their name with the person', async () => {
    await pay();
    await deliverAll();
    await anonymisePayments(event.id, guest);
    expect(await onlyPayment()).toMatchObject({ payer: null, description: null, status: 'succeeded' });
  });

  test('lose their names with the event, and open checkouts are closed', async () => {
    await pay();
    await deliverAll();
    await putPeople(USER);
    await ensureMembership(event, { person: personOfKey(USER), now: bench.clock });
    const { url } = await open(USER);
    await markEventDeleted(event.id, bench.clock);
    let asked = 0;
    const isOverdue = () => (asked += 1) > 1;
    expect(await closeEventPayments(event.id, { ...ports, isOverdue })).toBe(false);
    expect(await closeEventPayments(event.id, { ...ports, isOverdue: () => false })).toBe(true);
    expect((await payments()).map(({ payer, status }) => [payer, status])).toEqual([
      [null, 'failed'],
      [null, 'succeeded'],
    ]);
    expect(await bench.stripe.checkout.sessions.retrieve(sessionIn(url))).toMatchObject({
      status: 'expired',
    });
    expect(await getPaymentSums(event.id)).toMatchObject({ paidCount: 1, amount: 1250, amountRefunded: 0 });
  });
});
