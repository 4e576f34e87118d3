import * as z from 'zod/mini';
import { getRow, getRows, type Row, tableName, type TransactItem } from './dynamo.ts';
import { ALL_OWNERSHIPS, type Key, keys, kindOfRow, nameIn } from './keys.ts';
import { USER_IS_ACTIVE } from './active-person-condition.ts';
import { parseEvent } from './event-row.ts';
import { parseMembership } from './membership-row.ts';
import { listMemberships } from './memberships.ts';
import { queryKeys } from './query-rows.ts';

/**
 * Which events a user owns, so that nobody leaves who owns one. An index is late: an event of a moment ago may
 * be missing in it. So each also has a row in its owner's partition, which is read consistently, and the
 * owner's row counts in `ownershipVersion` how often an event became theirs.
 */

const ownerRow = z.object({ ownershipVersion: z.optional(z.int()) });

/** Makes an event a user's. Fails, at its first item, if the user has left. */
export function takeOwnership(userId: string, eventId: string): TransactItem[] {
  return [
    {
      Update: {
        TableName: tableName(),
        Key: keys.user(userId),
        UpdateExpression: 'ADD ownershipVersion :one',
        ConditionExpression: USER_IS_ACTIVE,
        ExpressionAttributeValues: { ':one': 1 },
      },
    },
    // No condition: it says no more than its key.
    { Put: { TableName: tableName(), Item: { ...keys.ownership(userId, eventId) } } },
  ];
}

/** The condition that no event has become a user's since a version was read. */
export function ownershipCondition(version: number | undefined): { condition: string; values: Row } {
  return version === undefined
    ? { condition: 'attribute_not_exists(ownershipVersion)', values: {} }
    : { condition: 'ownershipVersion = :version', values: { ':version': version } };
}

/**
 * Whether a user owns events, and at which version; undefined for somebody without an account. One whose deletion
 * has begun is nobody's: nothing brings it back, and the job that removes what it held needs no owner.
 */
export async function readOwnership(
  userId: string,
): Promise<{ version: number | undefined; ownsEvents: boolean } | undefined> {
  // Before the events: what becomes theirs later has another version.
  const row = await getRow(keys.user(userId));
  if (!row) return undefined;
  const version = ownerRow.parse(row).ownershipVersion;
  const person = `user:${userId}` as const;
  // Events that are older than the rows are in the index alone.
  const indexed = (await listMemberships(person)).filter(({ standing }) => standing === 'owner');
  const noted = (await listOwnershipKeys(userId)).map(({ sk }) => nameIn(sk));
  const eventIds = [...new Set([...indexed.map(({ eventId }) => eventId), ...noted])];
  const rows = await getRows(
    eventIds.flatMap((eventId) => [keys.event(eventId), keys.membership(eventId, person)]),
    { consistent: true },
  );
  const [events = [], memberships = []] = ['EVENT', 'PERSON'].map((kind) =>
    rows.filter((found) => kindOfRow(found) === kind),
  );
  const standing = new Set(events.flatMap((found) => parseEvent(found)?.id ?? []));
  const owned = memberships.map(parseMembership).filter((one) => one.standing === 'owner');
  return { version, ownsEvents: owned.some(({ eventId }) => standing.has(eventId)) };
}

/** The rows in a user's partition that name events. */
export function listOwnershipKeys(userId: string): Promise<Key[]> {
  return queryKeys({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :owns)',
    ExpressionAttributeValues: { ':pk': keys.user(userId).pk, ':owns': ALL_OWNERSHIPS },
    ConsistentRead: true,
  });
}
