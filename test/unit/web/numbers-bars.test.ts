import { afterEach, describe, expect, it, vi } from 'vitest';
import { STEP_MS } from '../../../shared/values/number-steps.ts';
import { barsOf, labelOf } from '../../../web/src/features/numbers/bars.ts';
import { photosOf } from '../../../web/src/features/numbers/photos-of.ts';
import {
  cropFor,
  linesOf,
  photoBoxes,
  PHOTOS_HEIGHT,
  WIDTH,
} from '../../../web/src/features/numbers/picture-layout.ts';
import { guestsOf, totalsOf } from '../../../web/src/features/numbers/totals.ts';

afterEach(() => vi.unstubAllEnvs());

const point = (at: string, items: number, people = 0) => ({ at: `${at}:00.000Z`, items, people });
const counts = (bars: ReturnType<typeof barsOf>) => bars?.bars.map(({ items, people }) => [items, people]);

/** The labels of the first day's bar and the last. */
const endLabels = (first: string, last: string) => {
  const bars = barsOf({ step: 'day', points: [point(first, 1), point(last, 1)] });
  return bars && [bars.bars[0], bars.bars.at(-1)].map((bar) => bar && labelOf(bar, bars));
};

describe('the bars', () => {
  it('are hours without gaps, from the first upload to the last; who came before and after is counted apart', () => {
    const bars = barsOf({
      step: 'hour',
      points: [
        point('2026-06-01T10:00', 0, 7),
        point('2026-06-30T18:00', 3, 2),
        point('2026-06-30T21:00', 5),
        point('2026-07-02T09:00', 0, 1),
      ],
    });
    expect(bars).toMatchObject({ unit: 'hour', peopleBefore: 7, peopleAfter: 1 });
    expect(counts(bars)).toEqual([
      [3, 2],
      [0, 0],
      [0, 0],
      [5, 0],
    ]);
  });

  it('of more than two days are days of the viewer’s calendar, also where summer time ends', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const bars = barsOf({
      step: 'hour',
      // October 24, 23:00, to 27, 00:00: the 25th has 25 hours.
      points: [point('2026-10-24T21:00', 1), point('2026-10-25T22:00', 2), point('2026-10-26T23:00', 4)],
    });
    expect(bars).toMatchObject({ unit: 'days', days: 1 });
    expect(counts(bars)).toEqual([
      [1, 0],
      [2, 0],
      [0, 0],
      [4, 0],
    ]);
    expect(bars?.bars.map(({ from }) => from.getDate())).toEqual([24, 25, 26, 27]);
  });

  it.each([
    ['hour', 47, { unit: 'hour', days: 0 }],
    ['hour', 48, { unit: 'days', days: 1 }],
    ['day', 47 * 24, { unit: 'days', days: 1 }],
    ['day', 48 * 24, { unit: 'days', days: 7 }],
    ['week', 400 * 24, { unit: 'days', days: 28 }],
  ] as const)('of steps of a %s and %i hours between first and last are few', (step, hours, expected) => {
    const points = [0, hours * STEP_MS.hour].map((ms) => ({
      at: new Date(Date.UTC(2026, 0, 1) + ms).toISOString(),
      items: 1,
      people: 0,
    }));
    const bars = barsOf({ step, points });
    expect(bars).toMatchObject(expected);
    expect(bars?.bars.length).toBeLessThanOrEqual(48);
    expect(bars?.bars.reduce((sum, { items }) => sum + items, 0)).toBe(2);
  });

  it('that the server put together by days are named as it means them', () => {
    vi.stubEnv('TZ', 'America/New_York');
    const bars = barsOf({ step: 'day', points: [point('2026-06-30T00:00', 1)] });
    expect(bars && bars.bars.map((bar) => labelOf(bar, bars))).toEqual(['Jun 30']);
  });

  it.each([
    ['Asia/Kolkata', 'Jun 30, 11:30 PM'],
    ['Asia/Kathmandu', 'Jun 30, 11:45 PM'],
    ['Europe/Berlin', 'Jun 30, 8 PM'],
  ])('of hours are named by the viewer’s clock, also where it differs by half an hour: %s', (zone, label) => {
    vi.stubEnv('TZ', zone);
    const bars = barsOf({ step: 'hour', points: [point('2026-06-30T18:00', 1)] });
    expect(bars && bars.bars.map((bar) => labelOf(bar, bars).replaceAll('\u202F', ' '))).toEqual([label]);
  });

  it('of several years are named with the year, others without', () => {
    expect(endLabels('2026-12-30T00:00', '2027-01-02T00:00')).toEqual(['Dec 30, 2026', 'Jan 2, 2027']);
    expect(endLabels('2026-06-01T00:00', '2026-06-05T00:00')).toEqual(['Jun 1', 'Jun 5']);
    expect(endLabels('2025-12-01T00:00', '2026-06-01T00:00')?.[0]).toBe('Dec 1, 2025 and 6 days after');
  });

  it('are none without uploads', () => {
    expect(barsOf({ step: 'hour', points: [point('2026-06-30T00:00', 0, 3)] })).toBeUndefined();
  });
});

