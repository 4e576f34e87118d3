import { describe, expect, it } from 'vitest';
import {
  EMPTY_SCHEDULE,
  nextSpread,
  REST_SPREADS,
  type Schedule,
  withArrival,
  withShown,
} from '../../../web/src/features/wall/schedule.ts';
import { layOut } from '../../../web/src/features/wall/spread-layout.ts';
import type { WallItem } from '../../../web/src/features/wall/wall-item.ts';

const STAGE = { width: 1920, height: 1080 };
const UPRIGHT_STAGE = { width: 1080, height: 1920 };
const LANDSCAPE = { width: 1600, height: 1067 };
const PORTRAIT = { width: 1200, height: 1600 };
const PHONE = { width: 900, height: 1600 };

const item = (id: string, changes: Partial<WallItem> = {}): WallItem => ({
  id,
  kind: 'picture',
  ...LANDSCAPE,
  voteCount: 0,
  durationSeconds: null,
  url: `/${id}.webp`,
  renditionWidth: 1600,
  playUrl: null,
  blur: null,
  hasFullSize: false,
  ...changes,
});

const deckOf = (items: readonly WallItem[]) => new Map(items.map((one) => [one.id, one]));
const many = (count: number, changes: Partial<WallItem> = {}) =>
  Array.from({ length: count }, (_, index) => item(`m${index}`, changes));

