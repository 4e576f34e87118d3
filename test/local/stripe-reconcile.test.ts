import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type PersonKey, personOfKey } from '../../functions/domain/caller.ts';
import type { EventRecord } from '../../functions/domain/records.ts';
import { handler } from '../../functions/jobs/reconcile-payments.ts';
import { openCheckout } from '../../functions/payments/open-checkout.ts';
import { newPaymentId } from '../../functions/payments/payment-id.ts';
import { paymentPorts } from '../../functions/payments/production-ports.ts';
import { newId } from '../../functions/domain/ids.ts';
import { getRow } from '../../functions/table/dynamo.ts';
import { createEvent } from '../../functions/table/events.ts';
import { keys } from '../../functions/table/keys.ts';
import { parseMembership } from '../../functions/table/membership-row.ts';
import { ensureMembership } from '../../functions/table/membership-capacity.ts';
import { beginPayment } from '../../functions/payments/write-payment.ts';
import { listPayments } from '../../functions/payments/payment-store.ts';
import { openPaymentsTable } from './payments-table.ts';
import { eventRecord } from '../fixtures/records.ts';
import { type StripeBench, openStripeBench, SECRET_KEY } from './stripe-fixture.ts';
import { putPeople } from '../fixtures/seed-people.ts';

const HOUR_MS = 3_600_000;

let bench: StripeBench;

const parameters = mockClient(SSMClient);

// The job as it runs: its settings come from the environment, its secret from Parameter Store.
beforeAll(async () => {
  await openPaymentsTable('reconcile');
  bench = await openStripeBench();
  bench.clock = new Date();
  await bench.test('webhooks', { mode: 'held' });
  parameters.on(GetParameterCommand).resolves({ Parameter: { Value: SECRET_KEY } });
  vi.stubEnv('STRIPE_API_URL', bench.server.url);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  parameters.restore();
  await bench.close();
});

/** A checkout that somebody opened so many hours ago. */
async function opened(hoursAgo: number) {
  const event: EventRecord = eventRecord({ id: newId('evt'), isPaid: true, priceCents: 1250 });
  const guest: PersonKey = `guest:${newId('gst')}`;
  await putPeople(`user:${event.createdBy}`, guest);
  await createEvent(event);
  await ensureMembership(event, { person: personOfKey(guest), now: new Date() });
  const now = () => new Date(Date.now() - hoursAgo * HOUR_MS);
  const ports = { ...paymentPorts, now, begin: beginPayment, newId: newPaymentId };
  const open = () => {
    bench.clock = now();
    return openCheckout(event, guest, ports);
  };
  const payment = async () => (await listPayments(event.id, { after: undefined, limit: 1 }))[0];
  const hasPaid = async () => {
    const row = await getRow(keys.membership(event.id, guest));
    return row && parseMembership(row).hasPaid;
  };
  return { ports, open, payment, hasPaid };
}

const session = async (open: () => Promise<{ url: string }>) => (await open()).url.split('/').at(-1) ?? '';

const dies = () => Promise.reject(new Error('killed'));

describe('reconciling', () => {
  test('settles what was paid without a webhook, and leaves what is on its way or still open', async () => {
    const [lost, slow, young] = [await opened(3), await opened(3), await opened(0)];
    await bench.test(`sessions/${await session(lost.open)}/pay`);
    await bench.test(`sessions/${await session(slow.open)}/pay`, { method: 'delayed' });
    await young.open();
    await handler();
    expect([await lost.hasPaid(), await slow.hasPaid()]).toEqual([true, false]);
    expect(await slow.payment()).toMatchObject({ status: 'pending' });
    expect(await young.payment()).toMatchObject({ version: 2 });
  });

  test('ends an attempt that never got its checkout after an hour, and not before', async () => {
    const [old, fresh] = [await opened(1.1), await opened(0.9)];
    for (const { ports, open: _open, ...one } of [old, fresh]) {
      const provider = { ...ports.provider, openCheckout: dies };
      Object.assign(ports, { provider });
      await expect(_open()).rejects.toThrow('killed');
      expect(await one.payment()).toMatchObject({ sessionId: null, status: 'pending' });
    }
    await handler();
    expect(await old.payment()).toMatchObject({ status: 'failed', failure: 'abandoned' });
    expect(await fresh.payment()).toMatchObject({ status: 'pending' });
  });

  test('processes events that were never delivered, such as a refund long after the payment', async () => {
    const one = await opened(3);
    const id = await session(one.open);
    await bench.test(`sessions/${id}/pay`);
    await handler();
    expect(await one.hasPaid()).toBe(true);
    const intent = (await bench.stripe.checkout.sessions.retrieve(id)).payment_intent as string;
    await bench.stripe.refunds.create({ payment_intent: intent });
    await handler();
    expect(await one.hasPaid()).toBe(false);
    expect(await one.payment()).toMatchObject({ amountRefunded: 1250 });
  });

  test('goes on after a payment that Stripe does not know', async () => {
    const [missing, paid] = [await opened(5), await opened(4)];
    const provider = {
      ...missing.ports.provider,
      openCheckout: async () => ({ sessionId: 'cs_test_gone', url: 'http://127.0.0.1/' }),
    };
    Object.assign(missing.ports, { provider });
    await missing.open();
    await bench.test(`sessions/${await session(paid.open)}/pay`);
    await handler();
    expect(await missing.payment()).toMatchObject({ status: 'failed', failure: 'expired' });
    expect(await paid.hasPaid()).toBe(true);
  });
});
