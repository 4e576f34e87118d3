import type { PaymentRecord } from './payment.ts';
import { paidWithAfter, type Entitlement } from './entitlement.ts';
import { unauthenticated } from '../domain/app-error.ts';
import { checkoutsFull } from '../domain/event-limits.ts';
import { expirySeconds } from '../domain/expiry.ts';
import { totalsChange } from './payment-totals.ts';
import { ConditionsFailed, tableName, transact, type TransactItem } from '../table/dynamo.ts';
import { activeEventCondition } from '../table/active-event-condition.ts';
import { isClosedMembership } from '../table/closed-memberships.ts';
import { keys } from '../table/keys.ts';
import { checkoutRoomOf, shardsOfRoom } from '../table/shards.ts';
import { countPlace, discountPlace, placesOfShard } from '../table/place-writes.ts';
import { additions } from '../table/update-row.ts';
import { paymentItem } from './payment-store.ts';
import { entitlementUpdates, entitlementUpdatesWhileOpen } from './entitlement-store.ts';

/** Stripe retries deliveries for days and lets people resend them for a month. */
const DELIVERY_DAYS = 60;

/**
 * Stores a new attempt as the person's latest one. Those of people without a place are counted while they are
 * pending: a stranger can begin one as often as they invent a guest.
 * @returns false if another attempt has been stored meanwhile
 * @throws AppError 401 if the person has just left, 409 if the event has too many attempts of people without a place
 */
export async function beginPayment(payment: PaymentRecord, entitlement: Entitlement): Promise<boolean> {
  const { person, hasPlace } = entitlement;
  const shards = hasPlace ? [undefined] : shardsOfRoom(checkoutRoomOf(person), person);
  for (const countedIn of shards) {
    try {
      await transact(beginning({ ...payment, countedIn }, entitlement));
      return true;
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const [known, membership] = error.failures;
      if (isClosedMembership(membership?.found)) throw unauthenticated();
      if (known || membership) return false;
    }
  }
  throw checkoutsFull();
}

function beginning(payment: PaymentRecord, entitlement: Entitlement): TransactItem[] {
  const { eventId, id, countedIn } = payment;
  const paymentIds = [...entitlement.paymentIds, id];
  return [
    {
      Put: {
        TableName: tableName(),
        Item: paymentItem(payment),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    ...entitlementUpdatesWhileOpen(entitlement, { paymentIds }),
    ...(countedIn === undefined ? [] : [countPlace(eventId, countedIn, placesOfShard(countedIn))]),
  ];
}

/** One change of a payment, with everything that follows from it. */
export type PaymentChange = {
  readonly before: PaymentRecord;
  readonly after: PaymentRecord;
  /** The payer's; undefined if there is nobody to grant access to. */
  readonly entitlement: Entitlement | undefined;
  /** The provider's event that announced it. */
  readonly deliveryId?: string;
};

/**
 * Writes a payment, its payer's access, the event's sums and the delivery's id: all or nothing.
 * @returns `changed` if something was written meanwhile: read again. `known` if the event was already
 * processed
 */
export async function commitPayment(change: PaymentChange, now: Date): Promise<'done' | 'changed' | 'known'> {
  const { before, after, entitlement, deliveryId } = change;
  const paidWith = entitlement && paidWithAfter(entitlement, after);
  const movesAccess = paidWith !== undefined && paidWith.join() !== entitlement?.paidWith.join();
  const items: TransactItem[] = [
    paymentWrite(before, after),
    ...(deliveryId ? [deliveryWrite(deliveryId, now)] : []),
    ...(entitlement && movesAccess ? entitlementUpdates(entitlement, { paidWith }) : []),
    ...sumsWrite(before, after),
    // Money for an event whose deletion has begun must not be kept: the caller reads again and refunds it.
    ...(movesAccess && before.status !== 'succeeded' ? [activeEventCondition(after.eventId)] : []),
    ...checkoutDiscount(before, after),
  ];
  try {
    await transact(items);
    return 'done';
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    return deliveryId && error.failures[1] ? 'known' : 'changed';
  }
}

/** A payment's next version, on the condition that the previous one is still stored. */
export function paymentWrite(before: PaymentRecord, after: PaymentRecord): TransactItem {
  return {
    Put: {
      TableName: tableName(),
      Item: paymentItem(isCounted(after) ? after : { ...after, countedIn: undefined }),
      ConditionExpression: 'version = :seen',
      ExpressionAttributeValues: { ':seen': before.version },
    },
  };
}

/** An attempt is counted until it has ended, or its payer has left. */
const isCounted = ({ status, payer }: PaymentRecord): boolean => status === 'pending' && payer !== null;

/** Counts an attempt off that is not to be counted any more; goes with `paymentWrite`, which has the condition. */
export function checkoutDiscount(before: PaymentRecord, after: PaymentRecord): TransactItem[] {
  return isCounted(after) ? [] : discountPlace(before.eventId, before.countedIn);
}

function deliveryWrite(deliveryId: string, now: Date): TransactItem {
  return {
    Put: {
      TableName: tableName(),
      Item: {
        ...keys.stripeEvent(deliveryId),
        createdAt: now.toISOString(),
        expiresAtSeconds: expirySeconds(now, DELIVERY_DAYS * 24 * 3600),
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** Added to, never read and written back: all of an event's payers share this row. */
function sumsWrite(before: PaymentRecord, after: PaymentRecord): TransactItem[] {
  const change = totalsChange(before, after);
  if (Object.values(change).every((value) => value === 0)) return [];
  const Key = keys.paymentTotals(after.eventId);
  return [{ Update: { TableName: tableName(), Key, ...additions(change) } }];
}
