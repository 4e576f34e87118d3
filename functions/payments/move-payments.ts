import type { PersonKey } from '../domain/caller.ts';
import { anonymisePayment, givePayment } from '../table/payment-owners.ts';
import { getPayment } from '../table/payments.ts';
import { getPurse } from '../table/purses.ts';

/**
 * Makes all payments of one person in an event another person's, and with them the access that they give. An open
 * checkout goes along: whoever pays it, the money is the new person's. Safe to repeat and to interrupt.
 */
export async function givePayments(
  eventId: string,
  people: { from: PersonKey; to: PersonKey },
  now: Date,
): Promise<void> {
  for (;;) {
    const from = await getPurse(eventId, people.from);
    const to = await getPurse(eventId, people.to);
    const id = from?.paymentIds[0];
    if (!from || !to || id === undefined) return;
    const payment = await getPayment({ eventId, id });
    if (!payment) throw new Error('A membership names a payment that is not there.');
    await givePayment(payment, { from, to }, now);
  }
}

/** Takes somebody's name off their payments in an event: these are kept. Safe to repeat and to interrupt. */
export async function releasePayments(eventId: string, person: PersonKey): Promise<void> {
  const purse = await getPurse(eventId, person);
  for (const id of purse?.paymentIds ?? []) {
    for (;;) {
      const payment = await getPayment({ eventId, id });
      if (!payment || payment.payer !== person || (await anonymisePayment(payment))) break;
    }
  }
}
