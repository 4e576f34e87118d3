import { describe, expect, it } from 'vitest';
import { FRESH_MS, isGood, QUIET_MS } from '../../../functions/numbers/current-tally.ts';
import { type CountedItem, MOST_COUNTED, MOST_POINTS, tallyOf } from '../../../functions/numbers/tally.ts';
import { STEP_MS } from '../../../shared/values/number-steps.ts';

const START = Date.UTC(2026, 5, 30, 18);
const HOUR = STEP_MS.hour;

const at = (ms: number): string => new Date(START + ms).toISOString();
const item = (ms: number, more: Partial<CountedItem> = {}): CountedItem => ({
  uploader: 'user:anna',
  uploadedAt: at(ms),
  isVideo: false,
  ...more,
});

const came = (ms: number) => ({ person: `guest:${ms}`, since: at(ms), hasSent: false }) as const;

const many = (count: number) => Array.from({ length: count }, () => item(0));

describe('a tally', () => {
  it('counts items, videos, and those who sent them', () => {
    const items = [item(0), item(1, { isVideo: true }), item(2, { uploader: 'guest:ben' })];
    expect(tallyOf(items, [0, 1, 2, 3].map(came))).toMatchObject({
      itemCount: 3,
      videoCount: 1,
      senderCount: 2,
      peopleCount: 4,
    });
  });

  it('names who sent most, the most first, at most ten, always in the same order', () => {
    const items = Array.from({ length: 12 }, (_, person) =>
      Array.from({ length: person < 2 ? 5 : 3 }, () =>
        item(0, { uploader: `guest:${String.fromCharCode(97 + person)}` }),
      ),
    ).flat();
    const { senders, senderCount } = tallyOf(items.toReversed(), []);
    expect(senderCount).toBe(12);
    expect(senders.map(({ person, itemCount }) => `${person} ${itemCount}`)).toEqual([
      'guest:a 5',
      'guest:b 5',
      ...'cdefghij'.split('').map((letter) => `guest:${letter} 3`),
    ]);
  });

  it('counts who sent what is beyond the first items by their memberships, and no others', () => {
    const people = [
      { person: 'user:anna', hasSent: true },
      { person: 'guest:late', since: at(1), hasSent: true },
      { person: 'guest:later', since: at(1), hasSent: true },
      { person: 'guest:silent', since: at(2), hasSent: false },
    ] as const;
    expect(tallyOf(many(MOST_COUNTED), people)).toMatchObject({ senderCount: 3, peopleCount: 3 });
    expect(tallyOf(many(MOST_COUNTED - 1), people)).toMatchObject({ senderCount: 1, peopleCount: 3 });
  });

  it('says hour by hour what came, and leaves out hours without anything', () => {
    const { step, points } = tallyOf([item(0), item(HOUR - 1), item(5 * HOUR)], [-1, HOUR].map(came));
    expect(step).toBe('hour');
    expect(points).toEqual([
      { at: at(-HOUR), items: 0, people: 1 },
      { at: at(0), items: 2, people: 0 },
      { at: at(HOUR), items: 0, people: 1 },
      { at: at(5 * HOUR), items: 1, people: 0 },
    ]);
  });

  it.each([
    ['hour', HOUR, MOST_POINTS],
    ['day', HOUR, MOST_POINTS + 1],
    ['day', STEP_MS.day / 2, 2 * MOST_POINTS - 1],
    ['week', STEP_MS.day / 2, 2 * MOST_POINTS],
  ])('has steps of a %s for items that come every %i ms, %i of them', (step, everyMs, count) => {
    const tally = tallyOf(
      Array.from({ length: count }, (_, each) => item(each * everyMs)),
      [],
    );
    expect(tally.step).toBe(step);
    expect(tally.points.length).toBeLessThanOrEqual(MOST_POINTS);
    expect(tally.points.reduce((sum, { items }) => sum + items, 0)).toBe(count);
  });

  it('of nothing is nothing', () => {
    expect(tallyOf([], [])).toEqual({
      itemCount: 0,
      videoCount: 0,
      senderCount: 0,
      peopleCount: 0,
      step: 'hour',
      points: [],
      senders: [],
    });
  });
});

describe('a tally that was counted', () => {
  const last = { countedAt: at(0), changes: 7 };
  const good = (ms: number, changes: number) => isGood(last, { at: new Date(START + ms), changes });

  it('is good for five minutes, whatever comes', () => {
    expect(good(FRESH_MS - 1, 8)).toBe(true);
    expect(good(FRESH_MS, 8)).toBe(false);
  });

  it('is good for an hour while no item comes or goes', () => {
    expect(good(QUIET_MS - 1, 7)).toBe(true);
    expect(good(QUIET_MS, 7)).toBe(false);
  });
});
