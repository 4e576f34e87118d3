import * as z from 'zod/mini';
import type { PersonKey } from '../domain/caller.ts';
import type { Subscription } from './subscription.ts';
import { getRow, tableName, type TransactItem, tryTransact } from '../table/dynamo.ts';
import { subscribersOf } from '../table/index-keys.ts';
import { keys } from '../table/keys.ts';
import { discountPlace, placeUnchanged } from '../table/place-writes.ts';
import { queryRows } from '../table/query-rows.ts';

/**
 * A person's browsers that are subscribed to an event, in a row of their own. It changes in the transactions that
 * write and delete subscriptions, and is gone with the last of them. Subscriptions from before there were such rows
 * are not in it.
 */
const subscriberRow = z.object({
  eventId: z.string(),
  /** When each subscribed, by the hash of its endpoint. */
  browsers: z.record(z.string(), z.string()),
  /** The shard of the room for people without a place that counts this one; absent if they had a place. */
  countedIn: z.optional(z.int()),
});

export type Subscriber = z.output<typeof subscriberRow>;
type SubscriberName = Pick<Subscription, 'eventId' | 'person'>;
/** A subscription as its subscriber's row lists it. */
export type Listed = SubscriberName & Pick<Subscription, 'endpointHash' | 'createdAt'>;

export async function getSubscriber(subscriber: SubscriberName): Promise<Subscriber | undefined> {
  const row = await getRow(keys.subscriber(subscriber));
  return row && subscriberRow.parse(row);
}

/**
 * The writes by which a subscription is counted off, its person with the last one; none if it is not counted. Each
 * fails if the row has changed meanwhile.
 */
export async function discountsOf(subscription: Listed): Promise<TransactItem[]> {
  const { endpointHash, createdAt } = subscription;
  const subscriber = await getSubscriber(subscription);
  if (subscriber?.browsers[endpointHash] !== createdAt) return [];
  const isCounted = 'browsers.#gone = :at';
  const names = { '#gone': endpointHash };
  const row = { TableName: tableName(), Key: keys.subscriber(subscription) };
  if (Object.keys(subscriber.browsers).length > 1) {
    const Update = {
      ...row,
      UpdateExpression: 'REMOVE browsers.#gone',
      ConditionExpression: `${isCounted} AND size(browsers) > :one`,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ':at': createdAt, ':one': 1 },
    };
    return [{ Update }];
  }
  const place = placeUnchanged(subscriber);
  const Delete = {
    ...row,
    ConditionExpression: `${isCounted} AND size(browsers) = :one AND ${place.condition}`,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: { ':at': createdAt, ':one': 1, ...place.values },
  };
  return [{ Delete }, ...discountPlace(subscription.eventId, subscriber.countedIn)];
}

/** Counts off a subscription that has become somebody else's. Nothing changes if it is its person's again. */
export async function discountFormer(subscription: Listed): Promise<void> {
  const discounts = await discountsOf(subscription);
  if (discounts.length > 0) await tryTransact(discounts);
}

/** Deletes what counts a person's subscriptions, in all events. Safe to repeat. */
export async function deleteSubscribers(person: PersonKey): Promise<void> {
  const rows = await queryRows({
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': subscribersOf(person) },
  });
  for (const row of rows) {
    const { eventId, countedIn } = subscriberRow.parse(row);
    const place = placeUnchanged({ countedIn });
    const gone = {
      TableName: tableName(),
      Key: keys.subscriber({ eventId, person }),
      ConditionExpression: `attribute_exists(pk) AND ${place.condition}`,
      ...(countedIn !== undefined && { ExpressionAttributeValues: place.values }),
    };
    // Refused if it is gone, and counted off, already.
    await tryTransact([{ Delete: gone }, ...discountPlace(eventId, countedIn)]);
  }
}
