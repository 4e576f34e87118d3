import type { MediaStatus } from '../../shared/contract/entities.ts';
import { keyOfCaller, type Caller } from './caller.ts';
import type { EventAccess } from './access.ts';
import { assertMay, isHost } from './access.ts';
import type { EventRecord, MediaRecord, Membership, MediaCounts } from './records.ts';

/** What of an event's items is asked for; all that the caller's gallery holds where nothing is named. */
type ListFilter = {
  readonly status?: MediaStatus | undefined;
  /** Only the caller's own. */
  readonly mine?: boolean;
  /** Only those of the person with this id. */
  readonly uploader?: string | undefined;
};

/** Which of an event's items a list holds: all of a status, or only one person's. */
export type ListScope = { readonly status: MediaStatus; readonly ownOnly: boolean };

/**
 * What a gallery list consists of. Everybody sees approved items and their own pending ones; hosts see
 * all pending ones. Rejected items are listed only if a host asks for that status, or for their own.
 * @throws AppError if the caller may not see that list
 */
export function listScopesFor(
  caller: Caller,
  access: EventAccess,
  { status, mine = false, uploader }: ListFilter = {},
): ListScope[] {
  if (uploader !== undefined) {
    assertMay('see-unapproved', access);
    return scopesOf(status ? [status] : EVERY_STATUS);
  }
  if (mine) return ownScopes(access, status);
  if (status === 'pending' || status === 'rejected') {
    assertMay('see-unapproved', access);
    return [{ status, ownOnly: false }];
  }
  assertMay('see-media', access);
  const approved: ListScope = { status: 'approved', ownOnly: false };
  if (status === 'approved' || caller.kind === 'anonymous') return [approved];
  return [approved, { status: 'pending', ownOnly: !isHost(access) }];
}

/** A person's own items, which they see in every status but one: what was rejected is the hosts' to see. */
function ownScopes(access: EventAccess, status: MediaStatus | undefined): ListScope[] {
  assertMay('see-own-media', access);
  if (status === 'rejected') assertMay('see-unapproved', access);
  if (status) return scopesOf([status]);
  return scopesOf(isHost(access) ? EVERY_STATUS : ['approved', 'pending']);
}

const EVERY_STATUS = ['approved', 'pending', 'rejected'] as const;

const scopesOf = (statuses: readonly MediaStatus[]): ListScope[] =>
  statuses.map((status) => ({ status, ownOnly: true }));

/** Whether the counts show that nothing is in a scope, which saves the query. */
export function isKnownEmpty(
  { status, ownOnly }: ListScope,
  { counts, membership }: { counts: MediaCounts; membership: Membership | undefined },
): boolean {
  if (!ownOnly) return status === 'pending' && counts.pending === 0;
  const { uploadCount = 0, pendingCount = 0 } = membership ?? {};
  return (status === 'pending' ? pendingCount : uploadCount - pendingCount) <= 0;
}

/** Whether a caller may see one item: the rule of the lists, for a single item. */
export function isVisible(media: MediaRecord, caller: Caller, access: EventAccess): boolean {
  if (isHost(access) || media.status === 'approved') return true;
  return media.status === 'pending' && media.uploader === keyOfCaller(caller);
}

/**
 * How much of its uploader's name a caller sees beside an item. First names only beside what was uploaded since the host
 * shows them: its uploader was told so. Nobody needs to be told their own.
 */
export function visibleName(
  media: Pick<MediaRecord, 'uploader' | 'uploadedAt'>,
  caller: Caller,
  { access, event }: { access: EventAccess; event: Pick<EventRecord, 'firstNamesSince'> },
): 'whole' | 'first' | 'none' {
  if (media.uploader === keyOfCaller(caller)) return 'none';
  if (isHost(access)) return 'whole';
  return event.firstNamesSince !== null && media.uploadedAt >= event.firstNamesSince ? 'first' : 'none';
}

/** How many items a caller's gallery holds. */
export function visibleCount(
  counts: MediaCounts,
  access: EventAccess,
  membership: Membership | undefined,
): number {
  if (isHost(access)) return counts.approved + counts.pending;
  return counts.approved + (membership?.pendingCount ?? 0);
}

/** Whether a caller may know who sent an item and what became of it: hosts, and the uploader unless blocked. */
export function knowsUploader(media: MediaRecord, caller: Caller, access: EventAccess): boolean {
  return isHost(access) || mayGetOriginal(media, caller, access);
}

/** Whether a caller may have the original and know its name: the owner, and the uploader unless blocked. */
export function mayGetOriginal(media: MediaRecord, caller: Caller, access: EventAccess): boolean {
  return access.role === 'owner' || (media.uploader === keyOfCaller(caller) && access.role !== 'blocked');
}
