import type { PaymentStatus } from '../../shared/contract/payments.ts';

/** The part of a payment that decides whether it opens a paid event. */
type PaidAmounts = {
  readonly status: PaymentStatus;
  /** Minor units of the currency. */
  readonly amount: number;
  readonly amountRefunded: number;
  /** `lost`: the money is gone. */
  readonly dispute: 'open' | 'won' | 'lost' | null;
};

/** The money side of the rule: paid, not fully refunded, no lost dispute. */
export function grantsAccess({ status, amount, amountRefunded, dispute }: PaidAmounts): boolean {
  return status === 'succeeded' && amountRefunded < amount && dispute !== 'lost';
}
