import {
  createCheckout,
  getPaymentStatus,
  listPayments,
  refundPayment,
  stripeWebhook,
} from '../../shared/contract/payments.ts';
import { callRow, callsAbout, LONG_CALL_SECONDS } from './call-row.ts';

/** Settling a payment writes its row, the payer's entitlement, the event's totals and the delivery's id. */
const PAY_TABLE = ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] as const;

export const paymentCalls = callsAbout('payments', [
  callRow(getPaymentStatus, { table: ['GetItem', 'BatchGetItem', 'Query'] }),
  // A request to Stripe is sent up to three times, each with its own time-out.
  callRow(
    createCheckout,
    { table: ['Query', ...PAY_TABLE], secrets: ['stripe-secret-key'] },
    { timeoutSeconds: LONG_CALL_SECONDS, settings: ['EVENT_PEOPLE_LIMIT'] },
  ),
  callRow(
    stripeWebhook,
    { table: PAY_TABLE, secrets: ['stripe-secret-key', 'stripe-webhook-secrets'] },
    { timeoutSeconds: LONG_CALL_SECONDS, carries: 'payments' },
  ),
  callRow(listPayments, { table: ['GetItem', 'BatchGetItem', 'Query'] }),
  callRow(
    refundPayment,
    { table: ['Query', ...PAY_TABLE], secrets: ['stripe-secret-key'] },
    { timeoutSeconds: LONG_CALL_SECONDS },
  ),
]);
