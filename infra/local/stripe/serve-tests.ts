import type { Bank } from './bank.ts';
import type { Deliveries, DeliveryMode } from './deliveries.ts';
import { closeDispute, DISPUTE_ENDS, openDispute } from './disputes.ts';
import type { StripeEvent } from './objects.ts';
import { completeSession, endDelayed } from './paying.ts';
import { failRefund } from './refunds.ts';
import { findSession } from './sessions.ts';
import { missing, StripeRefusal } from './stripe-error.ts';

export type TestBench = {
  readonly bank: Bank;
  readonly deliveries: Deliveries;
  readonly setThinkMs: (milliseconds: number) => void;
  /** How long bank debits take that are chosen on the page from now on. */
  readonly setDebitMs: (milliseconds: number) => void;
  /** So many writes to come meet a fault of the server's own, which their keys then repeat. */
  readonly breakWrites: (count: number) => void;
};

type Wish = Readonly<Record<string, unknown>>;
type Act = (bench: TestBench, wish: Wish, id: string) => unknown;

/**
 * What people, banks and networks do, for tests: `POST /test/…` with JSON and the secret key. Refunds and expiry are
 * Stripe's own calls.
 */
const acts: readonly [path: RegExp, act: Act][] = [
  [
    /^\/test\/sessions\/([^/]+)\/pay$/,
    ({ bank }, { method }, id) =>
      completeSession(bank, findSession(bank, id), method === 'delayed' ? 'delayed' : 'card'),
  ],
  [
    /^\/test\/sessions\/([^/]+)\/end$/,
    ({ bank }, { outcome }, id) =>
      endDelayed(bank, findSession(bank, id), outcome === 'failed' ? 'failed' : 'succeeded'),
  ],
  [/^\/test\/payment_intents\/([^/]+)\/dispute$/, ({ bank }, _wish, id) => openDispute(bank, id)],
  [
    /^\/test\/disputes\/([^/]+)\/close$/,
    ({ bank }, { status }, id) => {
      const end = DISPUTE_ENDS.find((one) => one === status);
      if (!end) throw new StripeRefusal(400, `Use one of ${DISPUTE_ENDS.join(', ')}.`);
      return closeDispute(bank, id, end);
    },
  ],
  [/^\/test\/refunds\/([^/]+)\/fail$/, ({ bank }, _wish, id) => failRefund(bank, id)],
  [/^\/test\/events\/([^/]+)\/send$/, sendEvent],
  [/^\/test\/webhooks$/, setMode],
  [/^\/test\/outage$/, (bench, { writes }) => bench.breakWrites(Number(writes))],
  [/^\/test\/debit$/, (bench, { milliseconds }) => bench.setDebitMs(Number(milliseconds))],
  [/^\/test\/think$/, (bench, { milliseconds }) => bench.setThinkMs(Number(milliseconds))],
];

/** @returns what happened, as JSON. @throws StripeRefusal */
export async function answerTest(bench: TestBench, path: string, body: string): Promise<unknown> {
  const wish = (body === '' ? {} : JSON.parse(body)) as Wish;
  for (const [pattern, act] of acts) {
    const match = pattern.exec(path);
    if (match) return (await act(bench, wish, match[1] ?? '')) ?? {};
  }
  throw new StripeRefusal(404, `Unrecognized request URL (POST: ${path}).`);
}

/** `{ copies }` of an event at once, and what each was answered. */
async function sendEvent(
  { bank, deliveries }: TestBench,
  { copies = 1 }: Wish,
  id: string,
): Promise<unknown> {
  const event: StripeEvent | undefined = bank.ledger.find('event', id);
  if (!event) throw missing('event', id);
  return {
    statuses: await Promise.all(Array.from({ length: Number(copies) }, () => deliveries.send(event))),
  };
}

/** `{ mode }`: straight, shuffled or held; answers once what is due then was sent. */
async function setMode({ deliveries }: TestBench, { mode }: Wish): Promise<unknown> {
  const modes: readonly DeliveryMode[] = ['straight', 'shuffled', 'held'];
  const wished = modes.find((one) => one === mode);
  if (!wished) throw new StripeRefusal(400, `Use one of ${modes.join(', ')}.`);
  deliveries.mode = wished;
  await deliveries.run();
  return { mode: wished };
}
