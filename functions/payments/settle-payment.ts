import { applyFacts, type PaymentFacts, type PaymentRecord } from './payment.ts';
import { buysNothing } from './entitlement.ts';
import { log } from '../aws/log.ts';
import type { PaymentPorts, Reference } from './ports.ts';

/** Each look that failed means that another one has written: so many at once there never are. */
const MAX_LOOKS = 25;

type Settlement = Reference & {
  /** The event that told of a change; noted together with the work, so that it is worked off once. */
  readonly deliveryId?: string;
};

/**
 * Brings a payment to what the provider says now: reads the row with its version, then asks the provider, then
 * writes on the condition that the version is still the same, and else begins again. What is written was therefore
 * asked for after everything that was written before, whoever was told first.
 * @returns the payment as it is then; undefined where there is none, or it never had a checkout
 */
export async function settlePayment(
  wish: Settlement,
  ports: PaymentPorts,
): Promise<PaymentRecord | undefined> {
  const { provider, store } = ports;
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const before = await store.getPayment(wish);
    const sessionId = before?.sessionId ?? wish.sessionId;
    if (!before || !sessionId) return undefined;
    const entitlement = before.payer ? await store.getEntitlement(before.eventId, before.payer) : undefined;
    const facts = (await provider.read(sessionId))?.facts ?? factsOfMissing(before, sessionId);
    if (!facts) return before;
    const after = applyFacts(before, facts, ports.now());
    if (buysNothing({ before, after }, entitlement) && (await sendBack(after, ports))) continue;
    const { deliveryId } = wish;
    const written = await store.commit({ before, after, entitlement, deliveryId }, ports.now());
    if (written === 'done') return after;
    if (written === 'known') return store.getPayment(wish);
  }
  throw new Error('The payment keeps changing.');
}

/** Money that buys nothing goes back before anything is written, so that a crash in between repeats it. */
async function sendBack(payment: PaymentRecord, { provider }: PaymentPorts): Promise<boolean> {
  const isBack = await provider.refund(payment, 'unwanted');
  log[isBack ? 'warn' : 'error']('unwanted payment', { paymentId: payment.id, isBack });
  return isBack;
}

/** A checkout that the provider has forgotten cannot be paid any more; money that came stays what it is. */
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
