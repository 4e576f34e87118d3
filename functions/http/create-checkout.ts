import { createCheckout } from '../../shared/contract/payments.ts';
import { messages } from '../../shared/messages.ts';
import { assertMay } from '../domain/access.ts';
import { AppError } from '../domain/app-error.ts';
import { personKeyOf } from '../domain/caller.ts';
import { openCheckout } from '../payments/open-checkout.ts';
import { newPaymentId } from '../payments/payment-id.ts';
import { paymentPorts } from '../payments/live-ports.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { ensureMembership } from '../table/membership-capacity.ts';
import { beginPayment } from '../payments/write-payment.ts';

export const handler = http(createCheckout, async ({ params, caller, now }) => {
  const { event, membership, access } = await requireEventContext(params.eventId, caller);
  assertMay('pay', access);
  if (!event.isPaid) {
    throw new AppError('invalid', 'not_paid_event', { message: messages.notPaidEvent });
  }
  if (!membership) await ensureMembership(event, { person: caller, now });
  const ports = { ...paymentPorts, begin: beginPayment, newId: newPaymentId };
  return { status: 200, body: await openCheckout(event, personKeyOf(caller), ports) };
});
