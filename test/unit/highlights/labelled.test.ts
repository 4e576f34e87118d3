import { beforeAll, describe, expect, it } from 'vitest';
import { pickHighlights } from '../../../functions/highlights/pick-highlights.ts';
import { document, tableRows } from '../../fixtures/documents.ts';
import { type Labelled, labelledSet } from './labelled-set.ts';

let all: Labelled[] = [];

beforeAll(async () => {
  all = await labelledSet();
}, 300_000);

type Figures = { worth: number; usable: number; scenes: number };

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The best shot's worth of each scene, the most first. */
const bestWorths = (photos: readonly Labelled[]): number[] =>
  [...Map.groupBy(photos, ({ scene }) => scene).values()]
    .map((scene) => Math.max(...scene.map(({ worth }) => worth)))
    .sort((a, b) => b - a);

/**
 * Shares of 1: the worth of the scenes shown, each once, of the most that so many picks can have; picks that are
 * worth anything; picks of different scenes.
 */
function figuresOf(picks: readonly Labelled[], set: readonly Labelled[]): Figures {
  return {
    worth: sum(bestWorths(picks)) / sum(bestWorths(set).slice(0, picks.length)),
    usable: picks.filter(({ worth }) => worth > 0).length / picks.length,
    scenes: new Set(picks.map(({ scene }) => scene)).size / picks.length,
  };
}

const chosenFrom = (set: readonly Labelled[]): Labelled[] =>
  pickHighlights(set.map(({ candidate }) => candidate)).flatMap(
    ({ mediaId }) => set.find(({ candidate }) => candidate.id === mediaId) ?? [],
  );

const mostVoted = (set: readonly Labelled[], count: number): Labelled[] =>
  set.toSorted((a, b) => b.candidate.voteCount - a.candidate.voteCount).slice(0, count);

/** The mean of many draws; the same draws every time. */
function randomFigures(set: readonly Labelled[], count: number): Figures {
  let state = 1;
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
  const draws = Array.from({ length: 500 }, () =>
    set
      .map((photo) => ({ photo, at: next() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, count),
  ).map((draw) =>
    figuresOf(
      draw.map(({ photo }) => photo),
      set,
    ),
  );
  const mean = (name: keyof Figures): number => sum(draws.map((one) => one[name])) / draws.length;
  return { worth: mean('worth'), usable: mean('usable'), scenes: mean('scenes') };
}

const percent = (value: number): string => `${(value * 100).toFixed(0)} %`;

describe('highlights of a labelled album with blurred, dark, blown-out and burst variants', () => {
  it.each([
    ['all variants', ['original', 'burst1', 'burst2', 'blurred', 'dark', 'blown']],
    ['few variants', ['original', 'burst1', 'blown']],
  ])('beat chance and the most votes: %s', (name, variants) => {
    const set = all.filter(({ variant }) => variants.includes(variant));
    const picks = chosenFrom(set);
    const highlights = figuresOf(picks, set);
    const votes = figuresOf(mostVoted(set, picks.length), set);
    const random = randomFigures(set, picks.length);
    const rows = Object.entries({ highlights, 'most votes': votes, random }).map(
      ([way, { worth, usable, scenes }]) =>
        `  ${way}: worth ${percent(worth)}, usable ${percent(usable)}, different ${percent(scenes)}`,
    );
    console.log([`${name}: ${picks.length} of ${set.length} photos`, ...rows].join('\n'));
    expect(highlights.worth).toBeGreaterThan(Math.max(votes.worth, random.worth) + 0.1);
    expect(highlights.usable).toBeGreaterThanOrEqual(votes.usable);
    expect(highlights.usable).toBeGreaterThan(random.usable);
    expect(highlights.scenes).toBe(1);
    const stated = tableRows(document('docs/decisions/012-highlights.md'));
    expect(stated.find(([photos]) => photos?.includes(String(set.length)))?.slice(1)).toEqual(
      [picks.length, ...[highlights, votes, random].map(({ worth }) => percent(worth))].map(String),
    );
  });

  it('hold no spoiled variant', () => {
    const variants = chosenFrom(all).map(({ variant }) => variant);
    for (const spoiled of ['blurred', 'dark', 'blown']) expect(variants).not.toContain(spoiled);
  });
});
