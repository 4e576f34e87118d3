import { handOverEvent } from '../../shared/contract/co-hosts.ts';
import { assertMay } from '../domain/access.ts';
import { AppError } from '../domain/app-error.ts';
import { getPaymentSums } from '../payments/payment-store.ts';
import { netOf } from '../payments/payment-totals.ts';
import { http } from './kit/http.ts';
import { requireEventAccess } from '../table/event-context.ts';
import { handOver } from '../table/hand-over.ts';

export const handler = http(handOverEvent, async ({ params, body, caller, now }) => {
  const { event, access } = await requireEventAccess(params.eventId, caller);
  assertMay('act-as-owner', access);
  if (body.eventName !== event.name) throw wrongName();
  const isAboutMoney = event.isPaid && body.confirm !== 'payments';
  if (isAboutMoney && netOf(await getPaymentSums(event.id)) > 0) throw hasPayments();
  await handOver({ event, to: body.userId, now });
  return { status: 204 };
});

function wrongName(): AppError {
  const message = 'This is not the name of the event.';
  return new AppError('invalid', 'invalid_input', { message, issues: [{ path: 'eventName', message }] });
}

function hasPayments(): AppError {
  return new AppError('conflict', 'has_payments', {
    message:
      'People have paid for this event. The new owner will see these payments and can refund them; no money moves. Confirm that you hand it over all the same.',
  });
}
