import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { PaymentRecord } from '../domain/payment.ts';
import { paidWithAfter, type Purse } from '../domain/payment-access.ts';
import { sumsChange } from '../domain/payment-totals.ts';
import { table } from '../platform/clients.ts';
import { ConditionsFailed, isConditionFailure, tableName, transact, type TransactItem } from './access.ts';
import { keys } from './keys.ts';
import { paymentItem } from './payments.ts';
import { purseUpdate } from './purses.ts';

/** Stripe repeats deliveries for days and lets people repeat them for a month. */
const DELIVERY_DAYS = 60;

/**
 * Begins an attempt: it becomes the person's latest one.
 * @returns false where another attempt was begun meanwhile
 */
export async function beginPayment(payment: PaymentRecord, purse: Purse): Promise<boolean> {
  return tried([
    {
      Put: {
        TableName: tableName(),
        Item: paymentItem(payment),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    purseUpdate(purse, { paymentIds: [...purse.paymentIds, payment.id] }),
  ]);
}

/** One change of a payment, with all that follows from it. */
export type PaymentChange = {
  readonly before: PaymentRecord;
  readonly after: PaymentRecord;
  /** The payer's; undefined where there is nobody to give access to. */
  readonly purse: Purse | undefined;
  /** The provider's event that told of it. */
  readonly deliveryId?: string;
};

/**
 * Writes a payment, its payer's access, the event's sums and the delivery's id: all or nothing.
 * @returns `changed` where something was written meanwhile: look again. `known` where the delivery was worked off
 */
export async function commitPayment(change: PaymentChange, now: Date): Promise<'done' | 'changed' | 'known'> {
  const { before, after, purse, deliveryId } = change;
  const paidWith = purse && paidWithAfter(purse, after);
  const movesAccess = paidWith !== undefined && paidWith.join() !== purse?.paidWith.join();
  const items: TransactItem[] = [
    paymentWrite(before, after),
    ...(deliveryId ? [deliveryWrite(deliveryId, now)] : []),
    ...(purse && movesAccess ? [purseUpdate(purse, { paidWith })] : []),
    ...sumsWrite(before, after),
    ...(movesAccess && before.status !== 'succeeded' ? [eventStands(after.eventId)] : []),
  ];
  try {
    await transact(items);
    return 'done';
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    return deliveryId && error.failures[1] ? 'known' : 'changed';
  }
}

function paymentWrite(before: PaymentRecord, after: PaymentRecord): TransactItem {
  return {
    Put: {
      TableName: tableName(),
      Item: paymentItem(after),
      ConditionExpression: 'version = :seen',
      ExpressionAttributeValues: { ':seen': before.version },
    },
  };
}

function deliveryWrite(deliveryId: string, now: Date): TransactItem {
  return {
    Put: {
      TableName: tableName(),
      Item: {
        ...keys.stripeEvent(deliveryId),
        createdAt: now.toISOString(),
        expiresAtSeconds: Math.floor(now.getTime() / 1000) + DELIVERY_DAYS * 24 * 3600,
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** Added to, never read and written back: all of an event's payers meet here. */
function sumsWrite(before: PaymentRecord, after: PaymentRecord): TransactItem[] {
  const change = sumsChange(before, after);
  if (Object.values(change).every((value) => value === 0)) return [];
  const names = Object.keys(change);
  return [
    {
      Update: {
        TableName: tableName(),
        Key: keys.paymentTotals(after.eventId),
        UpdateExpression: `ADD ${names.map((name) => `${name} :${name}`).join(', ')}`,
        ExpressionAttributeValues: Object.fromEntries(
          Object.entries(change).map(([name, value]) => [`:${name}`, value]),
        ),
      },
    },
  ];
}

/** Money for an event whose deletion has begun must not be kept: see who asks for it again. */
function eventStands(eventId: string): TransactItem {
  return {
    ConditionCheck: {
      TableName: tableName(),
      Key: keys.event(eventId),
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(deletedAt)',
    },
  };
}

/** Makes a payment another person's. @returns false where something of it was written meanwhile */
export async function givePayment(
  payment: PaymentRecord,
  purses: { from: Purse; to: Purse },
  now: Date,
): Promise<boolean> {
  const given: PaymentRecord = {
    ...payment,
    payer: purses.to.person,
    updatedAt: now.toISOString(),
    version: payment.version + 1,
  };
  const without = (ids: readonly string[]) => ids.filter((id) => id !== payment.id);
  const ids = [...without(purses.to.paymentIds), payment.id].toSorted();
  return tried([
    paymentWrite(payment, given),
    purseUpdate(purses.from, {
      paymentIds: without(purses.from.paymentIds),
      paidWith: without(purses.from.paidWith),
    }),
    purseUpdate(purses.to, { paymentIds: ids, paidWith: paidWithAfter(purses.to, given) }),
  ]);
}

async function tried(items: TransactItem[]): Promise<boolean> {
  try {
    await transact(items);
    return true;
  } catch (error) {
    if (error instanceof ConditionsFailed) return false;
    throw error;
  }
}

/** Takes the name off a payment that is kept. @returns false where it was written meanwhile */
export async function anonymisePayment(payment: PaymentRecord): Promise<boolean> {
  const nameless = { ...payment, payer: null, description: null, version: payment.version + 1 };
  try {
    await table().send(
      new PutCommand({
        TableName: tableName(),
        Item: paymentItem(nameless),
        ConditionExpression: 'version = :seen',
        ExpressionAttributeValues: { ':seen': payment.version },
      }),
    );
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}
