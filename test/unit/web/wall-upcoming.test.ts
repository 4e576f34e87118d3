import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReadyPicture } from '../../../web/src/features/wall/load-picture.ts';
import { Upcoming } from '../../../web/src/features/wall/upcoming.ts';
import type { WallItem } from '../../../web/src/features/wall/wall-item.ts';

const items = new Map(
  ['a', 'b', 'c', 'd'].map((id) => [id, { id, kind: 'picture', width: 3, height: 4 } as WallItem]),
);
const stage = { width: 1920, height: 1080 };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Loads these one after the other. */
async function load(upcoming: Upcoming, ids: readonly string[]) {
  for (const id of ids) {
    const spread = { items: [items.get(id) as WallItem], isArrival: false };
    await new Promise<number>((resolve) => void upcoming.begin(spread, { at: undefined, stage }, resolve));
  }
}

const idsOf = (upcoming: Upcoming) => [...upcoming.available(items).keys()];

it('without a network, what has loaded before goes on', async () => {
  const broken = new Set<string>();
  const upcoming = new Upcoming(async (item) => {
    if (broken.has(item.id)) throw new Error('lost');
    return { item, release: () => {} } as ReadyPicture;
  });
  await load(upcoming, ['d']);
  for (const id of ['a', 'b', 'c']) broken.add(id);
  await load(upcoming, ['a', 'b', 'c']);
  expect(idsOf(upcoming)).toEqual(['d']);
});

it('where nothing has loaded, something else is tried, and what was lost again after a minute', async () => {
  const upcoming = new Upcoming(() => Promise.reject(new Error('lost')));
  await load(upcoming, ['a', 'b', 'c']);
  expect(idsOf(upcoming)).toEqual(['d']);
  await load(upcoming, ['d']);
  expect(idsOf(upcoming)).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(idsOf(upcoming)).toEqual(['a', 'b', 'c', 'd']);
});
