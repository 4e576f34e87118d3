import type { Change } from '../domain/changes.ts';
import type { LiveJob } from '../domain/job-messages.ts';
import { DEPARTURE_PAUSE_SECONDS, OVERLAP_SECONDS } from '../domain/live-update-times.ts';
import type { MediaRecord } from '../domain/records.ts';
import { areFilesInPlace } from '../storage/object-keys.ts';

/** Whether an item is there for everybody who sees its event: approved, prepared, and with its files in the open. */
export const isShownToAll = (media: MediaRecord): boolean =>
  media.status === 'approved' && media.state !== 'processing' && areFilesInPlace(media);

type Told = { eventId: string; mediaId: string; as: 'items' | 'votes' | 'gone' };

/** What of a change everybody may know; undefined for what nobody but hosts and its uploader sees, before and after. */
function toldOf(change: Change): Told | undefined {
  if (change.kind !== 'media-created' && change.kind !== 'media-changed' && change.kind !== 'media-deleted')
    return undefined;
  const { before, after } = change;
  const { eventId, id: mediaId } = after ?? before;
  if (before?.status === 'approved' && after?.status !== 'approved') return { eventId, mediaId, as: 'gone' };
  if (!after || !isShownToAll(after)) return undefined;
  if (!before || !isShownToAll(before)) return { eventId, mediaId, as: 'items' };
  return before.voteCount === after.voteCount ? undefined : { eventId, mediaId, as: 'votes' };
}

/** One job for what changed in an event, and one more where somebody may have lost access to it. */
export function liveJobs(changes: readonly Change[], now: Date): LiveJob[] {
  const byEvent = Map.groupBy(
    changes.flatMap((change) => toldOf(change) ?? []),
    ({ eventId }) => eventId,
  );
  const changed = [...byEvent].map(([eventId, told]): LiveJob => {
    const idsOf = (wanted: Told['as']) => [
      ...new Set(told.filter(({ as }) => as === wanted).map(({ mediaId }) => mediaId)),
    ];
    return { kind: 'changed', eventId, items: idsOf('items'), votes: idsOf('votes'), gone: idsOf('gone') };
  });
  const losses = changes.filter((change) => change.kind === 'access-lost');
  const at = now.toISOString();
  const moves = [...Map.groupBy(losses, ({ eventId }) => eventId)].map(([eventId, lost]): LiveJob => {
    const byOwnWish = lost.every((one) => one.byOwnWish);
    return { kind: 'move', eventId, at, pauseSeconds: byOwnWish ? DEPARTURE_PAUSE_SECONDS : OVERLAP_SECONDS };
  });
  return [...changed, ...moves];
}
