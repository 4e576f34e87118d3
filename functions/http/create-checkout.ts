import { createCheckout } from '../../shared/contract/payments.ts';
import { messages } from '../../shared/messages.ts';
import { assertMay } from '../domain/access.ts';
import { AppError } from '../domain/app-error.ts';
import { personKeyOf } from '../domain/caller.ts';
import { openCheckout } from '../payments/open-checkout.ts';
import { newPaymentId } from '../payments/payment-id.ts';
import { paymentPorts } from '../payments/production-ports.ts';
import { http } from './kit/http.ts';
import { admitNewcomer } from './kit/proof-of-work.ts';
import { requireEventContext } from '../table/event-context.ts';
import { assertRoom, assertRoomToPay, ensureRowWithoutPlace } from '../table/membership-capacity.ts';
import { beginPayment } from '../payments/write-payment.ts';

export const handler = http(createCheckout, async ({ params, caller, now, event: request }) => {
  const { event, membership, access } = await requireEventContext(params.eventId, caller);
  assertMay('pay', access);
  if (!event.isPaid) {
    throw new AppError('invalid', 'not_paid_event', { message: messages.notPaidEvent });
  }
  const payer = { event, person: caller, now };
  // The place is taken by the payment; nobody should pay for an event that is full by now.
  if (!membership?.hasPlace) await assertRoom(payer);
  if (!membership) {
    await assertRoomToPay(payer);
    await admitNewcomer(request, payer, now);
    await ensureRowWithoutPlace(payer);
  }
  const ports = { ...paymentPorts, begin: beginPayment, newId: newPaymentId };
  return { status: 200, body: await openCheckout(event, personKeyOf(caller), ports) };
});
