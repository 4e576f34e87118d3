import type { MediaStatus } from '../../shared/contract/entities.ts';
import { AppError } from './app-error.ts';
import { keyOfCaller, type Caller } from './caller.ts';
import type { Standing } from './access.ts';
import { assertMay } from './access.ts';
import type { MediaRecord, Membership, Tally } from './records.ts';

/** Which of an event's items a list holds: all of a status, or only the caller's own of it. */
export type ListScope = { readonly status: MediaStatus; readonly ownOnly: boolean };

/**
 * What a gallery list consists of. Everybody sees what is approved, and what is pending of their own; the
 * owner sees all that is pending. Rejected items are listed by status alone, for the owner.
 * @throws AppError where the caller may not see that list.
 */
export function scopesOf(caller: Caller, standing: Standing, status?: MediaStatus): ListScope[] {
  if (status === 'pending' || status === 'rejected') {
    assertMay('see-unapproved', standing);
    return [{ status, ownOnly: false }];
  }
  assertMay('see-media', standing);
  const approved: ListScope = { status: 'approved', ownOnly: false };
  if (status === 'approved' || caller.kind === 'anonymous') return [approved];
  return [approved, { status: 'pending', ownOnly: standing.role !== 'owner' }];
}

/** Whether the counts say that nothing waits there, so that nobody need read the list. */
export function isEmptyOfPending(
  scope: ListScope,
  counts: { tally: Tally; membership: Membership | undefined },
): boolean {
  if (scope.status !== 'pending') return false;
  return (scope.ownOnly ? (counts.membership?.pendingCount ?? 0) : counts.tally.pending) === 0;
}

/** Whether a caller may know of one item at all: the same rule as the lists', for a single item. */
export function isVisible(media: MediaRecord, caller: Caller, standing: Standing): boolean {
  if (standing.role === 'owner' || media.status === 'approved') return true;
  return media.status === 'pending' && media.uploader === keyOfCaller(caller);
}

/** How many items a caller's gallery holds. */
export function visibleCount(tally: Tally, standing: Standing, membership: Membership | undefined): number {
  if (standing.role === 'owner') return tally.approved + tally.pending;
  return tally.approved + (membership?.pendingCount ?? 0);
}

/** The owner and whoever uploaded it: they may have the original and know its name. */
export function knowsOriginal(media: MediaRecord, caller: Caller, standing: Standing): boolean {
  return standing.role === 'owner' || (media.uploader === keyOfCaller(caller) && standing.role !== 'blocked');
}

/** Only what everybody can see can be voted on. @throws AppError 409 */
export function assertVotable(media: Pick<MediaRecord, 'status'>): void {
  if (media.status === 'approved') return;
  throw new AppError('conflict', 'not_approved', { message: 'Only approved photos can be voted on.' });
}
