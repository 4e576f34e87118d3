import { SUBSCRIPTIONS_PER_PERSON, subscriptionsFull } from '../domain/event-limits.ts';
import { discountFormer, getSubscriber, type Listed } from './subscriber-row.ts';
import { ConditionsFailed, tableName, transact, type TransactItem } from '../table/dynamo.ts';
import { subscribersOf } from '../table/index-keys.ts';
import { keys } from '../table/keys.ts';
import { shardsOfRoom } from '../table/shards.ts';
import { countPlace, placesOfShard } from '../table/place-writes.ts';

/**
 * How many browsers a person may have subscribed to an event: no more than the limit, however many subscribe at
 * once. A new browser replaces the one that subscribed first.
 */

/** Lets somebody without a place in, with their first subscription. @throws AppError if they have to wait or prove work */
export type Admit = () => Promise<void>;

/**
 * Makes writes by which a person gets a subscription, and counts it in the same transaction; deletes the person's
 * oldest one if they have as many as allowed. Whoever has no place in the event is counted once, with the first.
 * @param admit absent for somebody who has a place
 * @returns which of the writes was refused by its condition; undefined if all were made
 */
export async function countSubscription(
  subscription: Listed,
  writes: readonly TransactItem[],
  admit?: Admit,
): Promise<number | undefined> {
  const open = admit ? shardsOfRoom('subscriptions', subscription.person) : [];
  let isAdmitted = admit === undefined;
  for (;;) {
    const { items, oldest, isFirst } = await listingOf(subscription, admit ? open[0] : 'none');
    if (isFirst && !isAdmitted) await admit?.();
    isAdmitted ||= isFirst === true;
    try {
      await transact([...writes, ...items]);
      return undefined;
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const failed = error.failures.map((failure) => failure !== undefined);
      const refused = failed.slice(0, writes.length).indexOf(true);
      if (refused >= 0) return refused;
      // The oldest has become somebody else's. Otherwise another browser of the person was faster.
      if (oldest && failed[writes.length + 1]) await discountFormer(oldest);
      // The shard is full. If the row is there as well, it was another browser.
      if (isFirst && !failed[writes.length]) open.shift();
    }
  }
}

type Listing = {
  readonly items: TransactItem[];
  /** Which subscription is replaced. */
  readonly oldest?: Listed;
  /** Whether it is the person's first one of the event. */
  readonly isFirst?: boolean;
};

/**
 * The writes by which a subscription is counted.
 * @param shard where somebody without a place is counted; undefined if no shard has room for them
 */
async function listingOf(subscription: Listed, shard: number | 'none' | undefined): Promise<Listing> {
  const { eventId, person, endpointHash, createdAt } = subscription;
  const browsers = (await getSubscriber(subscription))?.browsers;
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
  const oldest = { eventId, person, endpointHash: first[0], createdAt: first[1] };
  return { items: [replacement(subscription, oldest.endpointHash), deletionOf(oldest)], oldest };
}

/** Adds a browser while there is room, or updates the time at which it subscribed. */
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

/** Deletes a subscription that is still what was read, or gone. */
export function deletionOf(subscription: Listed): TransactItem {
  return {
    Delete: {
      TableName: tableName(),
      Key: keys.subscription(subscription),
      ConditionExpression: 'attribute_not_exists(pk) OR (person = :person AND createdAt = :at)',
      ExpressionAttributeValues: { ':person': subscription.person, ':at': subscription.createdAt },
    },
  };
}
