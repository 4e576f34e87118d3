import { type InfiniteData, mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { PaymentView } from '../../../../shared/contract/payments.ts';
import { toastFor } from '../../../../shared/messages.ts';
import { call, CallError } from '../../lib/call.ts';
import type { Reply } from '../../lib/endpoints.ts';
import { toast } from '../../ui/toast-store.ts';
import { paymentsQuery } from './queries.ts';
import { refundableAmount, payerName } from './payment-labels.ts';

type Pages = InfiniteData<{ items: Reply<'GET /api/events/{eventId}/payments'>; nextCursor: string | null }>;

/**
 * Refunds the rest of a payment. The call is idempotent, so it can be retried after any failure. The list is refetched
 * either way.
 */
export const refundPayment = (client: QueryClient, eventId: string) =>
  mutationOptions({
    mutationFn: ({ id }: PaymentView) =>
      call('POST /api/events/{eventId}/payments/{paymentId}/refund', { params: { eventId, paymentId: id } }),
    onSuccess: (refunded, payment) => {
      client.setQueryData<Pages>(
        paymentsQuery(eventId).queryKey,
        (pages) => pages && withPayment(pages, refunded),
      );
      toast(toastFor.paymentRefunded(refundableAmount(payment), payerName(payment)));
    },
    onError: (error) => toast(toastFor.refundFailed(refusalMessage(error)), 'bad'),
    onSettled: () => client.invalidateQueries({ queryKey: paymentsQuery(eventId).queryKey }),
  });

/** The server's reason for a refusal; undefined for its own failures, whose messages are not for users. */
function refusalMessage(error: unknown): string | undefined {
  return error instanceof CallError && error.status < 500 ? error.userMessage : undefined;
}

function withPayment(pages: Pages, payment: PaymentView): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      items: {
        ...page.items,
        payments: page.items.payments.map((other) => (other.id === payment.id ? payment : other)),
      },
    })),
  };
}
