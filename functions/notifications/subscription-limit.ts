import * as z from 'zod/mini';
import type { PersonKey } from '../domain/caller.ts';
import { SUBSCRIPTIONS_PER_PERSON, subscriptionsFull } from '../domain/event-limits.ts';
import type { Subscription } from './subscription.ts';
import {
  ConditionsFailed,
  getRow,
  tableName,
  transact,
  type TransactItem,
  tryTransact,
} from '../table/dynamo.ts';
import { keys, shardsOfRoom, subscribersOf } from '../table/keys.ts';
import { countPlace, discountPlace, placesOfShard } from '../table/place-writes.ts';
import { queryRows } from '../table/query-rows.ts';
import { updateRow } from '../table/update-row.ts';

/**
 * A person's browsers that are subscribed to an event, in a row of their own: no more than the limit, however many
 * subscribe at once. A new browser replaces the one that subscribed first. A browser that has become somebody
 * else's may stay in the row until it is the oldest; subscriptions from before there were such rows are not in it.
 */

const subscriberRow = z.object({
  eventId: z.string(),
  /** When each subscribed, by the hash of its endpoint. */
  browsers: z.record(z.string(), z.string()),
  /** The shard of the room for people without a place that counts this one; absent if they had a place. */
  countedIn: z.optional(z.int()),
});

type Named = Pick<Subscription, 'eventId' | 'endpointHash' | 'person'>;
type Listed = Named & Pick<Subscription, 'createdAt'>;

/**
 * Makes writes by which a person gets a subscription, and counts it in the same transaction; deletes the person's
 * oldest one if they have as many as allowed. Whoever has no place in the event is counted once, with the first.
 * @returns which of the writes was refused by its condition; undefined if all were made
 */
export async function countSubscription(
  subscription: Listed,
  writes: readonly TransactItem[],
  { hasPlace }: { hasPlace: boolean },
): Promise<number | undefined> {
  const open = hasPlace ? [] : shardsOfRoom('subscriptions', subscription.person);
  for (;;) {
    const { items, oldest, isFirst } = await listingOf(subscription, hasPlace ? 'none' : open[0]);
    try {
      await transact([...writes, ...items]);
      return undefined;
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const failed = error.failures.map((failure) => failure !== undefined);
      const refused = failed.slice(0, writes.length).indexOf(true);
      if (refused >= 0) return refused;
      // The oldest has become somebody else's. Otherwise another browser of the person was faster.
      if (oldest && failed[writes.length + 1]) await forget(oldest);
      // The shard is full.
      if (isFirst && !failed[writes.length]) open.shift();
    }
  }
}

type Listing = {
  readonly items: TransactItem[];
  /** Which subscription is replaced. */
  readonly oldest?: Named;
  /** Whether it is the person's first one of the event. */
  readonly isFirst?: boolean;
};

/**
 * The writes by which a subscription is counted.
 * @param shard where somebody without a place is counted; undefined if no shard has room for them
 */
async function listingOf(subscription: Listed, shard: number | 'none' | undefined): Promise<Listing> {
  const { eventId, person, endpointHash, createdAt } = subscription;
  const row = await getRow(keys.subscriber(subscription));
  const browsers = row && subscriberRow.parse(row).browsers;
  if (!browsers) {
    if (shard === undefined) throw subscriptionsFull();
    const Item = {
      ...keys.subscriber(subscription),
      gsi1pk: subscribersOf(person),
      gsi1sk: eventId,
      eventId,
      browsers: { [endpointHash]: createdAt },
      ...(shard !== 'none' && { countedIn: shard }),
    };
    const first = { Put: { TableName: tableName(), Item, ConditionExpression: 'attribute_not_exists(pk)' } };
    const count = shard === 'none' ? [] : [countPlace(eventId, shard, placesOfShard(shard))];
    return { items: [first, ...count], isFirst: true };
  }
  const isFull = Object.keys(browsers).length >= SUBSCRIPTIONS_PER_PERSON && !browsers[endpointHash];
  const [first] = Object.entries(browsers).toSorted(([, a], [, b]) => (a < b ? -1 : 1));
  if (!isFull || !first) return { items: [addition(subscription)] };
  const oldest = { eventId, person, endpointHash: first[0] };
  return { items: [replacement(subscription, oldest.endpointHash), deletionOf(oldest)], oldest };
}

/** Adds a browser while there is room, or notes anew when it subscribed. */
function addition(subscription: Listed): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: keys.subscriber(subscription),
      UpdateExpression: 'SET browsers.#new = :at',
      ConditionExpression:
        'attribute_exists(browsers.#new) OR (attribute_exists(pk) AND size(browsers) < :limit)',
      ExpressionAttributeNames: { '#new': subscription.endpointHash },
      ExpressionAttributeValues: { ':at': subscription.createdAt, ':limit': SUBSCRIPTIONS_PER_PERSON },
    },
  };
}

/** One for one: two browsers at once cannot both replace the same. */
function replacement(subscription: Listed, oldestHash: string): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: keys.subscriber(subscription),
      UpdateExpression: 'SET browsers.#new = :at REMOVE browsers.#old',
      ConditionExpression: 'attribute_exists(browsers.#old) AND attribute_not_exists(browsers.#new)',
      ExpressionAttributeNames: { '#new': subscription.endpointHash, '#old': oldestHash },
      ExpressionAttributeValues: { ':at': subscription.createdAt },
    },
  };
}

/** Deletes a subscription that is still the person's, or gone. */
export function deletionOf(subscription: Named): TransactItem {
  return {
    Delete: {
      TableName: tableName(),
      Key: keys.subscription(subscription),
      ConditionExpression: 'attribute_not_exists(pk) OR person = :person',
      ExpressionAttributeValues: { ':person': subscription.person },
    },
  };
}

const removal = ({ endpointHash }: Named) => ({
  UpdateExpression: 'REMOVE browsers.#gone',
  ConditionExpression: 'attribute_exists(pk)',
  ExpressionAttributeNames: { '#gone': endpointHash },
});

/** Counts off a subscription. Fails if nothing of the person is counted in that event. */
export function subscriptionDecrement(subscription: Named): TransactItem {
  return {
    Update: { TableName: tableName(), Key: keys.subscriber(subscription), ...removal(subscription) },
  };
}

async function forget(subscription: Named): Promise<void> {
  await updateRow(keys.subscriber(subscription), removal(subscription));
}

/** Deletes what counts a person's subscriptions, in all events. Safe to repeat. */
export async function deleteSubscriptionCounts(person: PersonKey): Promise<void> {
  const rows = await queryRows({
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': subscribersOf(person) },
  });
  for (const row of rows) {
    const { eventId, countedIn } = subscriberRow.parse(row);
    const gone = {
      TableName: tableName(),
      Key: keys.subscriber({ eventId, person }),
      ConditionExpression: 'attribute_exists(pk)',
    };
    // Refused if it is gone, and counted off, already.
    await tryTransact([{ Delete: gone }, ...discountPlace(eventId, countedIn)]);
  }
}
