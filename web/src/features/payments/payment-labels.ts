import type { PaymentState, PaymentView } from '../../../../shared/contract/payments.ts';
import { formatMoney } from '../../lib/format-money.ts';

type StateLabel = {
  label: string;
  /** The owner may want to act on it. */
  isWorrying?: boolean;
  /** The owner got no money. */
  isFaint?: boolean;
};

/** Payment states as shown to the event's owner. */
export const STATE_LABELS: Readonly<Record<PaymentState, StateLabel>> = {
  open: { label: 'Checkout open', isFaint: true },
  processing: { label: 'On its way' },
  paid: { label: 'Paid' },
  'partly-refunded': { label: 'Partly refunded' },
  refunded: { label: 'Refunded', isFaint: true },
  disputed: { label: 'Disputed', isWorrying: true },
  'dispute-lost': { label: 'Dispute lost', isWorrying: true },
  expired: { label: 'Not paid in time', isFaint: true },
  failed: { label: 'Failed', isFaint: true },
};

/** Name of the payer. Deleted accounts have none. */
export function payerName(payment: Pick<PaymentView, 'paidByName'>): string {
  return payment.paidByName ?? 'Somebody who left';
}

/** The amount that a refund would give back, formatted. */
export function refundableAmount({ amount, amountRefunded, currency }: PaymentView): string {
  return formatMoney(amount - amountRefunded, currency);
}

const NOTES: Partial<Record<PaymentState, string>> = {
  processing: 'The bank can take a few days to send it.',
  disputed:
    'The payer’s bank asks about it. Answer at your payment provider; it cannot be refunded meanwhile.',
  'dispute-lost': 'The bank took the money back, and access with it.',
};

/** A sentence that explains the state, if its label is not enough. */
export function stateNote(payment: PaymentView): string | undefined {
  if (payment.refund === 'failed') return 'The bank sent the refund back: the payment stands again.';
  if (payment.refund === 'pending') return 'The refund is on its way.';
  if (payment.state === 'partly-refunded') {
    return `${formatMoney(payment.amountRefunded, payment.currency)} were given back.`;
  }
  return NOTES[payment.state];
}
