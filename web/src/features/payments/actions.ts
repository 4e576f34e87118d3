import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { PaymentView } from '../../../../shared/contract/payments.ts';
import { toastFor } from '../../../../shared/messages.ts';
import { paymentChanged, paymentMayBeChanged } from '../../changes/owner-changes.ts';
import { viewingOf } from '../../changes/viewing.ts';
import { call, CallError } from '../../lib/call.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast-store.ts';
import { refundableAmount, payerName } from './payment-labels.ts';

/**
 * Refunds the rest of a payment. The call is idempotent, so it can be retried after any failure. The list is refetched
 * either way.
 */
export const refundPayment = (client: QueryClient, eventId: string) =>
  mutationOptions({
    onMutate: () => viewingOf(client),
    mutationFn: ({ id }: PaymentView) =>
      call('POST /api/events/{eventId}/payments/{paymentId}/refund', { params: { eventId, paymentId: id } }),
    onSuccess: (refunded, payment, viewing) => {
      paymentChanged(viewing, refunded);
      toast(toastFor.paymentRefunded(refundableAmount(payment), payerName(payment)));
    },
    onError: (error) => {
      toastFailure(error, toastFor.refundFailed(refusalMessage(error)));
      paymentMayBeChanged(client, eventId);
    },
  });

/** The server's reason for a refusal; undefined for its own failures, whose messages are not for users. */
function refusalMessage(error: unknown): string | undefined {
  return error instanceof CallError && error.status < 500 ? error.userMessage : undefined;
}
