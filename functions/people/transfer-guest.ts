import { AppError } from '../domain/app-error.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { EventRecord, MediaRecord, Membership } from '../domain/records.ts';
import { transferPayments } from '../payments/transfer-payments.ts';
import { getEventContext } from '../table/event-context.ts';
import { isPersonActive } from '../table/people.ts';
import { getMedia } from '../table/media.ts';
import { listMemberships } from '../table/memberships.ts';
import { deleteEmptyMembership, deleteMembership, setBlocked } from '../table/give-up-place.ts';
import { ensureMembership, ensureRowWithoutPlace } from '../table/membership-capacity.ts';
import { listMediaByUploader } from '../table/media-lists.ts';
import { transferMedia, transferVote, mergeMembership } from './transfer-items-and-votes.ts';
import { transferSubscriptions } from '../notifications/subscription-store.ts';
import { rollUpVotes } from '../table/vote-counts.ts';
import { listVotes, withdrawVote } from '../table/votes.ts';

/**
 * Transfers everything of a claimed guest to the account, event by event. Safe to repeat and to interrupt:
 * the guest's membership goes only when nothing of theirs is left in the event.
 * If the account's owner has left, nothing is transferred: the erasure takes the guest along.
 * @returns false if something came in meanwhile or an index did not show it yet: repeating the call finds it
 */
export async function transferGuest(claim: { guestId: string; userId: string }, now: Date): Promise<boolean> {
  const guest: PersonKey = `guest:${claim.guestId}`;
  if (!(await isPersonActive(`user:${claim.userId}`))) return true;
  await transferSubscriptions(guest, `user:${claim.userId}`);
  let isAll = true;
  for (const membership of await listMemberships(guest)) {
    if (!(await transferMembership(membership, { guest, ...claim, now }))) isAll = false;
  }
  return isAll;
}

/** @returns false if something of the guest is left in the event */
async function transferMembership(
  membership: Membership,
  { guest, userId, now }: { guest: PersonKey; userId: string; now: Date },
): Promise<boolean> {
  const caller = { kind: 'user', userId } as const;
  const context = await getEventContext(membership.eventId, caller);
  // The event has been deleted, and everything in it.
  if (!context) {
    await deleteMembership(membership);
    return true;
  }
  const user: PersonKey = `user:${userId}`;
  const ensurePlace = async (): Promise<boolean> => {
    const seen = await getEventContext(membership.eventId, caller);
    if (seen) await transferPlace(seen, membership, { userId, now });
    return seen !== undefined;
  };
  await transferPlace(context, membership, { userId, now });
  await transferPayments(membership.eventId, { from: guest, to: user }, now);
  for (const media of await listMediaByUploader(membership.eventId, guest))
    await transferItem(media, { from: guest, to: user, ensurePlace });
  for (const mediaId of (await listVotes(membership.eventId, guest)).keys()) {
    const vote = { eventId: membership.eventId, mediaId, voter: guest };
    if (await transferVote(vote, user, now)) continue;
    const media = await getMedia(mediaId);
    if (!media) continue;
    await withdrawVote({ media, voter: guest });
    await rollUpVotes(mediaId, new Date());
  }
  return deleteEmptyMembership(membership);
}

/**
 * Carries over to an account that its guest has a place, has paid or is blocked. There is always room: the guest's
 * place is freed a moment later. Safe to repeat and to interrupt.
 */
async function transferPlace(
  { event, membership: own }: { event: EventRecord; membership: Membership | undefined },
  guest: Membership,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  if (own?.standing === 'owner') return;
  const person = { kind: 'user', userId } as const;
  if (guest.hasPlace && !own?.hasPlace && !own?.isBlocked)
    await ensureMembership(event, { person, now, isUnlimited: true });
  else if (!own) await ensureRowWithoutPlace({ event, person, now });
  await mergeMembership(guest, `user:${userId}`);
  if (!guest.isBlocked) return;
  await setBlocked(event.id, { person: `user:${userId}`, isBlocked: true, byCoHost: true }).catch(
    (error: unknown) => {
      // A co-host is blocked by the owner alone, and not by who blocked the guest; the owner by nobody.
      if (!(error instanceof AppError)) throw error;
    },
  );
}

type Transfer = {
  from: PersonKey;
  to: PersonKey;
  /** @returns false if the event is gone */ ensurePlace: () => Promise<boolean>;
};

/**
 * Repeated if the item changes meanwhile, for example because the owner approves it, and if the taker has been
 * removed: until the item is theirs, the owner may take them for somebody without uploads.
 */
async function transferItem(media: MediaRecord, { from, to, ensurePlace }: Transfer): Promise<void> {
  let seen: MediaRecord | undefined = media;
  while (seen?.uploader === from) {
    const outcome = await transferMedia(seen, to);
    if (outcome === 'done') return;
    if (outcome === 'no-membership' && !(await ensurePlace())) return;
    seen = await getMedia(media.id);
  }
}
