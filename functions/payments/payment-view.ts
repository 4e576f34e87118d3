import type { PaymentView } from '../../shared/contract/payments.ts';
import { personOfKey } from '../domain/caller.ts';
import { isRefundable, type PaymentRecord, stateOf } from './payment.ts';

/** A payment as the event's owner sees it. `name` is the payer's, if they still have one. */
export function paymentViewOf(payment: PaymentRecord, name: string | undefined): PaymentView {
  const payer = payment.payer && personOfKey(payment.payer);
  return {
    id: payment.id,
    eventId: payment.eventId,
    stripeSessionId: payment.sessionId,
    stripePaymentIntentId: payment.paymentIntentId,
    amount: payment.amount,
    currency: payment.currency,
    status: payment.status,
    state: stateOf(payment),
    amountRefunded: payment.amountRefunded,
    refund: payment.refund,
    isRefundable: isRefundable(payment),
    paidByUserId: payer?.kind === 'user' ? payer.userId : null,
    paidByGuestId: payer?.kind === 'guest' ? payer.guestId : null,
    paidByName: name ?? null,
    paidAt: payment.paidAt,
    createdAt: payment.createdAt,
    updatedAt: payment.updatedAt,
  };
}