/** The same numbers each time. Source: Lehmer's generator, as minstd. */
function seeded(seed = 1) {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

type Walk = { schedule: Schedule; spreads: string[][] };

function walk(
  items: readonly WallItem[],
  steps: number,
  { schedule = EMPTY_SCHEDULE, stage = STAGE, random = seeded() } = {},
): Walk {
  const deck = deckOf(items);
  const spreads: string[][] = [];
  for (let step = 0; step < steps; step += 1) {
    const spread = nextSpread(schedule, { items: deck, stage, random });
    if (!spread) break;
    spreads.push(spread.items.map(({ id }) => id));
    schedule = withShown(schedule, spread, deck);
  }
  return { schedule, spreads };
}

const arrived = (ids: readonly string[], schedule = EMPTY_SCHEDULE) => ids.reduce(withArrival, schedule);

/** How many stand together each time. */
const sizesOf = (items: readonly WallItem[], stage = STAGE) =>
  walk(items, 12, { stage }).spreads.map(({ length }) => length);

describe('the order', () => {
  it('shows everything once before anything again', () => {
    const { spreads } = walk(many(50), 50);
    expect(new Set(spreads.flat()).size).toBe(50);
  });

  it('lets a picture rest for twenty spreads', () => {
    const { spreads } = walk(
      many(60).map((one, index) => ({ ...one, voteCount: index < 5 ? 500 : 0 })),
      2_000,
    );
    for (const [at, ids] of spreads.entries()) {
      const before = spreads.slice(Math.max(0, at - REST_SPREADS), at).flat();
      expect(before.filter((id) => ids.includes(id))).toEqual([]);
    }
  });

  it('with few pictures lets each rest as long as it can', () => {
    const { spreads } = walk(many(4), 40);
    for (let at = 4; at < spreads.length; at += 1) expect(spreads[at]).toEqual(spreads[at - 4]);
  });

  it('shows the only picture again', () =>
    expect(walk(many(1), 3).spreads).toEqual([['m0'], ['m0'], ['m0']]));

  it('is nothing without pictures', () => expect(walk([], 1).spreads).toEqual([]));

  it('shows what has been seen as often as it has votes', () => {
    const items = many(200).map((one, index) => ({ ...one, voteCount: index < 20 ? 9 : 0 }));
    const all = walk(items, 200);
    const { spreads } = walk(items, 4_000, { schedule: all.schedule, random: seeded(7) });
    const ofLiked = spreads.flat().filter((id) => Number(id.slice(1)) < 20).length;
    // Ten times as likely, but for the rest that each takes: 20 × 10 of 380, less what rests.
    expect(ofLiked / spreads.length).toBeGreaterThan(0.35);
    expect(ofLiked / spreads.length).toBeLessThan(0.53);
    const others = new Set(spreads.flat()).size;
    expect(others).toBe(200);
  });

  it('never shows what is gone, and forgets it', () => {
    const { schedule } = walk(many(30), 30);
    const left = many(30).slice(10);
    const after = walk(left, 100, { schedule });
    expect(after.spreads.flat().filter((id) => Number(id.slice(1)) < 10)).toEqual([]);
    expect(after.schedule.lastShown.size).toBe(20);
  });
});

describe('what has come', () => {
  it('is next, in the order in which it came', () => {
    const { schedule } = walk(many(40), 10);
    const items = [...many(40), item('a'), item('b'), item('c')];
    const { spreads } = walk(items, 4, { schedule: arrived(['b', 'c', 'a', 'b'], schedule) });
    expect(spreads.slice(0, 3)).toEqual([['b'], ['c'], ['a']]);
    expect(spreads[3]?.[0]).toMatch(/^m/);
  });

  it('says so once', () => {
    const choice = { items: deckOf([...many(3), item('a')]), stage: STAGE, random: seeded() };
    const first = nextSpread(arrived(['a']), choice);
    expect(first?.isArrival).toBe(true);
    if (!first) return;
    const second = nextSpread(withShown(arrived(['a']), first, choice.items), choice);
    expect(second?.isArrival).toBe(false);
  });

  it('stands beside others only if they are next, too', () => {
    const upright = (id: string) => item(id, PORTRAIT);
    const items = [...many(9, PORTRAIT), upright('a'), item('b'), upright('c'), upright('d')];
    const { spreads } = walk(items, 3, { schedule: arrived(['a', 'b', 'c', 'd']) });
    expect(spreads).toEqual([['a'], ['b'], ['c', 'd']]);
  });

  it('is left out while it is gone or does not load', () => {
    const { spreads } = walk([...many(2), item('b')], 1, { schedule: arrived(['a', 'b']) });
    expect(spreads).toEqual([['b']]);
  });
});

describe('what stands together', () => {
  it('is two portraits, or three of a phone', () => {
    expect(new Set(sizesOf(many(24, PORTRAIT)))).toEqual(new Set([2]));
    expect(new Set(sizesOf(many(36, PHONE)))).toEqual(new Set([3]));
  });

  it('is no landscape on a wide stage, and three on an upright one', () => {
    expect(new Set(sizesOf(many(12)))).toEqual(new Set([1]));
    expect(new Set(sizesOf(many(36), UPRIGHT_STAGE))).toEqual(new Set([3]));
    expect(new Set(sizesOf(many(12, PHONE), UPRIGHT_STAGE))).toEqual(new Set([1]));
  });

  it('is no video', () => {
    expect(new Set(sizesOf(many(12, { ...PHONE, kind: 'video' })))).toEqual(new Set([1]));
  });

  it('are different pictures that have all rested', () => {
    const { spreads } = walk(many(200, PHONE), 300);
    for (const [at, ids] of spreads.entries()) {
      expect(new Set(ids).size).toBe(ids.length);
      const before = spreads.slice(Math.max(0, at - REST_SPREADS), at).flat();
      expect(before.filter((id) => ids.includes(id))).toEqual([]);
    }
  });
});

describe('the room that pictures take', () => {
  it.each([
    [STAGE, [1.5]],
    [STAGE, [0.75, 0.75]],
    [STAGE, [0.5625, 0.5625, 0.5625]],
    [STAGE, [4]],
    [UPRIGHT_STAGE, [1.5, 1.5]],
    [UPRIGHT_STAGE, [0.3]],
  ])('of %j for %j is all that there is, and no more', (stage, ratios) => {
    const sizes = layOut(ratios, stage, 10);
    const isWide = stage.width > stage.height;
    const sum = (side: 'width' | 'height') => sizes.reduce((total, size) => total + size[side], 0);
    const most = (side: 'width' | 'height') => Math.max(...sizes.map((size) => size[side]));
    const gaps = 10 * (ratios.length - 1);
    const [width, height] = isWide
      ? [sum('width') + gaps, most('height')]
      : [most('width'), sum('height') + gaps];
    expect(width).toBeLessThanOrEqual(stage.width + 0.001);
    expect(height).toBeLessThanOrEqual(stage.height + 0.001);
    expect(Math.max(width / stage.width, height / stage.height)).toBeCloseTo(1);
    for (const [index, size] of sizes.entries())
      expect(size.width / size.height).toBeCloseTo(ratios[index] ?? 0);
  });
});
