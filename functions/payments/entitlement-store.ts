import * as z from 'zod/mini';
import type { PersonKey } from '../domain/caller.ts';
import { type Entitlement, givesPlace } from './entitlement.ts';
import { whileOpen } from '../table/closed-memberships.ts';
import { getRows, type Row, tableName, type TransactItem } from '../table/dynamo.ts';
import { parseEvent } from '../table/event-row.ts';
import { keys, kindOfRow } from '../table/keys.ts';
import { roomOf, shardsOfRoom } from '../table/shards.ts';
import { parseMembership } from '../table/membership-row.ts';
import { countPlace } from '../table/place-writes.ts';

const moneyRow = z.object({
  paymentIds: z._default(z.array(z.string()), []),
  paidWith: z._default(z.array(z.string()), []),
});

function parseEntitlement(row: Row): Entitlement {
  const { eventId, person, standing, isCoHost, isBlocked, hasPlace } = parseMembership(row);
  return { eventId, person, standing, isCoHost, isBlocked, hasPlace, ...moneyRow.parse(row) };
}

/**
 * The money side of a person's membership.
 * @returns undefined if they have no membership, or the event is deleted or being deleted
 */
export async function getEntitlement(eventId: string, person: PersonKey): Promise<Entitlement | undefined> {
  const rows = await getRows([keys.event(eventId), keys.membership(eventId, person)], { consistent: true });
  const event = rows.find((row) => kindOfRow(row) === 'EVENT');
  const membership = rows.find((row) => kindOfRow(row) === 'PERSON');
  return event && parseEvent(event) && membership ? parseEntitlement(membership) : undefined;
}

/** The lists of an entitlement after a write. */
type Lists = Partial<Pick<Entitlement, 'paymentIds' | 'paidWith'>>;

/**
 * Writes an entitlement's lists on the condition that they are still what was read; `hasPaid`, which the
 * access rule reads, always follows them, and so does the payer's place.
 */
export function entitlementUpdates(entitlement: Entitlement, lists: Lists): TransactItem[] {
  if (!lists.paidWith || !givesPlace(entitlement, lists.paidWith))
    return [entitlementUpdate(entitlement, lists)];
  const shard = shardsOfRoom(roomOf(entitlement.person), entitlement.person)[0] ?? 0;
  return [entitlementUpdate(entitlement, lists, shard), countPlace(entitlement.eventId, shard)];
}

/** The same, refused as a whole if the membership was closed; the membership itself is the first. */
export function entitlementUpdatesWhileOpen(entitlement: Entitlement, lists: Lists): TransactItem[] {
  return entitlementUpdates(entitlement, lists).map((write, at) => (at === 0 ? whileOpen(write) : write));
}

/** @param place the shard that counts the place that comes with it */
function entitlementUpdate(entitlement: Entitlement, lists: Lists, place?: number): TransactItem {
  const names = (['paymentIds', 'paidWith'] as const).filter((name) => lists[name] !== undefined);
  const hasPaid = lists.paidWith && { ':hasPaid': lists.paidWith.length > 0 };
  const takesPlace = place !== undefined && { ':place': place, ':yes': true, ':no': false };
  return {
    Update: {
      TableName: tableName(),
      Key: keys.membership(entitlement.eventId, entitlement.person),
      UpdateExpression: `SET ${[
        ...names.map((name) => `${name} = :${name}`),
        ...(hasPaid ? ['hasPaid = :hasPaid'] : []),
        ...(takesPlace ? ['hasPlace = :yes', 'countedIn = :place'] : []),
      ].join(', ')}`,
      ConditionExpression: [
        'attribute_exists(pk)',
        ...names.map((name) => unchanged(name, entitlement)),
        ...(takesPlace ? ['hasPlace = :no AND isBlocked = :no'] : []),
      ].join(' AND '),
      ExpressionAttributeValues: {
        ...Object.fromEntries(
          names.flatMap((name) => [
            [`:${name}`, lists[name]],
            [`:seen_${name}`, entitlement[name]],
          ]),
        ),
        ...hasPaid,
        ...takesPlace,
      },
    },
  };
}

/** Memberships begin without the lists. */
function unchanged(name: 'paymentIds' | 'paidWith', entitlement: Entitlement): string {
  const same = `${name} = :seen_${name}`;
  return entitlement[name].length > 0 ? same : `(attribute_not_exists(${name}) OR ${same})`;
}
