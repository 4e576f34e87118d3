import { deleteEvent } from '../../shared/contract/events.ts';
import { assertMay } from '../domain/access.ts';
import { AppError } from '../domain/app-error.ts';
import { netOf } from '../payments/payment-totals.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { markEventDeleted } from '../table/events.ts';
import { getPaymentSums } from '../payments/payment-store.ts';

export const handler = http(deleteEvent, async ({ params, query, caller, now }) => {
  const { event, access } = await requireEventContext(params.eventId, caller);
  assertMay('act-as-owner', access);
  if (event.isPaid && query.confirm !== 'payments' && netOf(await getPaymentSums(event.id)) > 0) {
    throw new AppError('conflict', 'has_payments', {
      message:
        'People have paid for this event. Deleting it ends their access, and nothing is refunded: what they paid stays with you, and can then be given back at Stripe only. Refund their payments first, or confirm that you delete it all the same.',
    });
  }
  await markEventDeleted(event.id, now);
  return { status: 204 };
});
