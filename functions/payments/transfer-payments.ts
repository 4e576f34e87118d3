import type { PersonKey } from '../domain/caller.ts';
import { anonymisePayment, reassignPayment } from './change-payer.ts';
import { getPayment } from './payment-store.ts';
import { getEntitlement } from './entitlement-store.ts';

/**
 * Transfers all payments of one person in an event to another, with the access that they grant. An open
 * checkout goes along: whoever pays it, the payment is the new person's. Safe to repeat and to interrupt.
 */
export async function transferPayments(
  eventId: string,
  people: { from: PersonKey; to: PersonKey },
  now: Date,
): Promise<void> {
  for (;;) {
    const from = await getEntitlement(eventId, people.from);
    const to = await getEntitlement(eventId, people.to);
    const id = from?.paymentIds[0];
    if (!from || !to || id === undefined) return;
    const payment = await getPayment({ eventId, id });
    if (!payment) throw new Error('A membership names a payment that is not there.');
    await reassignPayment(payment, { from, to }, now);
  }
}

/** Anonymises somebody's payments in an event, which are kept. Safe to repeat and to interrupt. */
export async function anonymisePayments(eventId: string, person: PersonKey): Promise<void> {
  const entitlement = await getEntitlement(eventId, person);
  for (const id of entitlement?.paymentIds ?? []) {
    for (;;) {
      const payment = await getPayment({ eventId, id });
      if (!payment || payment.payer !== person || (await anonymisePayment(payment))) break;
    }
  }
}
