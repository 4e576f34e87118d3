import { MIN_HIGHLIGHTS } from '../../shared/values/min-highlights.ts';
import type { Candidate } from './candidate.ts';
import { differingBits } from './picture-hash.ts';
import { reasonFor } from './reason.ts';
import { scenesOf } from './scenes.ts';
import { isUnusable, type Parts, partsOf, scoreOf, voteScaleOf } from './score.ts';
import { TimeSpread } from './spread-over-time.ts';

export const MAX_HIGHLIGHTS = 12;

/** One photo in this many becomes a highlight. */
const ONE_IN = 5;

/** A choice depends half on the photo's score, half on how much it differs from those already chosen. */
const LAMBDA = 0.5;

/** A chosen photo, as it is stored. */
export type HighlightPick = { readonly mediaId: string; readonly score: number; readonly reason: string };

type Rated = Candidate & { readonly parts: Parts; readonly score: number };
type Shortlisted = Rated & { readonly sceneSize: number };

/** The result of a choice: `count` highlights, then runners-up in the order they were chosen. */
export type Shortlist = { readonly count: number; readonly picks: readonly HighlightPick[] };

/**
 * Chooses an event's highlights: leaves out spoiled photos, takes the best of every scene, and of these the
 * ones that are good and differ in what they show, when, and whose they are (maximal marginal relevance,
 * Carbonell and Goldstein 1998). The same photos in any order give the same picks.
 * @returns the best first: about one photo in five, 3 to 12, and fewer only if there are fewer scenes
 */
export function pickHighlights(candidates: readonly Candidate[]): HighlightPick[] {
  return highlightsOf(shortlistHighlights(candidates, 0));
}

/** The highlights of a shortlist, best first. */
export function highlightsOf({ count, picks }: Shortlist): HighlightPick[] {
  return picks.slice(0, count).toSorted((a, b) => b.score - a.score || (a.mediaId < b.mediaId ? -1 : 1));
}

/** The highlights, and runners-up to make `length` in all if the event has that many scenes. */
export function shortlistHighlights(candidates: readonly Candidate[], length: number): Shortlist {
  const rated = rate(candidates);
  if (rated.length === 0) return { count: 0, picks: [] };
  const target = Math.min(MAX_HIGHLIGHTS, Math.max(MIN_HIGHLIGHTS, Math.round(rated.length / ONE_IN)));
  const chosen = diversify(bestOfScenes(rated), { count: target, length: Math.max(target, length) });
  const means = meansOf(rated.map(({ parts }) => parts));
  return {
    count: Math.min(target, chosen.length),
    picks: chosen.map((photo) => ({
      mediaId: photo.id,
      score: photo.score,
      reason: reasonFor({ ...photo, means }),
    })),
  };
}

const byScore = (a: Rated, b: Rated): number => b.score - a.score || (a.id < b.id ? -1 : 1);

function rate(candidates: readonly Candidate[]): Rated[] {
  const scale = voteScaleOf(candidates);
  const measured = candidates.filter(({ isMeasured }) => isMeasured);
  const means = measured.length > 0 && meansOf(measured.map((photo) => partsOf(photo, scale)));
  return candidates
    .map((candidate) => {
      const own = partsOf(candidate, scale);
      // An unmeasured photo counts as the event's mean, so that votes decide.
      const parts = candidate.isMeasured || !means ? own : { ...means, votes: own.votes };
      return { ...candidate, parts, score: scoreOf(parts) };
    })
    .sort(byScore);
}

/** The best of each scene. Unusable photos are taken only if the others show fewer than three scenes. */
function bestOfScenes(rated: readonly Rated[]): Shortlisted[] {
  const scenes = scenesOf(rated).map((scene) => {
    const fit = scene.filter((photo) => !isUnusable(photo, photo.parts));
    return { best: fit[0] ?? scene[0], isFit: fit.length > 0, sceneSize: scene.length };
  });
  const fit = scenes.filter(({ isFit }) => isFit);
  const used = fit.length < MIN_HIGHLIGHTS ? [...fit, ...scenes.filter(({ isFit }) => !isFit)] : fit;
  const enough = fit.length < MIN_HIGHLIGHTS ? used.slice(0, MIN_HIGHLIGHTS) : used;
  return enough.flatMap(({ best, sceneSize }) => (best ? [{ ...best, sceneSize }] : []));
}

function diversify(
  photos: readonly Shortlisted[],
  { count, length }: { count: number; length: number },
): Shortlisted[] {
  const reach = reachOf(photos, count);
  const turns = new TimeSpread(photos);
  const left = new Map(photos.toSorted(byScore).map((photo) => [photo, { likeness: 0 }]));
  const worth = ([photo, { likeness }]: [Shortlisted, { likeness: number }]): number =>
    (LAMBDA * photo.score) / 100 - (1 - LAMBDA) * likeness;
  const chosen: Shortlisted[] = [];
  while (chosen.length < length && left.size > 0) {
    const due = [...left].filter(([photo]) => turns.isDue(photo));
    const [next] = due.reduce((best, one) => (worth(one) > worth(best) ? one : best));
    chosen.push(next);
    left.delete(next);
    turns.take(next);
    for (const [photo, one] of left) one.likeness = Math.max(one.likeness, likeness(photo, next, reach));
  }
  return chosen;
}

/** Similarity, 0–1: content and time count twice as much as the uploader. */
function likeness(a: Candidate, b: Candidate, reachMs: number): number {
  const looks = a.hash && b.hash ? Math.max(0, 1 - differingBits(a.hash, b.hash) / 32) : 0;
  const time = Math.exp(-Math.abs(a.momentMs - b.momentMs) / reachMs);
  return 0.4 * looks + 0.4 * time + (a.uploader === b.uploader ? 0.2 : 0);
}

/**
 * How close in time photos count as similar: the event's length divided by the number of picks. A single
 * photo with a wrong clock does not stretch the event, because the first and last twentieth do not count.
 */
function reachOf(photos: readonly Candidate[], count: number): number {
  const moments = photos.map(({ momentMs }) => momentMs).sort((a, b) => a - b);
  const at = (share: number): number => moments[Math.round((moments.length - 1) * share)] ?? 0;
  return Math.max(1000, (at(0.95) - at(0.05)) / count);
}

function meansOf(all: readonly Parts[]): Parts {
  const names = Object.keys(all[0] ?? {}) as (keyof Parts)[];
  const mean = (name: keyof Parts): number => all.reduce((sum, parts) => sum + parts[name], 0) / all.length;
  return Object.fromEntries(names.map((name) => [name, mean(name)])) as Parts;
}
