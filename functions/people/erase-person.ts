import { AppError } from '../domain/app-error.ts';
import { type PersonKey, personOfKey } from '../domain/caller.ts';
import { deleteAccount } from '../sign-in/delete-account.ts';
import { reconcileFiles } from '../storage/reconcile-files.ts';
import { anonymisePayments } from '../payments/transfer-payments.ts';
import { deletePerson, isErased } from '../table/people.ts';
import { getMedia } from '../table/media.ts';
import { deleteMedia } from '../table/media-changes.ts';
import { listMemberships } from '../table/memberships.ts';
import { deleteMembership } from '../table/membership-capacity.ts';
import { listMediaByUploader } from '../table/media-lists.ts';
import { deleteSessions } from '../table/sessions.ts';
import { deleteSubscriptionsOf } from '../notifications/subscription-store.ts';
import { listVotedIds, withdrawVote } from '../table/votes.ts';

/**
 * Erases what a person left: votes, standing in events, sessions, subscriptions, on request their media, then the
 * account that they sign in with, and last their name and address. Media that stays has no name any more, nor have
 * payments. Safe to repeat and to interrupt: who they are is deleted last, so that the job is found again until it is
 * done. Until then the row keeps them from signing in; whoever makes an account anew is somebody else.
 */
export async function erasePerson(person: PersonKey, wish: { withMedia: boolean; now: Date }): Promise<void> {
  // A message that comes for somebody who is not leaving must erase nothing.
  if (!(await isErased(person))) return;
  const who = personOfKey(person);
  if (who.kind === 'user') await deleteSessions(who.userId);
  await deleteSubscriptionsOf(person);
  for (const membership of await listMemberships(person)) {
    const { eventId } = membership;
    for (const mediaId of await listVotedIds(eventId, person)) {
      const media = await getMedia(mediaId);
      if (media) await withdrawVote({ media, voter: person });
    }
    if (wish.withMedia) await deleteMediaBy(eventId, person);
    await anonymisePayments(eventId, person);
    await deleteMembership(membership);
  }
  if (who.kind === 'user') await deleteAccount(who.userId);
  await deletePerson(person, wish.now);
}

async function deleteMediaBy(eventId: string, person: PersonKey): Promise<void> {
  for (const media of await listMediaByUploader(eventId, person)) {
    await deleteMedia(media).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.kind !== 'not-found') throw error;
    });
    await reconcileFiles(media);
  }
}
