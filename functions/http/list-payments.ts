import * as z from 'zod/mini';
import { listPayments, paymentId } from '../../shared/contract/payments.ts';
import { assertMay } from '../domain/access.ts';
import { cutPage, decodeCursor, encodeCursor } from '../domain/pagination.ts';
import { totalsOf } from '../payments/payment-totals.ts';
import { paymentViewOf } from '../payments/payment-view.ts';
import { http } from './kit/http.ts';
import { requireEventContext } from '../table/event-context.ts';
import { listNames } from '../table/people.ts';
import { getPaymentSums, listPayments as readPage } from '../payments/payment-store.ts';

const PAGE = 100;

/** Where a page ends: its last payment. */
const position = z.tuple([paymentId]);

export const handler = http(listPayments, async ({ params, query, caller }) => {
  const { event, access } = await requireEventContext(params.eventId, caller);
  assertMay('act-as-owner', access);
  const [after] = decodeCursor(position, query.cursor) ?? [];
  const { items, last } = cutPage(await readPage(event.id, { after, limit: PAGE + 1 }), PAGE);
  const payers = [...new Set(items.flatMap(({ payer }) => payer ?? []))];
  const [names, sums] = await Promise.all([listNames(payers), getPaymentSums(event.id)]);
  const payments = items.map((payment) =>
    paymentViewOf(payment, payment.payer ? names.get(payment.payer)?.name : undefined),
  );
  return {
    status: 200,
    body: { payments, totals: totalsOf(sums, event.currency) },
    nextCursor: last && encodeCursor([last.id]),
  };
});
