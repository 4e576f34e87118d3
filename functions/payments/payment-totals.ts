import type { PaymentTotals } from '../../shared/contract/payments.ts';
import type { PaymentRecord } from './payment.ts';
import { grantsAccess } from '../domain/paid-access.ts';

/** Sums of an event's payments that succeeded, in minor units of the event's currency. */
export type PaymentSums = Omit<PaymentTotals, 'currency' | 'net'>;

export const NO_PAYMENTS: PaymentSums = {
  paidCount: 0,
  accessCount: 0,
  amount: 0,
  amountRefunded: 0,
  amountLost: 0,
};

/** What one payment adds to the sums. */
export function sumOf(payment: PaymentRecord): PaymentSums {
  if (payment.status !== 'succeeded') return NO_PAYMENTS;
  return {
    paidCount: 1,
    accessCount: grantsAccess(payment) ? 1 : 0,
    amount: payment.amount,
    amountRefunded: payment.amountRefunded,
    amountLost: payment.dispute === 'lost' ? payment.amount - payment.amountRefunded : 0,
  };
}

/** What a payment's change does to the sums. */
export function totalsChange(before: PaymentRecord, after: PaymentRecord): PaymentSums {
  const [old, now] = [sumOf(before), sumOf(after)];
  return {
    paidCount: now.paidCount - old.paidCount,
    accessCount: now.accessCount - old.accessCount,
    amount: now.amount - old.amount,
    amountRefunded: now.amountRefunded - old.amountRefunded,
    amountLost: now.amountLost - old.amountLost,
  };
}

/** What is left of all that was paid, after refunds and lost disputes. */
export function netOf(sums: PaymentSums): number {
  return sums.amount - sums.amountRefunded - sums.amountLost;
}

export function totalsOf(sums: PaymentSums, currency: string): PaymentTotals {
  return { ...sums, currency, net: netOf(sums) };
}
