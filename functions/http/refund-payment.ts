import { refundPayment } from '../../shared/contract/payments.ts';
import { assertMay } from '../domain/access.ts';
import { AppError, notFound } from '../domain/app-error.ts';
import { isRefundable } from '../domain/payment.ts';
import { paymentViewOf } from '../domain/payment-view.ts';
import { paymentPorts } from '../payments/payment-ports.ts';
import { settlePayment } from '../payments/settle.ts';
import { http } from '../platform/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { listNames } from '../table/identities.ts';
import { getPayment } from '../table/payments.ts';

export const handler = http(refundPayment, async ({ params, caller, now }) => {
  const { event, standing } = await requireEventContext(params.eventId, caller);
  assertMay('manage', standing);
  const name = { eventId: event.id, id: params.paymentId };
  // What the owner saw may be old: a refund made elsewhere is not made again.
  const payment = (await settlePayment(name, paymentPorts)) ?? (await getPayment(name));
  if (!payment) throw notFound();
  if (!isRefundable(payment)) throw notRefundable();
  // A click sent twice is one refund. With the hour in it, a refund that a bank sent back can be tried again.
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
