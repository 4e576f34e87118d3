import * as z from 'zod/mini';
import { storedLine, storedName } from '../../shared/contract/text.ts';
import { keyOfId } from '../domain/caller.ts';
import type { Departure } from '../domain/changes.ts';
import type { Row } from './dynamo.ts';

/** A picture is shown from this site alone; the releases before kept addresses of others. */
const ownAddress = z.pipe(
  z.nullable(z.string()),
  z.transform((address) => (address !== null && /^\/(?!\/)/.test(address) ? address : null)),
);

export const userRow = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.nullable(storedLine),
  lastName: z.nullable(storedLine),
  profileImageUrl: ownAddress,
});
/** A user, as the identity provider describes them. */
export type UserRecord = z.output<typeof userRow>;

export const guestRow = z.object({
  id: z.string(),
  name: storedName,
  email: z.nullable(z.string()),
  tokenHash: z.string(),
  createdAt: z.string(),
  /** The account that claimed the guest, or `erased`: from then on nobody can act as the guest. */
  claimedBy: z.nullable(z.string()),
});
export type GuestRecord = z.output<typeof guestRow>;

/** What a user's or guest's row says of their departure. The row of an erased account holds little else. */
const departureRow = z.object({
  id: z.string(),
  erasedAt: z.optional(z.string()),
  eraseMedia: z._default(z.boolean(), false),
  claimedBy: z.nullish(z.string()),
});

/** @returns undefined for a person who stays */
export function departureOf(row: Row): Departure | undefined {
  const { id, erasedAt, eraseMedia, claimedBy } = departureRow.parse(row);
  if (erasedAt !== undefined) return { kind: 'person-left', person: keyOfId(id), withMedia: eraseMedia };
  return typeof claimedBy === 'string'
    ? { kind: 'guest-claimed', guestId: id, userId: claimedBy }
    : undefined;
}
