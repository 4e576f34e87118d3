import { ARCHIVE_REFUSALS, type ArchiveRefusal } from '../../../../shared/archive-messages.ts';
import type { ArchiveSize, ArchiveView } from '../../../../shared/contract/downloads.ts';
import { formatCount } from '../../../../shared/values/count-text.ts';
import { formatFileSize } from '../../lib/format-file-size.ts';
import { pluralize } from '../../lib/pluralize.ts';

/** Says that there is nothing to download. What waits for approval is told of separately. */
export const emptyLabel = (ownPending: number): string =>
  `There is nothing to download yet.${ownPending > 0 ? '' : ' New photos can be downloaded as soon as they are prepared.'}`;

/** What a download would be: `"312 photos, 1.9 GB"`, `"1 photo, 2 videos, about 80 MB"`. */
export function sizeLabel({ photoCount, videoCount, fileCount, bytes, isExact }: ArchiveSize): string {
  const size = formatFileSize(bytes);
  if (photoCount === null || videoCount === null)
    return `About ${formatCount(fileCount)} photos and videos, ${size}`;
  return [
    ...(photoCount > 0 || videoCount === 0 ? [pluralize(photoCount, 'photo')] : []),
    ...(videoCount > 0 ? [pluralize(videoCount, 'video')] : []),
    isExact ? size : `about ${size}`,
  ].join(', ');
}

/** Of the work on an archive for chats, the share that is making its photos: writing them takes seconds. */
const MAKING_SHARE = 0.9;

/** What the download dialog says about an archive: file count and size, current step, and progress from 0 to 1. */
export function archiveLabels(view: ArchiveView | undefined): {
  facts: string;
  doing: string;
  share?: number;
} {
  if (view?.making) {
    const { done, of } = view.making;
    const doing = `Made ${formatCount(done)} of ${pluralize(of, 'photo')}`;
    return { facts: 'Making smaller photos …', doing, share: (MAKING_SHARE * done) / Math.max(1, of) };
  }
  if (!view || view.totalBytes === null || view.fileCount === null) {
    return { facts: 'Counting files …', doing: 'This takes a moment.' };
  }
  const { totalBytes, doneBytes, fileCount, state } = view;
  const facts = `${pluralize(fileCount, 'file')}, ${formatFileSize(totalBytes)}`;
  if (state === 'ready') return { facts, doing: 'Your download has started.', share: 1 };
  const before = view.photoSize === 'chat' ? MAKING_SHARE : 0;
  const share = before + (1 - before) * (doneBytes / totalBytes);
  if (doneBytes === totalBytes) return { facts, doing: 'Almost ready …', share };
  return { facts, doing: `Prepared ${formatFileSize(doneBytes)} of ${formatFileSize(totalBytes)}`, share };
}

/** Says why nothing goes on, in place of the current step. */
export const WAITING_LABELS = {
  network: 'Waiting for the network …',
  server: 'Waiting for the server …',
} as const;

/** Explains how many items the archive leaves out; undefined if none. */
export function leftOutLabel(count: number): string | undefined {
  if (count === 0) return undefined;
  const items = pluralize(count, 'item');
  return count === 1
    ? `${items} is not in it: it is still being prepared, or cannot be shown.`
    : `${items} are not in it: they are still being prepared, or cannot be shown.`;
}

/** Explains how many items the archive lacks because their uploaders keep taking theirs back; undefined if none. */
export function setAsideLabel(count: number): string | undefined {
  if (count === 0) return undefined;
  const are = count === 1 ? 'is' : 'are';
  return `${pluralize(count, 'item')} ${are} not in it: whoever uploaded ${count === 1 ? 'it' : 'them'} keeps removing photos. You can download ${count === 1 ? 'it' : 'them'} separately.`;
}

/** Time of day in the viewer's zone, with the day if it is not today's: `"6:40 PM"`, `"Jun 30, 6:40 PM"`. */
export function formatMoment(instant: string, now: Date): string {
  const date = new Date(instant);
  const isToday = date.toDateString() === now.toDateString();
  return date.toLocaleString(undefined, {
    ...(!isToday && { month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  });
}

/** From when a newer archive can be made: rounded up, so that the minute that is shown is not too early. */
export function newerFromLabel(from: string, now: Date): string {
  const minute = new Date(Math.ceil(Date.parse(from) / 60_000) * 60_000);
  return `A new one can be made from ${formatMoment(minute.toISOString(), now)}.`;
}

/** Says when the archive's contents were listed and what came since; undefined if it has all that there is. */
export function asOfLabel({ asOf, itemsSince, newerFrom }: ArchiveView, now: Date): string | undefined {
  if (newerFrom === null || asOf === null) return undefined;
  const since = itemsSince > 0 ? `, ${pluralize(itemsSince, 'photo')} since` : '';
  return `As of ${formatMoment(asOf, now)}${since}.`;
}

/** Says which of the viewer's own items the archive lacks; undefined if none. */
export function ownPendingLabel(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1
    ? "Your photo is still waiting for approval and isn't included. You can download it separately."
    : `Your ${pluralize(count, 'photo')} are still waiting for approval and aren't included. You can download them separately.`;
}

const HINTS = {
  archive_pause: 'Leave this open, and it begins by itself.',
  // That is at midnight, UTC.
  archive_budget: 'Come back then.',
} as const satisfies Record<ArchiveRefusal, string>;

export const isArchiveRefusal = (code: string | undefined): code is ArchiveRefusal =>
  code !== undefined && code in ARCHIVE_REFUSALS;

/** Says why no archive is prepared now, and from when one will be. */
export function refusalLabels({ why, from, now }: { why: ArchiveRefusal; from: string; now: Date }) {
  return { reason: ARCHIVE_REFUSALS[why], from: newerFromLabel(from, now), hint: HINTS[why] };
}
