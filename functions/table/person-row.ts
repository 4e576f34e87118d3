import * as z from 'zod/mini';
import { keyOfId } from '../domain/caller.ts';
import type { Departure } from '../domain/changes.ts';
import type { Row } from './dynamo.ts';

export const userRow = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
});
/** A signed-in person, as the identity provider told of them. */
export type UserRecord = z.output<typeof userRow>;

export const guestRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  tokenHash: z.string(),
  createdAt: z.string(),
  /** The account that took the guest over: the guest itself is then no identity any more. */
  claimedBy: z.nullable(z.string()),
});
export type GuestRecord = z.output<typeof guestRow>;

/** Of a user or a guest: whether they are leaving, and who took a guest over. Little else is left of some. */
const departureRow = z.object({
  id: z.string(),
  erasedAt: z.optional(z.string()),
  eraseMedia: z._default(z.boolean(), false),
  claimedBy: z.nullish(z.string()),
});

/** @returns undefined for who stays */
export function departureOf(row: Row): Departure | undefined {
  const { id, erasedAt, eraseMedia, claimedBy } = departureRow.parse(row);
  if (erasedAt !== undefined) return { kind: 'person-left', person: keyOfId(id), withMedia: eraseMedia };
  return typeof claimedBy === 'string'
    ? { kind: 'guest-claimed', guestId: id, userId: claimedBy }
    : undefined;
}
