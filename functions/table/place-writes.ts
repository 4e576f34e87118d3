import { splitLimit } from '../domain/event-limits.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { EventRecord, Membership } from '../domain/records.ts';
import { eventPeopleLimit } from '../aws/settings.ts';
import { MEMBERSHIP_IS_OPEN } from './closed-memberships.ts';
import { tableName, type TransactItem } from './dynamo.ts';
import { keys } from './keys.ts';
import { newMembership, newMembershipRow } from './membership-row.ts';
import { PEOPLE_SHARDS } from './shards.ts';

/** The writes that take and free places. Each is part of the transaction that makes it necessary. */

/** How many places a shard of a room has: each room has as many as the stage gives an event. */
export const placesOfShard = (shard: number): number =>
  splitLimit(eventPeopleLimit(), PEOPLE_SHARDS)[shard % PEOPLE_SHARDS] ?? 0;

/** Counts one place more in a shard. Fails if there is a limit and the shard is at it. */
export function countPlace(eventId: string, shard: number, limit?: number): TransactItem {
  const condition = limit !== undefined && {
    ConditionExpression: 'attribute_not_exists(people) OR people < :limit',
  };
  return {
    Update: {
      TableName: tableName(),
      Key: keys.peopleCount(eventId, shard),
      UpdateExpression: 'ADD people :one',
      ExpressionAttributeValues: { ':one': 1, ...(condition && { ':limit': limit }) },
      ...condition,
    },
  };
}

/** Stops counting a place in its shard; empty if no shard counts it. No condition: the write that names the shard has one. */
export function discountPlace(eventId: string, shard: number | undefined): TransactItem[] {
  if (shard === undefined) return [];
  return [
    {
      Update: {
        TableName: tableName(),
        Key: keys.peopleCount(eventId, shard),
        UpdateExpression: 'ADD people :less',
        ExpressionAttributeValues: { ':less': -1 },
      },
    },
  ];
}

/** A condition: the membership's place is still counted in the shard that was read. */
export function placeUnchanged({ countedIn }: Pick<Membership, 'countedIn'>) {
  return countedIn === undefined
    ? { condition: 'attribute_not_exists(countedIn)', values: {} }
    : { condition: 'countedIn = :countedIn', values: { ':countedIn': countedIn } };
}

/** How the act by which somebody takes a place changes their membership. */
export type FirstAct = {
  readonly person: PersonKey;
  /** ISO 8601. */
  readonly at: string;
  readonly joins?: boolean;
  readonly isCoHost?: boolean;
  /** Items that it saves, and how many of them are pending. */
  readonly uploads?: number;
  readonly pending?: number;
};

/**
 * Gives a place to somebody without one, whether or not they have a row. Fails if they have a place, are
 * blocked, or have left.
 */
export function takePlaceWrite(
  event: Pick<EventRecord, 'id' | 'createdAt'>,
  { person, at, joins = false, isCoHost = false, uploads = 0, pending = 0 }: FirstAct,
  shard: number,
): TransactItem {
  const standing = joins ? 'participant' : person.startsWith('guest:') ? 'guest' : 'visitor';
  const begun = { person, standing, since: at } as const;
  const becomes = { ...(joins && { standing }), ...(isCoHost && { isCoHost }) };
  const taken = { hasPlace: true, countedIn: shard, since: at, ...becomes };
  const counted = { uploadCount: uploads, everUploaded: uploads, pendingCount: pending };
  const row = { ...newMembershipRow(event, newMembership(event.id, begun)), ...taken, ...counted };
  const kept = Object.keys(row).filter((name) => !(name in taken) && !(name in counted));
  const sets = [
    ...kept.map((name) => `${name} = if_not_exists(${name}, :${name})`),
    ...Object.keys(taken).map((name) => `${name} = :${name}`),
  ];
  const adds = Object.keys(counted).map((name) => `${name} :${name}`);
  return {
    Update: {
      TableName: tableName(),
      Key: keys.membership(event.id, person),
      UpdateExpression: `SET ${sets.join(', ')} ADD ${adds.join(', ')}`,
      ConditionExpression: `attribute_not_exists(pk) OR (hasPlace = :no AND isBlocked = :no AND ${MEMBERSHIP_IS_OPEN})`,
      ExpressionAttributeValues: {
        ':no': false,
        ...Object.fromEntries(Object.entries(row).map(([name, value]) => [`:${name}`, value])),
      },
    },
  };
}
