import { findSession } from './checkout-sessions.ts';
import { completeSession, settleDelayedPayment } from './complete-payment.ts';
import { closeDispute, DISPUTE_OUTCOMES, openDispute } from './disputes.ts';
import { failRefund } from './refunds.ts';
import type { StripeContext } from './stripe-context.ts';
import { notFound, StripeApiError } from './stripe-error.ts';
import type { StripeEvent } from './stripe-objects.ts';
import type { Deliveries, DeliveryMode } from './webhook-deliveries.ts';

export type TestApiContext = {
  readonly context: StripeContext;
  readonly deliveries: Deliveries;
  /** How long each write takes from now on. Those under way end. */
  readonly setThinkMs: (milliseconds: number) => void;
  /** How long bank debits chosen on the page take from now on. */
  readonly setDebitMs: (milliseconds: number) => void;
  /** The next writes fail with a server error, which their idempotency keys then repeat. */
  readonly breakWrites: (count: number) => void;
};

type Input = Readonly<Record<string, unknown>>;
type TestAction = (testApi: TestApiContext, input: Input, id: string) => unknown;

/**
 * What people and banks do, for tests: `POST /test/…` with JSON and the secret key. Refunds and expiry are
 * calls of Stripe's own API.
 */
export const testActions: Readonly<Record<string, TestAction>> = {
  '/test/sessions/{id}/pay': ({ context }, { method }, id) =>
    completeSession(context, findSession(context, id), method === 'delayed' ? 'delayed' : 'card'),
  '/test/sessions/{id}/end': ({ context }, { outcome }, id) =>
    settleDelayedPayment(context, findSession(context, id), outcome === 'failed' ? 'failed' : 'succeeded'),
  '/test/payment_intents/{id}/dispute': ({ context }, _input, id) => openDispute(context, id),
  '/test/disputes/{id}/close': ({ context }, { status }, id) => {
    const end = DISPUTE_OUTCOMES.find((one) => one === status);
    if (!end) throw new StripeApiError(400, `Use one of ${DISPUTE_OUTCOMES.join(', ')}.`);
    return closeDispute(context, id, end);
  },
  '/test/refunds/{id}/fail': ({ context }, _input, id) => failRefund(context, id),
  '/test/events/{id}/send': sendEvent,
  '/test/webhooks': setMode,
  '/test/outage': (testApi, { writes }) => testApi.breakWrites(Number(writes)),
  '/test/debit': (testApi, { milliseconds }) => testApi.setDebitMs(Number(milliseconds)),
  '/test/think': (testApi, { milliseconds }) => testApi.setThinkMs(Number(milliseconds)),
};

const patterns = Object.entries(testActions).map(
  ([path, action]) => [new RegExp(`^${path.replace('{id}', '([^/]+)')}$`), action] as const,
);

/** @returns the result, to be sent as JSON. @throws StripeApiError */
export async function serveTestApi(testApi: TestApiContext, path: string, body: string): Promise<unknown> {
  const input = (body === '' ? {} : JSON.parse(body)) as Input;
  for (const [pattern, action] of patterns) {
    const match = pattern.exec(path);
    if (match) return (await action(testApi, input, match[1] ?? '')) ?? {};
  }
  throw new StripeApiError(404, `Unrecognized request URL (POST: ${path}).`);
}

/** Sends `{ copies }` of an event at once; returns the status that each was answered. */
async function sendEvent(
  { context, deliveries }: TestApiContext,
  { copies = 1 }: Input,
  id: string,
): Promise<unknown> {
  const event: StripeEvent | undefined = context.database.find('event', id);
  if (!event) throw notFound('event', id);
  return {
    statuses: await Promise.all(Array.from({ length: Number(copies) }, () => deliveries.send(event))),
  };
}

/** Sets `{ mode }`, straight or held; resolves after everything due has been sent. */
async function setMode({ deliveries }: TestApiContext, { mode }: Input): Promise<unknown> {
  const modes: readonly DeliveryMode[] = ['straight', 'held'];
  const requested = modes.find((one) => one === mode);
  if (!requested) throw new StripeApiError(400, `Use one of ${modes.join(', ')}.`);
  deliveries.mode = requested;
  await deliveries.run();
  return { mode: requested };
}
