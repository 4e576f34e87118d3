import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { paymentStatus } from '../../shared/contract/payments.ts';
import { storedLine } from '../../shared/contract/text.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { PaymentRecord } from './payment.ts';
import { NO_PAYMENTS, type PaymentSums } from './payment-totals.ts';
import { dynamoClient } from '../aws/clients.ts';
import { getRow, type Row, tableName } from '../table/dynamo.ts';
import { PENDING_PAYMENTS } from '../table/index-keys.ts';
import { ALL_PAYMENTS, keys, paymentsOf } from '../table/keys.ts';
import { queryRows } from '../table/query-rows.ts';

const paymentRow = z.object({
  id: z.string(),
  eventId: z.string(),
  payer: z.nullable(z.custom<PersonKey>((value) => typeof value === 'string')),
  description: z.nullable(storedLine),
  amount: z.int(),
  currency: z.string(),
  status: paymentStatus,
  isProcessing: z.boolean(),
  failure: z.nullable(z.enum(['expired', 'declined', 'abandoned'])),
  sessionId: z.nullable(z.string()),
  paymentIntentId: z.nullable(z.string()),
  amountRefunded: z.int(),
  refund: z.nullable(z.enum(['pending', 'failed'])),
  dispute: z.nullable(z.enum(['open', 'won', 'lost'])),
  paidAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  countedIn: z.optional(z.int()),
  version: z.int(),
});

/** What identifies a payment: its event and its own id. */
export type PaymentKey = { readonly eventId: string; readonly id: string };

function parsePayment(row: Row): PaymentRecord {
  return paymentRow.parse(row);
}

/** A payment's row. Pending ones are indexed for the reconciling job. */
export function paymentItem(payment: PaymentRecord): Row {
  const pending = payment.status === 'pending' ? { gsi5pk: PENDING_PAYMENTS, gsi5sk: payment.createdAt } : {};
  return { ...keys.payment(payment), ...pending, ...payment };
}

export async function getPayment(name: PaymentKey): Promise<PaymentRecord | undefined> {
  const row = await getRow(keys.payment(name));
  return row && parsePayment(row);
}

/** A page of an event's payments, newest first; `after` is the last one's id. */
export async function listPayments(
  eventId: string,
  page: { after: string | undefined; limit: number },
): Promise<PaymentRecord[]> {
  const rows = await queryRows(
    {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :payment)',
      ExpressionAttributeValues: { ':pk': paymentsOf(eventId), ':payment': ALL_PAYMENTS },
      ExclusiveStartKey: page.after ? keys.payment({ eventId, id: page.after }) : undefined,
      ScanIndexForward: false,
      ConsistentRead: true,
    },
    page.limit,
  );
  return rows.map(parsePayment);
}

/** A page of pending payments of all events, begun before an instant, oldest first. */
export async function listPending(
  before: Date,
  start?: Row,
): Promise<{ payments: PaymentRecord[]; next: Row | undefined }> {
  const { Items = [], LastEvaluatedKey } = await dynamoClient().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: 'gsi5',
      KeyConditionExpression: 'gsi5pk = :pk AND gsi5sk < :before',
      ExpressionAttributeValues: { ':pk': PENDING_PAYMENTS, ':before': before.toISOString() },
      ExclusiveStartKey: start,
      Limit: 100,
    }),
  );
  return { payments: Items.map(parsePayment), next: LastEvaluatedKey };
}

const sumsRow = z.object({
  paidCount: z.int(),
  accessCount: z.int(),
  amount: z.int(),
  amountRefunded: z.int(),
  amountLost: z.int(),
});

/** The sums of an event's payments, updated with every change of one of them. */
export async function getPaymentSums(eventId: string): Promise<PaymentSums> {
  const row = await getRow(keys.paymentTotals(eventId));
  return row ? sumsRow.parse(row) : NO_PAYMENTS;
}

/** Whether one of Stripe's events has been processed. */
export async function isDeliveryKnown(deliveryId: string): Promise<boolean> {
  return (await getRow(keys.stripeEvent(deliveryId))) !== undefined;
}
