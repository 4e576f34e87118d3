import { ownerOnly } from '../domain/access.ts';
import { AppError, notFound } from '../domain/app-error.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { EventRecord, Membership } from '../domain/records.ts';
import { EVENT_IS_ACTIVE } from './active-event-condition.ts';
import { MEMBERSHIP_IS_OPEN } from './closed-memberships.ts';
import { coHostsIn } from './co-host-writes.ts';
import { ConditionsFailed, getRows, tableName, transact, type TransactItem } from './dynamo.ts';
import { parseEvent } from './event-row.ts';
import { keys, kindOfRow } from './keys.ts';
import { parseMembership } from './membership-row.ts';
import { takeOwnership } from './owned-events.ts';
import { countPlace, discountPlace, placeUnchanged } from './place-writes.ts';
import { roomOf, shardsOfRoom } from './shards.ts';

/** An event as it was read, the user who takes it over, and when. */
export type HandOver = { readonly event: EventRecord; readonly to: string; readonly now: Date };

/**
 * Makes a co-host the owner of an event, and its owner a co-host, in one transaction: whoever dies on the way leaves the event as it
 * was or handed over. All that names the owner is in it; what belongs to the owner by the event's row alone follows.
 * @throws AppError 403 if the event has changed hands, 404 if it is gone, 409 if the other is no co-host or has left
 */
export async function handOver({ event, to, now }: HandOver): Promise<void> {
  const giver: PersonKey = `user:${event.createdBy}`;
  const taker: PersonKey = `user:${to}`;
  if (to === event.createdBy) throw notCoHost();
  for (;;) {
    const seen = await readHosts(event.id, { giver, taker });
    if (seen.createdBy !== event.createdBy) throw ownerOnly();
    if (seen.giver?.standing !== 'owner') throw new Error('The owner has no membership.');
    // The rows are read one by one: the event's may be a moment older than the membership.
    const isCoHost = seen.taker?.isCoHost && seen.coHosts.has(to);
    if (!seen.taker || !isCoHost || seen.taker.closedAt !== undefined) throw notCoHost();
    const writes = [
      ...takeOwnership(to, event.id),
      newOwner(event, { to, coHosts: seen.coHosts, now }),
      ...placesExchanged(seen.taker, giver),
      // No condition: it says no more than its key.
      { Delete: { TableName: tableName(), Key: keys.ownership(event.createdBy, event.id) } },
    ];
    try {
      await transact(writes);
      return;
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      // They have begun to leave.
      if (error.failures[0]) throw notCoHost();
    }
  }
}

async function readHosts(eventId: string, { giver, taker }: { giver: PersonKey; taker: PersonKey }) {
  const rows = await getRows(
    [keys.event(eventId), keys.membership(eventId, giver), keys.membership(eventId, taker)],
    { consistent: true },
  );
  const eventRow = rows.find((row) => kindOfRow(row) === 'EVENT');
  const event = eventRow && parseEvent(eventRow);
  if (!event) throw notFound();
  const memberships = rows.filter((row) => kindOfRow(row) === 'PERSON').map(parseMembership);
  return {
    createdBy: event.createdBy,
    coHosts: coHostsIn(eventRow),
    giver: memberships.find(({ person }) => person === giver),
    taker: memberships.find(({ person }) => person === taker),
  };
}

const notCoHost = (): AppError =>
  new AppError('conflict', 'not_co_host', {
    message: 'They are no co-host of this event any more. Only a co-host can take it over.',
  });

function newOwner(
  event: EventRecord,
  { to, coHosts, now }: { to: string; coHosts: ReadonlySet<string>; now: Date },
): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: keys.event(event.id),
      UpdateExpression: 'SET createdBy = :to, coHosts = :hosts, updatedAt = :now',
      ConditionExpression: `${EVENT_IS_ACTIVE} AND createdBy = :from AND coHosts = :seen`,
      ExpressionAttributeValues: {
        ':to': to,
        ':from': event.createdBy,
        ':hosts': new Set([...coHosts, event.createdBy].filter((userId) => userId !== to)),
        ':seen': coHosts,
        ':now': now.toISOString(),
      },
    },
  };
}

/** Their memberships; and their places, because an owner's is not counted. */
function placesExchanged(taker: Membership, giver: PersonKey): TransactItem[] {
  const { eventId } = taker;
  const shard = shardsOfRoom(roomOf(giver), giver)[0] ?? 0;
  // A transaction names each row once.
  const isSameShard = taker.countedIn === shard;
  const counts = isSameShard ? [] : [countPlace(eventId, shard), ...discountPlace(eventId, taker.countedIn)];
  return [ownersToCoHosts(eventId, giver, shard), coHostsToOwners(taker), ...counts];
}

function ownersToCoHosts(eventId: string, giver: PersonKey, shard: number): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: keys.membership(eventId, giver),
      UpdateExpression: 'SET standing = :participant, isCoHost = :yes, hasPlace = :yes, countedIn = :shard',
      ConditionExpression: `standing = :owner AND ${MEMBERSHIP_IS_OPEN}`,
      ExpressionAttributeValues: {
        ':participant': 'participant',
        ':owner': 'owner',
        ':yes': true,
        ':shard': shard,
      },
    },
  };
}

function coHostsToOwners(taker: Membership): TransactItem {
  const unchanged = placeUnchanged(taker);
  return {
    Update: {
      TableName: tableName(),
      Key: keys.membership(taker.eventId, taker.person),
      UpdateExpression: 'SET standing = :owner REMOVE isCoHost, countedIn',
      ConditionExpression: `attribute_exists(isCoHost) AND isBlocked = :no AND ${MEMBERSHIP_IS_OPEN} AND ${unchanged.condition}`,
      ExpressionAttributeValues: { ':owner': 'owner', ':no': false, ...unchanged.values },
    },
  };
}
