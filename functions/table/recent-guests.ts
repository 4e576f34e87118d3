import type { Membership } from '../domain/records.ts';
import { tryTransact } from './dynamo.ts';
import { block } from './give-up-place.ts';
import { type Look, lookAtPeople, type PeoplePage } from './look-at-people.ts';
import { HAS_NEVER_PAID, HOLDS_PLACE } from './membership-row.ts';

/** Guests with a place who have neither paid nor begun to, and are not blocked. */
const removable = {
  expression: `isBlocked = :no AND ${HOLDS_PLACE} AND ${HAS_NEVER_PAID}`,
  values: { ':no': false, ':yes': true, ':none': 0 },
};

/**
 * Of the next of an event's guests those who have had a place since an instant, but for whoever has paid or has begun to.
 * @param look `since`: ISO 8601, inclusive
 */
export function listRecentGuests(
  eventId: string,
  { since, ...look }: Omit<Look, 'kind'> & { readonly since: string },
): Promise<PeoplePage> {
  const filter = {
    expression: `since >= :since AND ${removable.expression}`,
    values: { ...removable.values, ':since': since },
  };
  return lookAtPeople(eventId, { ...look, kind: 'guest' }, filter);
}

/** Blocks a guest, which frees their place. Safe to repeat. @returns false if they have paid, are blocked or gone by now */
export function blockUnpaidGuest(guest: Membership): Promise<boolean> {
  return tryTransact(block(guest, removable));
}
