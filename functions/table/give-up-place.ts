import { ownerOnly } from '../domain/access.ts';
import { notFound } from '../domain/app-error.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { Membership } from '../domain/records.ts';
import { coHostUnchanged, dropCoHost } from './co-host-writes.ts';
import { dismissCoHost } from './co-hosts.ts';
import { ConditionsFailed, getRow, tableName, transact, type TransactItem, tryTransact } from './dynamo.ts';
import { keys } from './keys.ts';
import type { MembershipFilter } from './look-at-people.ts';
import { roomOf, shardsOfRoom } from './shards.ts';
import { parseMembership } from './membership-row.ts';
import { countPlace, discountPlace, placeUnchanged } from './place-writes.ts';

/**
 * Blocks a person in an event, which frees their place, or unblocks them, which gives them one: the owner's word
 * counts more than the limit. A blocked co-host is none any more. Safe to repeat.
 * @param change `byCoHost`: the owner alone blocks co-hosts
 * @throws AppError 404 for the owner, and for a person without a membership; 403 for a co-host whom another blocks
 */
export async function setBlocked(
  eventId: string,
  change: { person: PersonKey; isBlocked: boolean; byCoHost?: boolean },
): Promise<void> {
  for (;;) {
    const row = await getRow(keys.membership(eventId, change.person));
    const membership = row && parseMembership(row);
    if (!membership || membership.standing === 'owner') throw notFound();
    if (membership.isCoHost && change.isBlocked && change.byCoHost) throw ownerOnly();
    // Whoever is not blocked is not given a place. Somebody whom an older release blocked has kept theirs.
    if (change.isBlocked ? membership.isBlocked && !membership.hasPlace : !membership.isBlocked) return;
    if (await tryTransact(change.isBlocked ? block(membership) : unblock(membership))) return;
    if (membership.isCoHost && !(await getRow(keys.event(eventId)))) throw notFound();
  }
}

/** The writes that block a person and free their place. @param filter what must hold of the membership besides */
export function block(membership: Membership, filter?: MembershipFilter): TransactItem[] {
  const { eventId, countedIn, isCoHost } = membership;
  const sets = 'SET isBlocked = :yes, hasPlace = :no REMOVE countedIn, isCoHost';
  const change = changed(membership, sets, { ':yes': true, ':no': false });
  const first = filter ? withCondition(change, filter) : change;
  return [first, ...discountPlace(eventId, countedIn), ...(isCoHost ? [dropCoHost(membership)] : [])];
}

function withCondition({ Update }: TransactItem, { expression, values }: MembershipFilter): TransactItem {
  if (!Update) throw new Error('Not an update.');
  return {
    Update: {
      ...Update,
      ConditionExpression: `${Update.ConditionExpression} AND ${expression}`,
      ExpressionAttributeValues: { ...Update.ExpressionAttributeValues, ...values },
    },
  };
}

function unblock(membership: Membership): TransactItem[] {
  const { eventId, person, hasPlace, isCoHost } = membership;
  // Somebody whom an older release blocked has kept their place, and may still be called a co-host.
  const dropped = isCoHost ? [dropCoHost(membership)] : [];
  const removal = isCoHost ? ' REMOVE isCoHost' : '';
  if (hasPlace) return [changed(membership, `SET isBlocked = :no${removal}`, { ':no': false }), ...dropped];
  const shard = shardsOfRoom(roomOf(person), person)[0] ?? 0;
  const sets = `SET isBlocked = :no, hasPlace = :yes, countedIn = :shard${removal}`;
  return [
    changed(membership, sets, { ':no': false, ':yes': true, ':shard': shard }),
    countPlace(eventId, shard),
    ...dropped,
  ];
}

function changed(
  seen: Membership,
  UpdateExpression: string,
  values: Readonly<Record<string, unknown>>,
): TransactItem {
  const unchanged = placeUnchanged(seen);
  return {
    Update: {
      TableName: tableName(),
      Key: keys.membership(seen.eventId, seen.person),
      UpdateExpression,
      ConditionExpression: `isBlocked = :wasBlocked AND ${coHostUnchanged(seen)} AND ${unchanged.condition}`,
      ExpressionAttributeValues: { ...values, ':wasBlocked': seen.isBlocked, ...unchanged.values },
    },
  };
}

/**
 * Deletes a person's membership, which frees their place; a co-host leaves the event's row first. The last step in an event. Safe
 * to repeat.
 */
export async function deleteMembership(membership: Membership): Promise<void> {
  const condition = `attribute_exists(pk) AND ${coHostUnchanged({})}`;
  while (!(await deleteRow(membership, { condition, values: {} })))
    await dismissCoHost(membership.eventId, membership.person);
}

/**
 * Deletes the membership of a guest whose things have been transferred.
 * @returns false if something of theirs is still in the event, because it came in meanwhile, or if they have been
 * blocked or restored since the membership was read: that is to be transferred as well
 */
export async function deleteEmptyMembership(membership: Membership): Promise<boolean> {
  return deleteRow(membership, {
    condition:
      'isBlocked = :wasBlocked AND uploadCount <= :none AND (attribute_not_exists(paymentIds) OR size(paymentIds) = :none)',
    values: { ':none': 0, ':wasBlocked': membership.isBlocked },
  });
}

/**
 * Deletes a membership's row and counts its place off.
 * @returns false if the condition did not hold; true if the row was already gone, and counted off with it
 */
async function deleteRow(
  membership: Membership,
  { condition, values }: { condition: string; values: Readonly<Record<string, unknown>> },
): Promise<boolean> {
  const { eventId, person } = membership;
  for (let seen = membership; ;) {
    const unchanged = placeUnchanged(seen);
    const gone = {
      TableName: tableName(),
      Key: keys.membership(eventId, person),
      ConditionExpression: `${condition} AND ${unchanged.condition}`,
      ...valuesOf({ ...values, ...unchanged.values }),
    };
    try {
      await transact([{ Delete: gone }, ...discountPlace(eventId, seen.countedIn)]);
      return true;
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const found = error.failures[0]?.found;
      if (!found) return true;
      const current = parseMembership(found);
      if (current.countedIn === seen.countedIn) return false;
      // It came by a place, or lost it, since it was read.
      seen = current;
    }
  }
}

/** DynamoDB refuses an empty map. */
const valuesOf = (values: Readonly<Record<string, unknown>>) =>
  Object.keys(values).length > 0 && { ExpressionAttributeValues: values };
