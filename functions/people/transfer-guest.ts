import type { PersonKey } from '../domain/caller.ts';
import type { MediaRecord, Membership } from '../domain/records.ts';
import { transferPayments } from '../payments/transfer-payments.ts';
import { getEventContext } from '../table/event-context.ts';
import { getMedia } from '../table/media.ts';
import { listMemberships } from '../table/memberships.ts';
import { deleteEmptyMembership, deleteMembership, ensureMembership } from '../table/membership-capacity.ts';
import { listMediaByUploader } from '../table/media-lists.ts';
import { transferMedia, transferVote, mergeMembership } from './transfer-ownership.ts';
import { transferSubscriptions } from '../notifications/subscription-store.ts';
import { listVotedIds, withdrawVote } from '../table/votes.ts';

/**
 * Hands everything of a retired guest to the account that claimed it, event by event. Safe to repeat and to
 * interrupt: an event is left only when nothing of the guest is in it any more.
 * @returns false where something came in meanwhile, or an index did not know of it yet: the same again finds it
 */
export async function transferGuest(claim: { guestId: string; userId: string }, now: Date): Promise<boolean> {
  const guest: PersonKey = `guest:${claim.guestId}`;
  await transferSubscriptions(guest, `user:${claim.userId}`);
  let isAll = true;
  for (const membership of await listMemberships(guest)) {
    if (!(await handOverIn(membership, { guest, ...claim, now }))) isAll = false;
  }
  return isAll;
}

/** @returns false where something of the guest is left in the event */
async function handOverIn(
  membership: Membership,
  { guest, userId, now }: { guest: PersonKey; userId: string; now: Date },
): Promise<boolean> {
  const caller = { kind: 'user', userId } as const;
  const context = await getEventContext(membership.eventId, caller);
  // An event that was deleted meanwhile takes everything in it along.
  if (!context) {
    await deleteMembership(membership);
    return true;
  }
  const user: PersonKey = `user:${userId}`;
  const act = { person: caller, now, inPlaceOf: membership };
  if (!context.membership) await ensureMembership(context.event, act);
  await mergeMembership(membership, user);
  await transferPayments(membership.eventId, { from: guest, to: user }, now);
  for (const media of await listMediaByUploader(membership.eventId, guest))
    await giveAway(media, guest, user);
  for (const mediaId of await listVotedIds(membership.eventId, guest)) {
    const vote = { eventId: membership.eventId, mediaId, voter: guest };
    if (await transferVote(vote, user, now)) continue;
    const media = await getMedia(mediaId);
    if (media) await withdrawVote({ media, voter: guest });
  }
  return deleteEmptyMembership(membership);
}

/** Also where the owner approves or deletes it at this very moment. */
async function giveAway(media: MediaRecord, from: PersonKey, to: PersonKey): Promise<void> {
  let seen: MediaRecord | undefined = media;
  while (seen?.uploader === from && !(await transferMedia(seen, to))) seen = await getMedia(media.id);
}
