import type { MediaStatus } from '../../shared/contract/entities.ts';
import type { ContentVersions, MediaRecord } from './records.ts';

/** The status an upload starts with: with moderation on, everybody's waits, the owner's included. */
export function initialStatus(event: { moderationEnabled: boolean }): MediaStatus {
  return event.moderationEnabled ? 'pending' : 'approved';
}

/** How the counts of an event change; absent ones stay. */
export type MediaCountsChange = Partial<Record<MediaStatus | 'voted', number>>;

const isVoted = (media: Pick<MediaRecord, 'status' | 'voteCount'>): boolean =>
  media.status === 'approved' && media.voteCount > 0;

/** What an item counts for, so that counts are a sum over items and never drift. */
function countsOf(media: Pick<MediaRecord, 'status' | 'voteCount'>): MediaCountsChange {
  return { [media.status]: 1, ...(isVoted(media) && { voted: 1 }) };
}

/** The change of counts when an item goes from one state to another; `undefined` is "not there". */
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

/** How the version of an event's contents grows by a change; nothing where the status stays. */
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
    // What is approved is still seen by whoever saw it before.
    ...(from === 'pending' && to !== 'approved' && { heldRemovals: 1 }),
  };
}
