import { refundPayment } from '../../shared/contract/payments.ts';
import { assertMay } from '../domain/access.ts';
import { AppError, notFound } from '../domain/app-error.ts';
import { isRefundable } from '../payments/payment.ts';
import { paymentViewOf } from '../payments/payment-view.ts';
import { paymentPorts } from '../payments/production-ports.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { listNames } from '../table/people.ts';
import { getPayment } from '../payments/payment-store.ts';

export const handler = http(refundPayment, async ({ params, caller, now }) => {
  const { event, access } = await requireEventContext(params.eventId, caller);
  assertMay('act-as-owner', access);
  const name = { eventId: event.id, id: params.paymentId };
  // What the owner saw may be out of date: a refund made elsewhere is not made again.
  const payment = (await settlePayment(name, paymentPorts)) ?? (await getPayment(name));
  if (!payment) throw notFound();
  if (!isRefundable(payment)) throw notRefundable();
  // A click sent twice is one refund. The hour in the key lets a refund that a bank returned be tried again.
  const key = `owner-${payment.amountRefunded}-${now.toISOString().slice(0, 13)}`;
  if (!(await paymentPorts.provider.refund(payment, key))) throw notRefundable();
  const refunded = (await settlePayment(name, paymentPorts)) ?? payment;
  const names = await listNames(refunded.payer ? [refunded.payer] : []);
  const payer = refunded.payer ? names.get(refunded.payer)?.name : undefined;
  return { status: 200, body: paymentViewOf(refunded, payer) };
});

function notRefundable(): AppError {
  return new AppError('conflict', 'not_refundable', { message: 'This payment cannot be refunded.' });
}
