import type { ArchiveRefusal } from '../../shared/archive-messages.ts';
import { type Archive, isExpired, isGivenUp, isOutdated } from './archive.ts';
import { type BudgetUse, measuredBy, takenFrom } from './archive-budget.ts';
import type { ContentVersions } from '../domain/records.ts';

/** From the beginning of one ZIP to that of the next: a minute, and a minute more for each GB (10^9 bytes). */
export const SHORTEST_PAUSE_MS = 60_000;
export const MS_PER_BYTE = 60_000 / 1e9;
/** How many ZIPs in a row begin at once, each in place of one that a removal outdated. */
export const REPLACED_AT_ONCE = 3;
/** To what a pause grows, if it is not longer by itself, while ZIP after ZIP is outdated by removals. */
export const LONGEST_REMOVAL_PAUSE_MS = 3600_000;

/** How many ZIPs of one kind a person may outdate in a day by taking back what they uploaded. */
export const OUTDATED_BY_ONE = 3;
/** For how long the rest of it is then in no ZIP: a day, which is also that day. */
export const SET_ASIDE_MS = 24 * 3600_000;

/** What is known when somebody asks for a ZIP. */
export type Asked = {
  readonly contents: ContentVersions;
  /** How many items a new one would be of. */
  readonly items: number;
  readonly use: BudgetUse;
  readonly now: Date;
};

export function pauseMs({ plan }: Pick<Archive, 'plan'>): number {
  return SHORTEST_PAUSE_MS + (plan?.totalBytes ?? 0) * MS_PER_BYTE;
}

/** After those that replace an outdated one at once, the pause doubles with each that follows. */
function removalPauseMs(archive: Archive): number {
  const pause = pauseMs(archive);
  const doublings = archive.replaces - REPLACED_AT_ONCE;
  if (doublings < 0) return 0;
  return Math.min(pause * 2 ** doublings, Math.max(pause, LONGEST_REMOVAL_PAUSE_MS));
}

/** Whether there is nothing to wait for: it failed, is gone, or its work has come to nothing. */
const isOver = (last: Archive, now: Date): boolean =>
  last.state === 'failed' || isExpired(last, now) || isGivenUp(last, now);

function pauseAfter(last: Archive, { contents, now }: Pick<Asked, 'contents' | 'now'>): number {
  if (isOver(last, now)) return 0;
  return isOutdated(last, contents) ? removalPauseMs(last) : pauseMs(last);
}

/** Why the next ZIP may not begin before `from`. */
export type Wait = { readonly why: ArchiveRefusal; readonly from: Date };

/** @returns undefined if the ZIP after this one may begin now */
export function waitAfter(last: Archive | undefined, asked: Asked): Wait | undefined {
  const { use, items, now } = asked;
  const taken = takenFrom(use, last?.plan && measuredBy(last.plan), { items, now });
  const paused = last && new Date(Date.parse(last.createdAt) + pauseAfter(last, asked));
  if (paused && paused > now && paused >= taken) return { why: 'archive_pause', from: paused };
  return taken > now ? { why: 'archive_budget', from: taken } : undefined;
}

/**
 * How many ZIPs in a row, the next one included, replace one that was outdated. The row ends with a ZIP that was
 * replaced for another reason, or that lasted for twice its pause.
 */
export function replacesAfter(last: Archive | undefined, { contents, now }: Asked): number {
  if (!last || isExpired(last, now)) return 0;
  if (last.state === 'failed' || isGivenUp(last, now)) return last.replaces;
  if (!isOutdated(last, contents)) return 0;
  const lastedMs = now.getTime() - Date.parse(last.createdAt);
  return lastedMs < 2 * Math.max(pauseMs(last), removalPauseMs(last)) ? last.replaces + 1 : 1;
}
