import { abandonPayment, type PaymentRecord } from './payment.ts';
import { anonymisePayment } from './change-payer.ts';
import { listPayments, type PaymentKey } from './payment-store.ts';
import type { PaymentPorts } from './ports.ts';
import { settlePayment } from './settle-payment.ts';

const PAGE = 100;

/**
 * Closes the payments of an event that is being deleted: open checkouts are expired, so that nobody pays for
 * what is gone, and every payment is anonymised and kept. Safe to repeat and to interrupt.
 * @param isOverdue asked before each payment
 * @returns false if time ran out before all were done
 */
export async function closeEventPayments(
  eventId: string,
  ports: PaymentPorts & { isOverdue: () => boolean },
): Promise<boolean> {
  let after: string | undefined;
  for (;;) {
    const page = await listPayments(eventId, { after, limit: PAGE });
    for (const payment of page) {
      if (ports.isOverdue()) return false;
      if (payment.payer !== null || payment.status === 'pending') await close(payment, ports);
    }
    after = page.at(-1)?.id;
    if (page.length < PAGE) return true;
  }
}

async function close(name: PaymentKey, ports: PaymentPorts): Promise<void> {
  for (;;) {
    const payment = await ports.store.getPayment(name);
    if (!payment) return;
    if (payment.status === 'pending') await decide(payment, ports);
    const settled = await ports.store.getPayment(name);
    if (!settled || settled.payer === null || (await anonymisePayment(settled))) return;
  }
}

/** A payment whose money is on its way stays pending; when the money arrives, it is refunded at once. */
async function decide(payment: PaymentRecord, ports: PaymentPorts): Promise<void> {
  if (payment.sessionId) {
    await ports.provider.closeCheckout(payment.sessionId);
    await settlePayment({ eventId: payment.eventId, id: payment.id }, ports);
  } else {
    const after = abandonPayment(payment, ports.now());
    await ports.store.commit({ before: payment, after, entitlement: undefined }, ports.now());
  }
}
