import type { PaymentRecord } from '../domain/payment.ts';
import { paidWithAfter, type Purse } from '../domain/payment-access.ts';
import { paymentWrite, tried } from './payment-writes.ts';
import { purseUpdate } from './purses.ts';

/** Makes a payment another person's. @returns false where something of it was written meanwhile */
export async function givePayment(
  payment: PaymentRecord,
  purses: { from: Purse; to: Purse },
  now: Date,
): Promise<boolean> {
  const given: PaymentRecord = {
    ...payment,
    payer: purses.to.person,
    updatedAt: now.toISOString(),
    version: payment.version + 1,
  };
  const without = (ids: readonly string[]) => ids.filter((id) => id !== payment.id);
  const ids = [...without(purses.to.paymentIds), payment.id].toSorted();
  return tried([
    paymentWrite(payment, given),
    purseUpdate(purses.from, {
      paymentIds: without(purses.from.paymentIds),
      paidWith: without(purses.from.paidWith),
    }),
    purseUpdate(purses.to, { paymentIds: ids, paidWith: paidWithAfter(purses.to, given) }),
  ]);
}

/** Takes the name off a payment that is kept. @returns false where it was written meanwhile */
export async function anonymisePayment(payment: PaymentRecord): Promise<boolean> {
  const nameless: PaymentRecord = {
    ...payment,
    payer: null,
    description: null,
    version: payment.version + 1,
  };
  return tried([paymentWrite(payment, nameless)]);
}
