import type { MediaStatus } from '../../shared/contract/entities.ts';
import type { ContentVersions, MediaCounts, MediaRecord } from './records.ts';

/** The status that an item starts with. Under moderation everybody's items wait, the owner's included. */
export function initialStatus(event: { moderationEnabled: boolean }): MediaStatus {
  return event.moderationEnabled ? 'pending' : 'approved';
}

/** Whether an item is discarded: nobody but the owner is shown what was rejected, and of an unsupported file there is nothing to show. */
export const isToBeDiscarded = ({ status, state }: Pick<MediaRecord, 'status' | 'state'>): boolean =>
  status === 'rejected' || state === 'unsupported';

/** What to add to an event's media counts; absent ones stay. */
export type MediaCountsChange = Partial<Record<MediaStatus | 'voted', number>>;

const isVoted = (media: Pick<MediaRecord, 'status' | 'voteCount'>): boolean =>
  media.status === 'approved' && media.voteCount > 0;

/** What one item adds to the counts. They are a sum over items, and so never drift. */
function countsOf(media: Pick<MediaRecord, 'status' | 'voteCount'>): MediaCountsChange {
  return { [media.status]: 1, ...(isVoted(media) && { voted: 1 }) };
}

/** How the counts change with an item; `undefined` stands for an item that does not exist. */
export function mediaCountsChange(
  before: Pick<MediaRecord, 'status' | 'voteCount'> | undefined,
  after: Pick<MediaRecord, 'status' | 'voteCount'> | undefined,
): MediaCountsChange {
  const change: MediaCountsChange = {};
  for (const [counts, sign] of [
    [before && countsOf(before), -1],
    [after && countsOf(after), 1],
  ] as const) {
    for (const [name, amount] of Object.entries(counts ?? {}) as [keyof MediaCountsChange, number][]) {
      change[name] = (change[name] ?? 0) + sign * amount;
    }
  }
  return Object.fromEntries(Object.entries(change).filter(([, amount]) => amount !== 0));
}

/** How the version of an event's contents grows with a change of an item; not at all if its status stays. */
export function contentsChange(
  before: Pick<MediaRecord, 'status'> | undefined,
  after: Pick<MediaRecord, 'status'> | undefined,
): Partial<ContentVersions> {
  const [from, to] = [before?.status, after?.status];
  if (from === to) return {};
  return {
    ...((from === 'approved' || to === 'approved') && { openChanges: 1 }),
    ...(from === 'approved' && { openRemovals: 1 }),
    ...((from === 'pending' || to === 'pending') && { heldChanges: 1 }),
    // An approved item is still seen by everybody who saw it before.
    ...(from === 'pending' && to !== 'approved' && { heldRemovals: 1 }),
  };
}

/**
 * A number that grows with each approved item that is rejected or deleted, whoever removes it, and with nothing else:
 * what comes is one change and one item more.
 */
export const removalsIn = ({ approved }: MediaCounts, { openChanges }: ContentVersions): number =>
  openChanges - approved;
