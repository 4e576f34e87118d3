import { type PersonKey, personOfKey } from '../domain/caller.ts';
import { deleteAccount } from '../sign-in/delete-account.ts';
import { deleteSubscriptionsOf } from '../notifications/subscription-store.ts';
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
  /** Has these events looked at once more later. Awaited before anything in them is erased. */
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
  for (const membership of memberships) await closeMembership(membership, now);
  if (!again) await options.lookAgain(memberships.map(({ eventId }) => eventId));
  await eraseOutsideEvents(person, options);
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

async function eraseOutsideEvents(
  person: PersonKey,
  { withMedia, now }: Pick<ErasureOptions, 'withMedia' | 'now'>,
): Promise<void> {
  await deleteSubscriptionsOf(person);
  await announceUnsaved(person);
  await deleteUploadsOf(person);
  await deleteUnsaved(person);
  const who = personOfKey(person);
  if (who.kind === 'guest') return;
  await deleteSessions(who.userId);
  await deleteRows(await listOwnershipKeys(who.userId));
  for (const guest of await listClaimedGuests(who.userId)) {
    // Erased as a person of their own: a claim that was under way may have left things with them.
    await beginErasure(personOfKey(guest), { withMedia, now });
  }
}