describe('the totals', () => {
  const numbers = {
    asOf: '2026-06-30T18:00:00.000Z',
    itemCount: 1214,
    photoCount: 1213,
    videoCount: 1,
    senderCount: 37,
    peopleCount: 61,
    step: 'hour' as const,
    points: [],
    senders: [],
    topItems: [],
    newestItems: [],
    downloads: { all: { people: 0, full: 0, chat: 0 }, single: { times: 0, people: 0 } },
  };

  it('are photos, videos, those who sent them, and guests', () => {
    expect(totalsOf(numbers)).toEqual([
      ['1,213', 'photos'],
      ['1', 'video'],
      ['37', 'contributors'],
    ]);
    expect(guestsOf(numbers)).toEqual(['61', 'guests']);
  });

  it('do not tell photos from videos where there are too many', () => {
    expect(totalsOf({ ...numbers, photoCount: null, videoCount: null })[0]).toEqual(['1,214', 'uploads']);
  });
});

const item = (id: string) =>
  ({
    id,
    renditions: {
      tile: { url: `/t/${id}`, width: 1, height: 1 },
      screen: { url: `/s/${id}`, width: 1, height: 1 },
    },
  }) as never;

describe('the picture', () => {
  it('fills the width with one, two or three photos that do not overlap', () => {
    for (const count of [1, 2, 3]) {
      const boxes = photoBoxes(count);
      expect(boxes).toHaveLength(count);
      expect(Math.max(...boxes.map(({ x, width }) => x + width))).toBe(WIDTH);
      expect(Math.max(...boxes.map(({ y, height }) => y + height))).toBe(PHOTOS_HEIGHT);
      const overlaps = boxes.flatMap((a, at) =>
        boxes
          .slice(at + 1)
          .filter(
            (b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
          ),
      );
      expect(overlaps).toEqual([]);
    }
    expect(photoBoxes(0)).toEqual([]);
  });

  it('shows the part of a photo that has the box’s shape', () => {
    const box = { x: 0, y: 0, width: 200, height: 100 };
    expect(cropFor({ width: 400, height: 400 }, box)).toEqual({ x: 0, y: 200 / 3, width: 400, height: 200 });
    expect(cropFor({ width: 800, height: 200 }, box)).toEqual({ x: 200, y: 0, width: 400, height: 200 });
  });

  it.each([
    ['Anna und Jonas', ['Anna und', 'Jonas']],
    ['Anna', ['Anna']],
    ['Rindfleischfest', ['Rindfleisc', 'hfest']],
    ['one two three four five six', ['one two', 'three fou…']],
    ['👨‍👩‍👧'.repeat(3), ['👨‍👩‍👧', '👨‍👩‍👧…']],
  ])('breaks the name %s', (name, lines) => {
    const text = { width: 10, most: 2, widthOf: (part: string) => part.length };
    expect(linesOf(name, text)).toEqual(lines);
  });

  it('has the most liked photos, then the newest, each once', () => {
    const bare = { id: 'bare', renditions: {} } as never;
    expect(
      photosOf({ topItems: [item('a')], newestItems: [bare, item('a'), item('b'), item('c'), item('d')] }),
    ).toEqual(['/s/a', '/s/b', '/s/c']);
  });
});
