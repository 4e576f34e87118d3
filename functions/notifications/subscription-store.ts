import * as z from 'zod/mini';
import { notFound } from '../domain/app-error.ts';
import { subscriptionsFull } from '../domain/event-limits.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { Subscription } from './subscription.ts';
import {
  ConditionsFailed,
  getRow,
  type Row,
  tableName,
  transact,
  type TransactItem,
} from '../table/dynamo.ts';
import { activeEventCondition } from '../table/active-event-condition.ts';
import { keys, shardsOfRoom, subscriptionsAt, subscriptionsOf } from '../table/keys.ts';
import { countPlace, discountPlace, placesOfShard, placeUnchanged } from '../table/place-writes.ts';
import { queryRows } from '../table/query-rows.ts';
import { updateRow } from '../table/update-row.ts';

const subscriptionRow = z.object({
  eventId: z.string(),
  endpointHash: z.string(),
  person: z.custom<PersonKey>((value) => typeof value === 'string'),
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
  createdAt: z.string(),
  countedIn: z.optional(z.int()),
});

const parseSubscription = (row: Row): Subscription => subscriptionRow.parse(row);

/** What identifies a subscription: its event and its endpoint. */
export type SubscriptionName = Pick<Subscription, 'eventId' | 'endpointHash'>;

/**
 * Stores a browser's subscription to an event. Subscribing again, even as somebody else, replaces it. It takes no
 * place; those of people who have none are counted in a room of their own.
 * @throws AppError 404 if the event's deletion has begun: nothing would delete the subscription later; 403 if the
 * event has no room for one more of somebody without a place
 */
export async function putSubscription(
  subscription: Subscription,
  { hasPlace }: { hasPlace: boolean },
): Promise<void> {
  const { eventId, person } = subscription;
  const open = shardsOfRoom('subscriptions', person);
  for (;;) {
    const before = await getSubscription(subscription);
    const [shard] = open;
    const countedIn = hasPlace ? undefined : (before?.countedIn ?? shard);
    if (!hasPlace && countedIn === undefined) throw subscriptionsFull();
    try {
      return await transact([
        activeEventCondition(eventId),
        putIfUnchanged({ ...subscription, ...(countedIn !== undefined && { countedIn }) }, before),
        ...countsBetween(eventId, before?.countedIn, countedIn),
      ]);
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const [event, changed] = error.failures;
      if (event) throw notFound();
      // Counted in the next shard, unless another call changed the subscription.
      if (!changed) open.shift();
    }
  }
}

function putIfUnchanged(subscription: Subscription, before: Subscription | undefined): TransactItem {
  const { eventId, endpointHash, person } = subscription;
  const { condition, values } = placeUnchanged(before ?? {});
  return {
    Put: {
      TableName: tableName(),
      Item: {
        ...keys.subscription(subscription),
        gsi1pk: subscriptionsOf(person),
        gsi1sk: `${eventId}#${endpointHash}`,
        gsi4pk: subscriptionsAt(endpointHash),
        gsi4sk: eventId,
        ...subscription,
      },
      ConditionExpression: condition,
      ...(before?.countedIn !== undefined && { ExpressionAttributeValues: values }),
    },
  };
}

function countsBetween(
  eventId: string,
  before: number | undefined,
  after: number | undefined,
): TransactItem[] {
  if (before === after) return [];
  const added = after === undefined ? [] : [countPlace(eventId, after, placesOfShard(after))];
  return [...added, ...discountPlace(eventId, before)];
}

export async function getSubscription(name: SubscriptionName): Promise<Subscription | undefined> {
  const row = await getRow(keys.subscription(name));
  return row && parseSubscription(row);
}

/** A page of an event's subscriptions; `after` is the last one's hash. */
export async function listSubscriptions(
  eventId: string,
  page: { after: string | undefined; limit: number },
): Promise<Subscription[]> {
  const first = keys.subscription({ eventId, endpointHash: '' });
  const rows = await queryRows(
    {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :first)',
      ExpressionAttributeValues: { ':pk': first.pk, ':first': first.sk },
      ExclusiveStartKey: page.after ? keys.subscription({ eventId, endpointHash: page.after }) : undefined,
      ConsistentRead: true,
    },
    page.limit,
  );
  return rows.map(parseSubscription);
}

/** Somebody's subscriptions, of one event or of all. */
export async function listSubscriptionsOf(person: PersonKey, eventId = ''): Promise<Subscription[]> {
  const rows = await queryRows({
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk AND begins_with(gsi1sk, :event)',
    // No event's id is a prefix of another's; without an id the prefix matches all.
    ExpressionAttributeValues: { ':pk': subscriptionsOf(person), ':event': eventId || 'evt_' },
  });
  return rows.map(parseSubscription);
}

/** Deletes all subscriptions of one browser, if any. */
export async function deleteEndpoint(endpointHash: string): Promise<void> {
  const rows = await queryRows({
    IndexName: 'gsi4',
    KeyConditionExpression: 'gsi4pk = :pk',
    ExpressionAttributeValues: { ':pk': subscriptionsAt(endpointHash) },
  });
  for (const row of rows) await deleteSubscription(parseSubscription(row));
}

/** Deletes a subscription, however it has changed since it was read, and counts it off. Safe to repeat. */
export async function deleteSubscription(subscription: Subscription): Promise<void> {
  for (let seen = subscription; ;) {
    const { condition: ConditionExpression, values } = placeUnchanged(seen);
    const gone = {
      TableName: tableName(),
      Key: keys.subscription(seen),
      ConditionExpression,
      ...(seen.countedIn !== undefined && { ExpressionAttributeValues: values }),
    };
    try {
      return await transact([{ Delete: gone }, ...discountPlace(seen.eventId, seen.countedIn)]);
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const found = error.failures[0]?.found;
      if (!found) return;
      seen = parseSubscription(found);
    }
  }
}

/** Deletes all of somebody's subscriptions. */
export async function deleteSubscriptionsOf(person: PersonKey): Promise<void> {
  for (const subscription of await listSubscriptionsOf(person)) await deleteSubscription(subscription);
}

/** Transfers somebody's subscriptions to another person. Safe to repeat and to interrupt. */
export async function transferSubscriptions(from: PersonKey, to: PersonKey): Promise<void> {
  for (const subscription of await listSubscriptionsOf(from)) {
    // Refused if it was deleted or renewed meanwhile.
    await updateRow(keys.subscription(subscription), {
      UpdateExpression: 'SET person = :to, gsi1pk = :list',
      ConditionExpression: 'person = :from',
      ExpressionAttributeValues: { ':to': to, ':list': subscriptionsOf(to), ':from': from },
    });
  }
}
