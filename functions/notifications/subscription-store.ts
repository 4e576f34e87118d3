import * as z from 'zod/mini';
import { notFound, unauthenticated } from '../domain/app-error.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { Subscription } from './subscription.ts';
import { type Admit, countSubscription, deletionOf } from './subscription-limit.ts';
import { deleteSubscribers, discountFormer, discountsOf } from './subscriber-row.ts';
import {
  ConditionsFailed,
  getRow,
  type Row,
  tableName,
  transact,
  type TransactItem,
} from '../table/dynamo.ts';
import { activeEventCondition } from '../table/active-event-condition.ts';
import { activePersonCondition } from '../table/active-person-condition.ts';
import { subscriptionsAt, subscriptionsOf } from '../table/index-keys.ts';
import { keys } from '../table/keys.ts';
import { queryRows } from '../table/query-rows.ts';

const subscriptionRow = z.object({
  eventId: z.string(),
  endpointHash: z.string(),
  person: z.custom<PersonKey>((value) => typeof value === 'string'),
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
  createdAt: z.string(),
});

const parseSubscription = (row: Row): Subscription => subscriptionRow.parse(row);

/** What identifies a subscription: its event and its endpoint. */
export type SubscriptionName = Pick<Subscription, 'eventId' | 'endpointHash'>;

/**
 * Stores a browser's subscription to an event. Subscribing again, even as somebody else, replaces it; so does one more
 * than a person may have with the person's oldest. It takes no place; people who have none are counted in a room of
 * their own.
 * @param admit lets in somebody without a place; absent for whoever has one
 * @throws AppError 404 if the event's deletion has begun, 401 if the person has just left: nothing would delete the
 * subscription later; 403 if the event has no room for one more of the people without a place; what `admit` throws
 */
export async function putSubscription(subscription: Subscription, admit?: Admit): Promise<void> {
  const [IS_ENDING, IS_REPLACED, HAS_LEFT] = [0, 1, 2];
  let refused: number | undefined;
  do {
    const former = await getSubscription(subscription);
    const writes = [
      activeEventCondition(subscription.eventId),
      replacementOf(former, subscription),
      activePersonCondition(subscription.person),
    ];
    refused = await countSubscription(subscription, writes, admit);
    if (refused === IS_ENDING) throw notFound();
    if (refused === HAS_LEFT) throw unauthenticated();
    if (refused === undefined && former && former.person !== subscription.person)
      await discountFormer(former);
  } while (refused === IS_REPLACED);
}

/** The latest subscription of a browser counts. Fails if it has become another person's since it was read. */
function replacementOf(former: Subscription | undefined, subscription: Subscription): TransactItem {
  const { eventId, endpointHash, person } = subscription;
  const Item = {
    ...keys.subscription(subscription),
    gsi1pk: subscriptionsOf(person),
    gsi1sk: `${eventId}#${endpointHash}`,
    gsi4pk: subscriptionsAt(endpointHash),
    gsi4sk: eventId,
    ...subscription,
  };
  return {
    Put: {
      TableName: tableName(),
      Item,
      ConditionExpression: 'attribute_not_exists(pk) OR person IN (:person, :former)',
      ExpressionAttributeValues: { ':person': person, ':former': former?.person ?? person },
    },
  };
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

/** Whoever's it is by then, it is gone afterwards. */
export async function deleteSubscription(subscription: Subscription): Promise<void> {
  let seen: Subscription | undefined = subscription;
  while (seen) {
    try {
      return await transact([deletionOf(seen), ...(await discountsOf(seen))]);
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const [renewed] = error.failures;
      // Without it, only the count has changed.
      if (renewed) seen = renewed.found && parseSubscription(renewed.found);
    }
  }
}

/** Deletes somebody's subscriptions to an event, whose place there is taken back. Safe to repeat. */
export async function deleteSubscriptionsTo(eventId: string, person: PersonKey): Promise<void> {
  for (const subscription of await listSubscriptionsOf(person, eventId))
    await deleteSubscription(subscription);
}

/** Deletes all of somebody's subscriptions. */
export async function deleteSubscriptionsOf(person: PersonKey): Promise<void> {
  for (const subscription of await listSubscriptionsOf(person)) await deleteSubscription(subscription);
  await deleteSubscribers(person);
}

/** Transfers somebody's subscriptions to another person. Safe to repeat and to interrupt. */
export async function transferSubscriptions(from: PersonKey, to: PersonKey): Promise<void> {
  for (const subscription of await listSubscriptionsOf(from)) {
    const Update = {
      TableName: tableName(),
      Key: keys.subscription(subscription),
      UpdateExpression: 'SET person = :to, gsi1pk = :list',
      ConditionExpression: 'person = :from',
      ExpressionAttributeValues: { ':to': to, ':list': subscriptionsOf(to), ':from': from },
    };
    // Refused if it was deleted or renewed meanwhile, or the other person has left.
    const writes = [{ Update }, activePersonCondition(to)];
    // A place or a subscription was counted for whom it comes from.
    await countSubscription({ ...subscription, person: to }, writes);
  }
  await deleteSubscribers(from);
}
