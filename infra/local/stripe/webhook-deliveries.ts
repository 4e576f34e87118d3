import { createHmac } from 'node:crypto';
import type { StripeDatabase, PendingDelivery } from './stripe-database.ts';
import type { StripeEvent } from './stripe-objects.ts';

/** How events reach the webhook: at once and in order, or only by `send`. */
export type DeliveryMode = 'straight' | 'held';

const TIMEOUT_MS = 10_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 3_600_000;
/** Three days, like Stripe, with waits that double up to an hour. */
const MOST_ATTEMPTS = 84;

export type DeliveriesInput = {
  readonly database: StripeDatabase;
  readonly webhookUrl: string;
  /** More than one while a secret is rotated: Stripe signs with each. */
  readonly secrets: readonly string[];
  readonly now: () => Date;
  readonly log: (line: string) => void;
};

export type Deliveries = {
  mode: DeliveryMode;
  /** Sends what is due. Resolves when all of it has been answered. */
  run: () => Promise<void>;
  /** Sends one event now, whatever the mode. @returns the webhook's status; 0 if nobody answered */
  send: (event: StripeEvent) => Promise<number>;
};

/** Sends events to the webhook. Pending deliveries are in the database, so that they survive the process. */
export function startDeliveries(input: DeliveriesInput): Deliveries {
  let running: Promise<void> | undefined;
  let isWanted = false;
  const isHeld = (): boolean => deliveries.mode === 'held';
  const deliveries: Deliveries = {
    mode: 'straight',
    send: (event) => send(input, event),
    run: () => {
      isWanted = true;
      running ??= drain().finally(() => (running = undefined));
      return running;
    },
  };

  async function drain(): Promise<void> {
    while (isWanted && !isHeld()) {
      isWanted = false;
      for (const delivery of input.database.listDueDeliveries(input.now().getTime())) {
        if (isHeld()) return;
        await attempt(input, delivery);
      }
    }
  }

  return deliveries;
}

async function attempt(input: DeliveriesInput, delivery: PendingDelivery): Promise<void> {
  const { database, now, log } = input;
  const event = database.find('event', delivery.eventId);
  const status = event ? await send(input, event) : 0;
  if (isTaken(status)) return;
  const isGivenUp = !event || delivery.attempts + 1 >= MOST_ATTEMPTS;
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** delivery.attempts, LONGEST_WAIT_MS);
  database.recordAttempt(delivery, isGivenUp ? undefined : now().getTime() + waitMs);
  log(`stripe: ${event?.type} was answered with ${status || 'nothing'}`);
}

async function send(
  { database, now, secrets, webhookUrl }: DeliveriesInput,
  event: StripeEvent,
): Promise<number> {
  const body = JSON.stringify(event, undefined, 2);
  const stamp = Math.floor(now().getTime() / 1000);
  const status = await post(webhookUrl, body, signatureHeader(body, stamp, secrets));
  if (isTaken(status)) {
    database.save({ ...event, pending_webhooks: 0 });
    database.recordAttempt({ eventId: event.id, attempts: 0 }, undefined);
  }
  return status;
}

const isTaken = (status: number): boolean => status >= 200 && status < 300;

async function post(url: string, body: string, signature: string): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature,
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** `t=…,v1=…` with one signature for each secret. Source: https://docs.stripe.com/webhooks/signature. */
function signatureHeader(body: string, stamp: number, secrets: readonly string[]): string {
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex')}`,
  );
  return [`t=${stamp}`, ...signatures].join(',');
}
