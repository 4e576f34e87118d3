import { listPayments, paymentId } from '../../shared/contract/payments.ts';
import { assertMay } from '../domain/access.ts';
import { AppError } from '../domain/app-error.ts';
import { totalsOf } from '../payments/payment-totals.ts';
import { paymentViewOf } from '../payments/payment-view.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { listNames } from '../table/people.ts';
import { getPaymentSums, listPayments as readPage } from '../payments/payment-store.ts';

const PAGE = 100;

export const handler = http(listPayments, async ({ params, query, caller }) => {
  const { event, access } = await requireEventContext(params.eventId, caller);
  assertMay('manage', access);
  const found = await readPage(event.id, { after: readCursor(query.cursor), limit: PAGE + 1 });
  const page = found.slice(0, PAGE);
  const payers = [...new Set(page.flatMap(({ payer }) => payer ?? []))];
  const [names, sums] = await Promise.all([listNames(payers), getPaymentSums(event.id)]);
  const payments = page.map((payment) =>
    paymentViewOf(payment, payment.payer ? names.get(payment.payer)?.name : undefined),
  );
  const last = found.length > PAGE ? page.at(-1) : undefined;
  return {
    status: 200,
    body: { payments, totals: totalsOf(sums, event.currency) },
    headers: last && { link: `</api/events/${event.id}/payments?cursor=${last.id}>; rel="next"` },
  };
});

function readCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined || paymentId.safeParse(cursor).success) return cursor;
  const message = 'The cursor does not belong to this list.';
  throw new AppError('invalid', 'invalid_cursor', { message, issues: [{ path: 'cursor', message }] });
}
