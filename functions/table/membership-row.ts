import * as z from 'zod/mini';
import type { PersonKey } from '../domain/caller.ts';
import type { EventRecord, Membership } from '../domain/records.ts';
import { type Row, tableName, type TransactItem } from './dynamo.ts';
import { membershipsOf, sortPosition } from './index-keys.ts';
import { keys } from './keys.ts';

const personKey = z.custom<PersonKey>(
  (value) => typeof value === 'string' && /^(?:user|guest):./.test(value),
);

const membershipRow = z.object({
  eventId: z.string(),
  person: personKey,
  standing: z.enum(['owner', 'participant', 'visitor', 'guest']),
  isCoHost: z.optional(z.literal(true)),
  isBlocked: z.boolean(),
  hasPaid: z.boolean(),
  since: z.string(),
  uploadCount: z.int(),
  pendingCount: z.int(),
  // Rows that are older than these numbers lack them.
  discardedCount: z._default(z.int(), 0),
  everUploaded: z._default(z.int(), 0),
  // Everybody who had a row had a place, until there were rows without one.
  hasPlace: z._default(z.boolean(), true),
  countedIn: z.optional(z.int()),
  closedAt: z.optional(z.string()),
  outdatedZips: z.optional(z.set(z.string())),
  outdatedSince: z.optional(z.string()),
  setAsideUntil: z.optional(z.string()),
});

/** Holds for who has a place, with `:yes` for true: old rows lack the field. */
export const HOLDS_PLACE = '(attribute_not_exists(hasPlace) OR hasPlace = :yes)';

/** Holds for who has neither paid nor begun to, with `:no` for false and `:none` for zero. */
export const HAS_NEVER_PAID =
  'hasPaid = :no AND (attribute_not_exists(paymentIds) OR size(paymentIds) = :none)';

export function parseMembership(row: Row): Membership {
  return membershipRow.parse(row);
}

/** The membership of somebody who has done nothing in an event yet; the owner has a place from the start. */
export function newMembership(
  eventId: string,
  begun: Pick<Membership, 'person' | 'standing' | 'since'>,
): Membership {
  return {
    eventId,
    ...begun,
    isBlocked: false,
    hasPaid: false,
    hasPlace: begun.standing === 'owner',
    uploadCount: 0,
    pendingCount: 0,
    discardedCount: 0,
    everUploaded: 0,
  };
}

/** What the row of a new membership holds beside its key. */
export function newMembershipRow(
  event: Pick<EventRecord, 'id' | 'createdAt'>,
  membership: Membership,
): Record<string, unknown> {
  return {
    gsi1pk: membershipsOf(membership.person),
    gsi1sk: sortPosition(event.createdAt, event.id),
    ...membership,
  };
}

/** Writes a new membership; fails if the person has one. */
export function putMembership(
  event: Pick<EventRecord, 'id' | 'createdAt'>,
  membership: Membership,
): TransactItem {
  return {
    Put: {
      TableName: tableName(),
      Item: { ...keys.membership(event.id, membership.person), ...newMembershipRow(event, membership) },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}
