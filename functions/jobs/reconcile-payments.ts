import { endedIfBegunBefore } from '../payments/checkout-lifetime.ts';
import { abandonPayment, type PaymentRecord } from '../payments/payment.ts';
import { paymentPorts } from '../payments/production-ports.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { applyWebhookEvent } from '../payments/apply-webhook-event.ts';
import { log } from '../aws/log.ts';
import { type Attempt, scheduledJob } from './kit/scheduled-job.ts';
import { listPending } from '../payments/payment-store.ts';

/** Stripe keeps events for 30 days. */
const MISSED_MS = 29 * 24 * 3_600_000;

/** One payment that fails must not block the others. The message is what the alarm counts. */
const UNSETTLED = { message: 'reconciling failed' };

export const handler = scheduledJob('reconcile-payments', reconcilePayments);

/**
 * Asks Stripe about every pending payment, and for events that never arrived. Runs once a day: it finds
 * nothing unless deliveries were lost for longer than Stripe retries them.
 */
async function reconcilePayments(
  _event: unknown,
  attempt: Attempt,
): Promise<{ decided: number; missed: number; failed: number }> {
  const { now } = paymentPorts;
  const counts = { decided: 0, missed: 0, failed: 0 };
  let start: Awaited<ReturnType<typeof listPending>>['next'];
  do {
    const page = await listPending(endedIfBegunBefore(now()), start);
    for (const payment of page.payments) {
      counts[(await attempt(UNSETTLED, () => decide(payment))) ? 'decided' : 'failed'] += 1;
    }
    start = page.next;
  } while (start);
  for await (const delivery of paymentPorts.provider.listMissed(new Date(now().getTime() - MISSED_MS))) {
    const isDone = await attempt(UNSETTLED, () => applyWebhookEvent(delivery, paymentPorts));
    counts[isDone ? 'missed' : 'failed'] += 1;
  }
  log.info('payments reconciled', counts);
  return counts;
}

async function decide(payment: PaymentRecord): Promise<void> {
  if (payment.sessionId) {
    await settlePayment({ eventId: payment.eventId, id: payment.id }, paymentPorts);
  } else {
    const now = paymentPorts.now();
    const after = abandonPayment(payment, now);
    await paymentPorts.store.commit({ before: payment, after, entitlement: undefined }, now);
  }
}
