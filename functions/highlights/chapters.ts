export type Moment = { readonly momentMs: number };

/** A pause separates chapters where it is this many times longer than the chapters beside it. */
const CLEARLY = 4 / 3;

/**
 * Divides an event into chapters: groups of photos whose duration is clearly shorter than the pauses around
 * them. Photos without such pauses become chapters of one. No number of minutes or hours is fixed: the
 * chapters of a journey are days, those of an evening speeches.
 * @param photos in the order of their moments
 * @returns the longest such chapters; a single one if all photos have the same time
 */
export function chaptersOf<T extends Moment>(photos: readonly T[]): T[][] {
  const moments = photos.map(({ momentMs }) => momentMs);
  const chapters: Stretch[] = [];
  const open: Stretch[] = [{ from: 0, to: photos.length }];
  for (let stretch = open.pop(); stretch; stretch = open.pop()) {
    const pauseMs = longestPauseIn(moments, stretch);
    if (pauseMs === 0) chapters.push(stretch);
    else {
      for (const part of partedAt(moments, stretch, pauseMs)) {
        (lengthOf(moments, part) * CLEARLY < pauseMs ? chapters : open).push(part);
      }
    }
  }
  return chapters.map(({ from, to }) => photos.slice(from, to));
}

/** Indexes from `from` to before `to`. */
type Stretch = { readonly from: number; readonly to: number };

const pauseBefore = (moments: readonly number[], at: number): number =>
  (moments[at] ?? 0) - (moments[at - 1] ?? 0);

const lengthOf = (moments: readonly number[], { from, to }: Stretch): number =>
  (moments[to - 1] ?? 0) - (moments[from] ?? 0);

function longestPauseIn(moments: readonly number[], { from, to }: Stretch): number {
  let longest = 0;
  for (let at = from + 1; at < to; at += 1) longest = Math.max(longest, pauseBefore(moments, at));
  return longest;
}

function partedAt(moments: readonly number[], { from, to }: Stretch, pauseMs: number): Stretch[] {
  const parts: Stretch[] = [];
  let begin = from;
  for (let at = from + 1; at < to; at += 1) {
    if (pauseBefore(moments, at) < pauseMs) continue;
    parts.push({ from: begin, to: at });
    begin = at;
  }
  return [...parts, { from: begin, to }];
}
