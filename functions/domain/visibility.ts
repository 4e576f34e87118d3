import type { MediaStatus } from '../../shared/contract/entities.ts';
import { keyOfCaller, type Caller } from './caller.ts';
import type { EventAccess } from './access.ts';
import { assertMay } from './access.ts';
import type { MediaRecord, Membership, MediaCounts } from './records.ts';

/** Which of an event's items a list holds: all of a status, or only the caller's own of it. */
export type ListScope = { readonly status: MediaStatus; readonly ownOnly: boolean };

/**
 * What a gallery list consists of. Everybody sees what is approved, and what is pending of their own; the
 * owner sees all that is pending. Rejected items are listed by status alone, for the owner.
 * @throws AppError where the caller may not see that list.
 */
export function listScopesFor(caller: Caller, access: EventAccess, status?: MediaStatus): ListScope[] {
  if (status === 'pending' || status === 'rejected') {
    assertMay('see-unapproved', access);
    return [{ status, ownOnly: false }];
  }
  assertMay('see-media', access);
  const approved: ListScope = { status: 'approved', ownOnly: false };
  if (status === 'approved' || caller.kind === 'anonymous') return [approved];
  return [approved, { status: 'pending', ownOnly: access.role !== 'owner' }];
}

/** Whether the counts say that nothing waits there, so that nobody need read the list. */
export function hasNothingPending(
  scope: ListScope,
  counts: { counts: MediaCounts; membership: Membership | undefined },
): boolean {
  if (scope.status !== 'pending') return false;
  return (scope.ownOnly ? (counts.membership?.pendingCount ?? 0) : counts.counts.pending) === 0;
}

/** Whether a caller may know of one item at all: the same rule as the lists', for a single item. */
export function isVisible(media: MediaRecord, caller: Caller, access: EventAccess): boolean {
  if (access.role === 'owner' || media.status === 'approved') return true;
  return media.status === 'pending' && media.uploader === keyOfCaller(caller);
}

/** How many items a caller's gallery holds. */
export function visibleCount(
  counts: MediaCounts,
  access: EventAccess,
  membership: Membership | undefined,
): number {
  if (access.role === 'owner') return counts.approved + counts.pending;
  return counts.approved + (membership?.pendingCount ?? 0);
}

/** The owner and whoever uploaded it: they may have the original and know its name. */
export function mayGetOriginal(media: MediaRecord, caller: Caller, access: EventAccess): boolean {
  return access.role === 'owner' || (media.uploader === keyOfCaller(caller) && access.role !== 'blocked');
}
