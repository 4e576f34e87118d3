import { applyFacts, type PaymentFacts, type PaymentRecord } from './payment.ts';
import { buysNothing } from './entitlement.ts';
import { log } from '../aws/log.ts';
import type { PaymentPorts, Reference } from './ports.ts';

/** Each failed attempt means that another writer won: there are never this many at once. */
const MAX_LOOKS = 25;

type Settlement = Reference & {
  /** The event that announced a change; recorded in the same transaction, so that it is processed once. */
  readonly deliveryId?: string;
};

/**
 * Brings a payment to the provider's current state: reads the row with its version, then asks the provider,
 * then writes on the condition that the version is unchanged, or else starts over. What is written was
 * therefore asked for after everything written before, in whatever order events arrived.
 * @returns the payment afterwards; undefined if there is none, or it never had a checkout
 */
export async function settlePayment(
  settlement: Settlement,
  ports: PaymentPorts,
): Promise<PaymentRecord | undefined> {
  const { provider, store } = ports;
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const before = await store.getPayment(settlement);
    const sessionId = before?.sessionId ?? settlement.sessionId;
    if (!before || !sessionId) return undefined;
    const entitlement = before.payer ? await store.getEntitlement(before.eventId, before.payer) : undefined;
    const facts = (await provider.read(sessionId))?.facts ?? factsOfMissing(before, sessionId);
    if (!facts) return before;
    const after = applyFacts(before, facts, ports.now());
    if (buysNothing({ before, after }, entitlement) && (await sendBack(after, ports))) continue;
    const { deliveryId } = settlement;
    const written = await store.commit({ before, after, entitlement, deliveryId }, ports.now());
    if (written === 'done') return after;
    if (written === 'known') return store.getPayment(settlement);
  }
  throw new Error('The payment keeps changing.');
}

/** Money that buys nothing is refunded before anything is written, so that a crash in between repeats it. */
async function sendBack(payment: PaymentRecord, { provider }: PaymentPorts): Promise<boolean> {
  const isBack = await provider.refund(payment, 'unwanted');
  log[isBack ? 'warn' : 'error']('unwanted payment', { paymentId: payment.id, isBack });
  return isBack;
}

/** A checkout that the provider no longer knows cannot be paid; money that arrived stays as it is. */
function factsOfMissing(payment: PaymentRecord, sessionId: string): PaymentFacts | undefined {
  log.error('checkout is missing', { paymentId: payment.id });
  if (payment.status !== 'pending') return undefined;
  return {
    sessionId,
    paymentIntentId: null,
    outcome: 'expired',
    amountRefunded: 0,
    refund: null,
    dispute: null,
    paidAt: null,
  };
}
