import * as z from 'zod/mini';
import type { PersonKey } from '../domain/caller.ts';
import type { Entitlement } from './entitlement.ts';
import { getRows, type Row, tableName, type TransactItem } from '../table/dynamo.ts';
import { parseEvent } from '../table/event-row.ts';
import { keys, kindOfRow } from '../table/keys.ts';
import { parseMembership } from '../table/membership-row.ts';

const moneyRow = z.object({
  paymentIds: z._default(z.array(z.string()), []),
  paidWith: z._default(z.array(z.string()), []),
});

function parseEntitlement(row: Row): Entitlement {
  const { eventId, person, standing, isBlocked } = parseMembership(row);
  return { eventId, person, standing, isBlocked, ...moneyRow.parse(row) };
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
 * access rule reads, always follows them.
 */
export function entitlementUpdate(entitlement: Entitlement, lists: Lists): TransactItem {
  const names = (['paymentIds', 'paidWith'] as const).filter((name) => lists[name] !== undefined);
  const hasPaid = lists.paidWith && { ':hasPaid': lists.paidWith.length > 0 };
  return {
    Update: {
      TableName: tableName(),
      Key: keys.membership(entitlement.eventId, entitlement.person),
      UpdateExpression: `SET ${names.map((name) => `${name} = :${name}`).join(', ')}${hasPaid ? ', hasPaid = :hasPaid' : ''}`,
      ConditionExpression: [
        'attribute_exists(pk)',
        ...names.map((name) => unchanged(name, entitlement)),
      ].join(' AND '),
      ExpressionAttributeValues: {
        ...Object.fromEntries(
          names.flatMap((name) => [
            [`:${name}`, lists[name]],
            [`:seen_${name}`, entitlement[name]],
          ]),
        ),
        ...hasPaid,
      },
    },
  };
}

/** Memberships begin without the lists. */
function unchanged(name: 'paymentIds' | 'paidWith', entitlement: Entitlement): string {
  const same = `${name} = :seen_${name}`;
  return entitlement[name].length > 0 ? same : `(attribute_not_exists(${name}) OR ${same})`;
}
