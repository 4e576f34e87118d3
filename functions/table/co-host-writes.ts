import * as z from 'zod/mini';
import type { PersonKey } from '../domain/caller.ts';
import { MOST_CO_HOSTS } from '../domain/event-limits.ts';
import type { EventRecord, Membership } from '../domain/records.ts';
import { EVENT_IS_ACTIVE } from './active-event-condition.ts';
import { type Row, tableName, type TransactItem } from './dynamo.ts';
import { keys } from './keys.ts';

/**
 * A co-host's membership says what they are, and is all that the access rule reads. Who they are is also a set on the
 * event's row, by which they are counted and found. The writes here keep the two together: each is part of a transaction
 * with the membership.
 */

const coHostsRow = z.object({ coHosts: z._default(z.set(z.string()), new Set<string>()) });

/** The users who are co-hosts of the event with this row. */
export const coHostsIn = (event: Row): ReadonlySet<string> => coHostsRow.parse(event).coHosts;

/** The same as keys of people. */
export const coHostKeysIn = (event: Row): PersonKey[] =>
  [...coHostsIn(event)].map((userId): PersonKey => `user:${userId}`);

/** Adds a co-host to the event's row. Fails if the event is gone, is not its owner's any more, or has as many as it can. */
export function addCoHost(event: Pick<EventRecord, 'id' | 'createdBy'>, userId: string): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: keys.event(event.id),
      UpdateExpression: 'ADD coHosts :them',
      ConditionExpression: `${EVENT_IS_ACTIVE} AND createdBy = :owner AND (attribute_not_exists(coHosts) OR size(coHosts) < :most)`,
      ExpressionAttributeValues: {
        ':them': new Set([userId]),
        ':owner': event.createdBy,
        ':most': MOST_CO_HOSTS,
      },
    },
  };
}

/** Takes a co-host off the event's row. Fails if the row is gone: an update would bring back a part of it. */
export function dropCoHost({ eventId, person }: Pick<Membership, 'eventId' | 'person'>): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: keys.event(eventId),
      UpdateExpression: 'DELETE coHosts :them',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':them': new Set([person.slice('user:'.length)]) },
    },
  };
}

/** A condition: the person is still what was read, a co-host or not. */
export const coHostUnchanged = ({ isCoHost }: Pick<Membership, 'isCoHost'>): string =>
  isCoHost ? 'attribute_exists(isCoHost)' : 'attribute_not_exists(isCoHost)';
