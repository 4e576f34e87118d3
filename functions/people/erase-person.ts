import { AppError } from '../domain/app-error.ts';
import { type PersonKey, personOfKey } from '../domain/caller.ts';
import type { Membership } from '../domain/records.ts';
import { deleteAccount } from '../sign-in/delete-account.ts';
import { reconcileFiles } from '../storage/item-files.ts';
import { anonymisePayments } from '../payments/transfer-payments.ts';
import { deletePerson, isErasureBegun } from '../table/people.ts';
import { getMedia } from '../table/media.ts';
import { deleteMedia } from '../table/media-changes.ts';
import { listMemberships } from '../table/memberships.ts';
import { deleteMembership } from '../table/give-up-place.ts';
import { listMediaByUploader } from '../table/media-lists.ts';
import { deleteSessions } from '../table/sessions.ts';
import { deleteSubscriptionsOf } from '../notifications/subscription-store.ts';
import { rollUpVotes } from '../table/vote-counts.ts';
import { listVotes, withdrawVote } from '../table/votes.ts';

type ErasureOptions = {
  readonly withMedia: boolean;
  readonly now: Date;
  /** Asked between one step and the next. */
  readonly isOverdue: () => boolean;
};

/**
 * Erases what a person left: sessions and subscriptions, their votes, memberships and, on request, items in
 * every event, then the account that they sign in with, and last their name and address. Items that stay, and
 * payments, lose the name. Safe to repeat and to interrupt: the row that says that they leave goes last.
 * Until then it keeps them from signing in; a new account is another user.
 * @returns false if time ran out before the end
 */
export async function erasePerson(person: PersonKey, options: ErasureOptions): Promise<boolean> {
  // A message for somebody who is not leaving must erase nothing.
  if (!(await isErasureBegun(person))) return true;
  const who = personOfKey(person);
  if (who.kind === 'user') await deleteSessions(who.userId);
  await deleteSubscriptionsOf(person);
  for (const membership of await listMemberships(person)) {
    if (!(await eraseInEvent(membership, options))) return false;
  }
  if (who.kind === 'user') await deleteAccount(who.userId);
  await deletePerson(person, options.now);
  return true;
}

/** @returns false if time ran out before the end */
async function eraseInEvent(
  membership: Membership,
  { withMedia, isOverdue }: ErasureOptions,
): Promise<boolean> {
  const { eventId, person } = membership;
  for (const mediaId of (await listVotes(eventId, person)).keys()) {
    if (isOverdue()) return false;
    const media = await getMedia(mediaId);
    if (!media) continue;
    await withdrawVote({ media, voter: person });
    await rollUpVotes(mediaId, new Date());
  }
  for (const media of withMedia ? await listMediaByUploader(eventId, person) : []) {
    if (isOverdue()) return false;
    await deleteMedia(media).catch(ignoreGone);
    await reconcileFiles(media);
  }
  if (isOverdue()) return false;
  await anonymisePayments(eventId, person);
  await deleteMembership(membership);
  return true;
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof AppError) || error.kind !== 'not-found') throw error;
}
