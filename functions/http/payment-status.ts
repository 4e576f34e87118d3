import { getPaymentStatus } from '../../shared/contract/payments.ts';
import { assertMay } from '../domain/access.ts';
import { keyOfCaller } from '../domain/caller.ts';
import { stateOf } from '../domain/payment.ts';
import { http } from '../platform/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { getPayment } from '../table/payments.ts';
import { getPurse } from '../table/purses.ts';

export const handler = http(getPaymentStatus, async ({ params, caller }) => {
  const { event, membership, standing } = await requireEventContext(params.eventId, caller);
  assertMay('see-own-payment', standing);
  const hasPaid = standing.role === 'owner' || standing.hasPaid;
  const person = keyOfCaller(caller);
  const purse = hasPaid || !membership || !person ? undefined : await getPurse(event.id, person);
  const latest = purse?.paymentIds.at(-1);
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
