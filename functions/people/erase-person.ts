import { type PersonKey, personOfKey } from '../domain/caller.ts';
import { deleteAccount } from '../sign-in/delete-account.ts';
import type { Membership } from '../domain/records.ts';
import {
  deleteSubscription,
  deleteSubscriptionsOf,
  listSubscriptionsOf,
} from '../notifications/subscription-store.ts';
import { closeMembership } from '../table/closed-memberships.ts';
import { deleteRows } from '../table/dynamo.ts';
import { listMemberships } from '../table/memberships.ts';
import { deleteMembership } from '../table/give-up-place.ts';
import { listOwnershipKeys } from '../table/owned-events.ts';
import { beginErasure, deletePerson, isErasureBegun, listClaimedGuests } from '../table/people.ts';
import { deleteSessions } from '../table/sessions.ts';
import { deleteUnsaved } from '../table/unsaved-uploads.ts';
import { deleteUploadsOf } from '../table/uploads.ts';
import { announceUnsaved } from '../uploads/announce-unsaved.ts';
import { eraseInEvent } from './erase-in-event.ts';

export type ErasureOptions = {
  readonly withMedia: boolean;
  readonly now: Date;
  /** Asked between one step and the next. */
  readonly isOverdue: () => boolean;
  /** The events of a second look, in which the person has no membership any more. */
  readonly again?: readonly string[] | undefined;
  /** Whether an earlier run has had a second look begun. */
  readonly isSecondLookSent?: boolean | undefined;
  /** Has these events looked at once more later. Awaited before anything in them is closed or erased. */
  readonly lookAgain: (eventIds: readonly string[]) => Promise<void>;
};

/**
 * Erases what a person left: sessions and subscriptions, what guests whom they claimed left, their votes,
 * memberships and, on request, items in every event, then the account that they sign in with, and last their
 * name and address. Items that stay, and payments, lose the name. Safe to repeat and to interrupt: the row that
 * says that they leave goes last. Until then it keeps them from signing in; a new account is another user.
 *
 * Nothing new is theirs meanwhile: what they create names their row or their membership, and both are closed
 * before anything is looked for. A second look takes along what an index did not show yet, and what is written
 * without a condition.
 * @returns false if time ran out before the end
 */
export async function erasePerson(person: PersonKey, options: ErasureOptions): Promise<boolean> {
  const { again, now } = options;
  // A message for somebody who is not leaving must erase nothing.
  if (!(await isErasureBegun(person, again !== undefined))) return true;
  const memberships = await listMemberships(person);
  if (!(await closeMemberships(memberships, options))) return false;
  if (!(await eraseOutsideEvents(person, options))) return false;
  for (const eventId of again ?? []) {
    if (!(await eraseInEvent({ eventId, person }, options))) return false;
  }
  for (const membership of memberships) {
    if (!(await eraseInEvent(membership, options))) return false;
    await deleteMembership(membership);
  }
  const who = personOfKey(person);
  if (again) return true;
  if (who.kind === 'user') await deleteAccount(who.userId);
  await deletePerson(person, now);
  return true;
}

/** How many memberships are closed between one look at the clock and the next. Their events' ids fit into a message. */
const CLOSED_AT_ONCE = 200;

/**
 * Closes what is still open, and has only these events looked at again: what an earlier run closed, it has announced.
 * @returns false if time ran out
 */
async function closeMemberships(
  memberships: readonly Membership[],
  { again, now, isOverdue, isSecondLookSent, lookAgain }: ErasureOptions,
): Promise<boolean> {
  const open = memberships.filter(({ closedAt }) => closedAt === undefined);
  // Something that no index shows yet may be left of somebody without memberships as well.
  if (open.length === 0 && !again && !isSecondLookSent) await lookAgain([]);
  for (let start = 0; start < open.length; start += CLOSED_AT_ONCE) {
    if (isOverdue()) return false;
    const next = open.slice(start, start + CLOSED_AT_ONCE);
    if (!again) await lookAgain(next.map(({ eventId }) => eventId));
    for (const membership of next) await closeMembership(membership, now);
  }
  return true;
}

/** @returns false if time ran out */
async function eraseOutsideEvents(
  person: PersonKey,
  { withMedia, now, isOverdue }: Pick<ErasureOptions, 'withMedia' | 'now' | 'isOverdue'>,
): Promise<boolean> {
  for (const subscription of await listSubscriptionsOf(person)) {
    if (isOverdue()) return false;
    await deleteSubscription(subscription);
  }
  // Also of those that an index does not show yet, and what counts them.
  await deleteSubscriptionsOf(person);
  await announceUnsaved(person);
  await deleteUploadsOf(person);
  await deleteUnsaved(person);
  const who = personOfKey(person);
  if (who.kind === 'guest') return true;
  await deleteSessions(who.userId);
  await deleteRows(await listOwnershipKeys(who.userId));
  for (const guest of await listClaimedGuests(who.userId)) {
    if (isOverdue()) return false;
    // Erased as a person of their own: a claim that was under way may have left things with them.
    await beginErasure(personOfKey(guest), { withMedia, now });
  }
  return true;
}
