import { getPaymentStatus } from '../../shared/contract/payments.ts';
import { assertMay, isHost } from '../domain/access.ts';
import { keyOfCaller } from '../domain/caller.ts';
import { stateOf } from '../payments/payment.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { getPayment } from '../payments/payment-store.ts';
import { getEntitlement } from '../payments/entitlement-store.ts';

export const handler = http(getPaymentStatus, async ({ params, caller }) => {
  const { event, membership, access } = await requireEventContext(params.eventId, caller);
  assertMay('see-own-payment', access);
  const hasPaid = isHost(access) || access.hasPaid;
  const person = keyOfCaller(caller);
  const entitlement = hasPaid || !membership || !person ? undefined : await getEntitlement(event.id, person);
  const latest = entitlement?.paymentIds.at(-1);
  const payment = latest === undefined ? undefined : await getPayment({ eventId: event.id, id: latest });
  return {
    status: 200,
    body: {
      hasPaid,
      isProcessing: payment?.isProcessing ?? false,
      state: payment ? stateOf(payment) : null,
    },
  };
});
