import { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type StripeBench, openStripeBench, sessionParams, WEBHOOK_SECRETS } from './stripe-fixture.ts';

let bench: StripeBench;

beforeEach(async () => {
  bench = await openStripeBench();
});

afterEach(async () => {
  await bench.close();
});

const types = () => bench.received.map(({ body }) => JSON.parse(body).type as string);
/** Sends what is due; events of one call are sent one after the other. */
const delivered = () => bench.server.tick();

async function paid(): Promise<Stripe.Checkout.Session> {
  const session = await bench.stripe.checkout.sessions.create(sessionParams());
  await bench.test(`sessions/${session.id}/pay`);
  return bench.stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge'],
  });
}

const intentOf = (session: Stripe.Checkout.Session) => session.payment_intent as Stripe.PaymentIntent;
const chargeOf = (session: Stripe.Checkout.Session) => intentOf(session).latest_charge as Stripe.Charge;

async function chargeNow(session: Stripe.Checkout.Session): Promise<Stripe.Charge> {
  const expand = ['latest_charge'];
  const intent = await bench.stripe.paymentIntents.retrieve(intentOf(session).id, { expand });
  return intent.latest_charge as Stripe.Charge;
}

describe('sessions', () => {
  test('are created open, and read as they were created', async () => {
    const made = await bench.stripe.checkout.sessions.create(sessionParams());
    expect(made).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 1250,
      currency: 'usd',
      metadata: { paymentId: 'pay_1' },
      payment_intent: null,
      livemode: false,
    });
    expect(made.expires_at - made.created).toBe(24 * 3600);
    expect({ ...(await bench.stripe.checkout.sessions.retrieve(made.id)) }).toEqual({ ...made });
  });

  test.each([
    ['too little', { unit_amount: 49 }, 'amount_too_small'],
    ['too much', { unit_amount: 100_000_000 }, 'amount_too_large'],
    ['a fraction of a cent', { unit_amount: 12.5 }, 'parameter_invalid'],
  ])('are refused for %s', async (_name, price, code) => {
    const params = sessionParams();
    const [item] = params.line_items;
    const line_items = [
      { ...item, price_data: { ...item?.price_data, ...price } },
    ] as typeof params.line_items;
    await expect(bench.stripe.checkout.sessions.create({ ...params, line_items })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code,
    });
  });

  test('have the server’s present address in their URL, even after a restart', async () => {
    const { id } = await bench.stripe.checkout.sessions.create(sessionParams());
    await bench.restart();
    const { url } = await bench.stripe.checkout.sessions.retrieve(id);
    expect(url).toBe(`${bench.server.url}/c/pay/${id}`);
    expect((await fetch(url ?? '')).status).toBe(200);
  });

  test('can be expired, once', async () => {
    const { id } = await bench.stripe.checkout.sessions.create(sessionParams());
    expect(await bench.stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null });
    await expect(bench.stripe.checkout.sessions.expire(id)).rejects.toThrow('status in ["open"]');
    await delivered();
    expect(types()).toEqual(['checkout.session.expired']);
  });

  test.each([
    [29, /at least 30 minutes/],
    [24 * 60 + 1, /less than 24 hours/],
  ])('do not end %i minutes from now', async (minutes, why) => {
    const expires_at = Math.floor(bench.clock.getTime() / 1000) + minutes * 60;
    await expect(bench.stripe.checkout.sessions.create(sessionParams({ expires_at }))).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      param: 'expires_at',
      message: expect.stringMatching(why),
    });
  });

  test('end when they are asked to', async () => {
    const expires_at = Math.floor(bench.clock.getTime() / 1000) + 30 * 60;
    const { id } = await bench.stripe.checkout.sessions.create(sessionParams({ expires_at }));
    bench.clock = new Date(expires_at * 1000 - 1);
    await delivered();
    expect(await bench.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open', expires_at });
    bench.clock = new Date(expires_at * 1000);
    await delivered();
    expect(await bench.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired', url: null });
  });

  test('expire by themselves after a day', async () => {
    const { id } = await bench.stripe.checkout.sessions.create(sessionParams());
    bench.clock = new Date(bench.clock.getTime() + 24 * 3_600_000);
    await delivered();
    expect(await bench.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' });
    expect(types()).toEqual(['checkout.session.expired']);
  });

  test('that are paid carry their payment, and the payment its own metadata', async () => {
    const session = await paid();
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
    expect(intentOf(session)).toMatchObject({ status: 'succeeded', metadata: { paymentId: 'pay_1' } });
    expect(chargeOf(session)).toMatchObject({ amount: 1250, amount_refunded: 0, disputed: false });
    await delivered();
    expect(types().at(-1)).toBe('checkout.session.completed');
  });

  test.each([
    ['succeeded', 'paid', 'succeeded', 'checkout.session.async_payment_succeeded'],
    ['failed', 'unpaid', 'requires_payment_method', 'checkout.session.async_payment_failed'],
  ])('paid by a delayed method end as %s', async (outcome, payment_status, status, type) => {
    const { id } = await bench.stripe.checkout.sessions.create(sessionParams());
    await bench.test(`sessions/${id}/pay`, { method: 'delayed' });
    const expand = ['payment_intent'];
    expect(await bench.stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: { status: 'processing' },
    });
    await bench.test(`sessions/${id}/end`, { outcome });
    expect(await bench.stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject({
      payment_status,
      payment_intent: { status },
    });
    await delivered();
    expect(types().at(-1)).toBe(type);
  });
});

async function refundAfterDispute(status: string): Promise<unknown> {
  const payment_intent = intentOf(await paid()).id;
  const { id } = await bench.test(`payment_intents/${payment_intent}/dispute`);
  await bench.test(`disputes/${id}/close`, { status });
  return bench.stripe.refunds.create({ payment_intent });
}

describe('refunds and disputes', () => {
  test('refunds can be partial, and never exceed what is left', async () => {
    const session = await paid();
    const payment_intent = intentOf(session).id;
    await bench.stripe.refunds.create({ payment_intent, amount: 500 });
    await expect(bench.stripe.refunds.create({ payment_intent, amount: 800 })).rejects.toThrow('greater');
    await bench.stripe.refunds.create({ payment_intent });
    await expect(bench.stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    expect(await chargeNow(session)).toMatchObject({ amount_refunded: 1250, refunded: true });
  });

  test('a refund that fails counts as none', async () => {
    const session = await paid();
    const { id } = await bench.stripe.refunds.create({ payment_intent: intentOf(session).id });
    await bench.test(`refunds/${id}/fail`);
    expect(await chargeNow(session)).toMatchObject({ amount_refunded: 0, refunded: false });
  });

  test('a disputed charge is not refunded, and the dispute carries no metadata', async () => {
    const session = await paid();
    const payment_intent = intentOf(session).id;
    const { id } = await bench.test(`payment_intents/${payment_intent}/dispute`);
    await expect(bench.stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
    await bench.test(`disputes/${id}/close`, { status: 'lost' });
    const listed = await bench.stripe.disputes.list({ payment_intent });
    expect(listed.data).toMatchObject([{ id, status: 'lost', metadata: {} }]);
    await delivered();
    expect(types().slice(-3)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
    ]);
  });

  test('a dispute that was won leaves the charge refundable, one that was lost does not', async () => {
    await expect(refundAfterDispute('lost')).rejects.toMatchObject({ code: 'charge_disputed' });
    expect(await refundAfterDispute('won')).toMatchObject({ status: 'succeeded', amount: 1250 });
  });
});

describe('idempotency keys', () => {
  const keyed = { idempotencyKey: 'checkout-1' };

  /** Sends a request twice. The one that comes first is worked on until that is ended. */
  async function createTwice(): Promise<Promise<unknown>[]> {
    await bench.test('think', { milliseconds: 600_000 });
    const create = () =>
      bench.stripe.checkout.sessions.create(sessionParams(), keyed).catch((error: unknown) => error);
    const answers = [create(), create()];
    expect(await Promise.race(answers)).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    return answers;
  }

  test('give the first answer again, and say so', async () => {
    const first = await bench.stripe.checkout.sessions.create(sessionParams(), keyed);
    const second = await bench.stripe.checkout.sessions.create(sessionParams(), keyed);
    expect(second.id).toBe(first.id);
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  test('give the first refusal again', async () => {
    const params = { payment_intent: 'pi_none' };
    for (let time = 0; time < 2; time += 1) {
      await expect(bench.stripe.refunds.create(params, keyed)).rejects.toMatchObject({
        code: 'resource_missing',
      });
    }
  });

  test('give the first fault again, and other keys none', async () => {
    await bench.test('outage', { writes: 1 });
    for (let time = 0; time < 2; time += 1) {
      await expect(bench.stripe.checkout.sessions.create(sessionParams(), keyed)).rejects.toMatchObject({
        type: 'StripeAPIError',
        statusCode: 500,
      });
    }
    const other = { idempotencyKey: 'checkout-2' };
    expect((await bench.stripe.checkout.sessions.create(sessionParams(), other)).status).toBe('open');
  });

  test('are refused with other parameters', async () => {
    await bench.stripe.checkout.sessions.create(sessionParams(), keyed);
    await expect(
      bench.stripe.checkout.sessions.create(sessionParams({ client_reference_id: 'x' }), keyed),
    ).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });

  test('are in use while the first request is worked on', async () => {
    const answers = await createTwice();
    await bench.test('think', { milliseconds: 0 });
    expect(await Promise.all(answers)).toContainEqual(expect.objectContaining({ status: 'open' }));
  });

  test('are kept also of a request that was worked on when the server closed', async () => {
    const answers = await createTwice();
    await bench.restart();
    await Promise.all(answers);
    const { lastResponse } = await bench.stripe.checkout.sessions.create(sessionParams(), keyed);
    expect(lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  test('are forgotten after a day', async () => {
    const first = await bench.stripe.checkout.sessions.create(sessionParams(), keyed);
    bench.clock = new Date(bench.clock.getTime() + 25 * 3_600_000);
    const second = await bench.stripe.checkout.sessions.create(sessionParams(), keyed);
    expect(second.id).not.toBe(first.id);
  });
});

describe('webhooks', () => {
  test('are signed with every secret, over the bytes that are sent', async () => {
    await paid();
    await delivered();
    const [{ body, headers }] = bench.received as [(typeof bench.received)[number]];
    for (const secret of WEBHOOK_SECRETS) {
      const signature = String(headers['stripe-signature']);
      const event = Stripe.webhooks.constructEvent(
        body,
        signature,
        secret,
        300,
        undefined,
        bench.clock.getTime(),
      );
      expect(event.id).toMatch(/^evt_/);
    }
  });

  test('are repeated with growing waits until they are accepted', async () => {
    bench.answers = [500, 500, 200];
    const { id } = await bench.stripe.checkout.sessions.create(sessionParams());
    await bench.stripe.checkout.sessions.expire(id);
    await delivered();
    expect(types()).toHaveLength(1);
    const [, event] = [await delivered(), (await bench.stripe.events.list()).data[0]];
    expect(event?.pending_webhooks).toBe(1);
    for (const [wait, count] of [
      [999, 1],
      [1, 2],
      [1999, 2],
      [1, 3],
      [3_600_000, 3],
    ] as const) {
      bench.clock = new Date(bench.clock.getTime() + wait);
      await delivered();
      expect(types()).toHaveLength(count);
    }
    const missed = await bench.stripe.events.list({ delivery_success: false });
    expect(missed.data).toEqual([]);
  });

  test('that were not accepted survive a restart, and so do sessions', async () => {
    bench.answers = [503];
    const session = await paid();
    await delivered();
    bench.answers = [200];
    await bench.restart();
    bench.clock = new Date(bench.clock.getTime() + 60_000);
    bench.received = [];
    await delivered();
    expect(types()).toContain('checkout.session.completed');
    expect(await bench.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'complete' });
  });

  test('are held on request, and sent by hand as often as requested', async () => {
    await bench.test('webhooks', { mode: 'held' });
    await paid();
    await delivered();
    expect(bench.received).toEqual([]);
    const { data } = await bench.stripe.events.list({ types: ['checkout.session.completed'] });
    expect(await bench.test(`events/${data[0]?.id}/send`, { copies: 3 })).toEqual({
      statuses: [200, 200, 200],
    });
    expect(types()).toEqual(Array(3).fill('checkout.session.completed'));
  });
});

describe('requests', () => {
  test('need the key', async () => {
    const other = new Stripe('sk_test_other', {
      host: '127.0.0.1',
      port: new URL(bench.server.url).port,
      protocol: 'http',
    });
    await expect(other.checkout.sessions.create(sessionParams())).rejects.toMatchObject({ statusCode: 401 });
    expect((await fetch(`${bench.server.url}/test/webhooks`, { method: 'POST' })).status).toBe(401);
  });

  test('need the version of the API that is answered', async () => {
    const options = { apiVersion: '2020-08-27' };
    await expect(bench.stripe.checkout.sessions.list({}, options)).rejects.toThrow('API version: 2020-08-27');
  });

  test('need this address as their host name', async () => {
    const { port } = new URL(bench.server.url);
    expect((await fetch(`http://localhost:${port}/c/pay/cs_test_x`)).status).toBe(421);
  });

  test('to unknown paths are refused in Stripe’s form', async () => {
    await expect(bench.stripe.customers.list()).rejects.toMatchObject({ statusCode: 404 });
  });

  test.each([
    ['at the top', { automatic_tax: { enabled: true } }, 'automatic_tax[enabled]'],
    ['deep below', { payment_intent_data: { receipt_email: 'a@b.c' } }, 'payment_intent_data[receipt_email]'],
  ])('with parameters that are not obeyed are refused, never ignored: %s', async (_where, more, param) => {
    await expect(bench.stripe.checkout.sessions.create(sessionParams(more))).rejects.toMatchObject({
      code: 'parameter_unknown',
      param,
    });
  });
});

/** An open checkout, and how to choose on its page. */
async function open() {
  const session = await bench.stripe.checkout.sessions.create(sessionParams());
  const url = session.url ?? '';
  const choose = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual', headers });
  return { session, url, choose };
}

describe('the checkout page', () => {
  test('says what is paid for, with two buttons and no other', async () => {
    const { url } = await open();
    const response = await fetch(url);
    const page = await response.text();
    expect(page).toContain('Summer party');
    expect(page).toContain('12.50');
    const buttons = [...page.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map((match) => match[1]);
    expect(buttons).toEqual(['Pay', 'Cancel']);
    expect(response.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://localhost:3000",
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('shows the names of events as text', async () => {
    const params = sessionParams();
    const line_items = [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: 500, product_data: { name: '<script>x</script>' } },
      },
    ];
    const { url } = await bench.stripe.checkout.sessions.create({ ...params, line_items });
    expect(await (await fetch(url ?? '')).text()).not.toContain('<script>');
  });

  test('pays and leads back', async () => {
    const { session, choose } = await open();
    const response = await choose({ choice: 'pay', way: 'card' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(session.success_url);
    expect(await bench.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      payment_status: 'paid',
    });
  });

  test('leads back after cancelling, and the checkout stays open', async () => {
    const { session, choose } = await open();
    const response = await choose({ choice: 'cancel' });
    expect(response.headers.get('location')).toBe(session.cancel_url);
    expect(await bench.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' });
  });

  test('says that a card was declined', async () => {
    const { session, choose } = await open();
    expect(await (await choose({ choice: 'pay', way: 'declined' })).text()).toContain(
      'The card was declined.',
    );
    expect(await bench.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' });
  });

  test('ends a bank debit by itself ten seconds later', async () => {
    const { session, choose } = await open();
    await choose({ choice: 'pay', way: 'bounced' });
    bench.clock = new Date(bench.clock.getTime() + 9999);
    await bench.server.tick();
    const expand = ['payment_intent'];
    const read = () => bench.stripe.checkout.sessions.retrieve(session.id, { expand });
    expect(await read()).toMatchObject({ payment_intent: { status: 'processing' } });
    bench.clock = new Date(bench.clock.getTime() + 1);
    await bench.server.tick();
    expect(await read()).toMatchObject({ payment_intent: { status: 'requires_payment_method' } });
  });

  test('is over once it was paid', async () => {
    const { choose, url } = await open();
    await choose({ choice: 'pay' });
    const page = await (await fetch(url)).text();
    expect(page).toContain('This has been paid');
    expect(page).not.toContain('<button');
    expect((await choose({ choice: 'pay' })).status).toBe(200);
  });

  test('accepts no form from another site', async () => {
    const { session, choose } = await open();
    expect((await choose({ choice: 'pay' }, { origin: 'http://evil.example' })).status).toBe(403);
    expect(await bench.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' });
  });
});
