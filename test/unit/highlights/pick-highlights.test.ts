import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../functions/highlights/candidate.ts';
import { MAX_HIGHLIGHTS, pickHighlights } from '../../../functions/highlights/pick-highlights.ts';
import { MIN_HIGHLIGHTS } from '../../../shared/values/min-highlights.ts';
import { differingBits } from '../../../functions/highlights/picture-hash.ts';
import { scenesOf } from '../../../functions/highlights/scenes.ts';
import { candidate, EVENING, GOOD, hashOf, MINUTE, nearHash } from './made-candidates.ts';

const anyPhoto = fc.record({
  number: fc.nat({ max: 5000 }),
  scene: fc.nat({ max: 40 }),
  seconds: fc.option(fc.nat({ max: 4 * 3600 })),
  voteCount: fc.nat({ max: 50 }),
  isFlat: fc.boolean(),
  signals: fc.record({
    sharpness: fc.double({ min: 0, max: 10_000, noNaN: true }),
    overexposed: fc.double({ min: 0, max: 1, noNaN: true }),
    underexposed: fc.double({ min: 0, max: 1, noNaN: true }),
    contrast: fc.double({ min: 0, max: 1, noNaN: true }),
    colourfulness: fc.double({ min: 0, max: 200, noNaN: true }),
    megapixels: fc.double({ min: 0, max: 100, noNaN: true }),
  }),
});
const anyEvent = fc
  .uniqueArray(anyPhoto, { selector: ({ number }) => number, minLength: 3, maxLength: 90 })
  .map((photos) =>
    photos.map(({ number, scene, seconds, isFlat, ...rest }) =>
      candidate(number, {
        ...rest,
        hash: isFlat ? undefined : hashOf(scene),
        capturedMs: seconds === null ? undefined : EVENING + seconds * 1000,
      }),
    ),
  );

const idsOf = (candidates: readonly Candidate[]): string[] =>
  pickHighlights(candidates).map(({ mediaId }) => mediaId);

describe('the picks of any event', () => {
  it('are 3 to 12 different scenes, or all scenes where there are fewer', () => {
    fc.assert(
      fc.property(anyEvent, (photos) => {
        const scenes = scenesOf(photos);
        const sceneOf = new Map(scenes.flatMap((scene, at) => scene.map(({ id }) => [id, at])));
        const picked = idsOf(photos).map((id) => sceneOf.get(id));
        expect(picked).not.toContain(undefined);
        expect(new Set(picked).size).toBe(picked.length);
        expect(picked.length).toBeLessThanOrEqual(MAX_HIGHLIGHTS);
        expect(picked.length).toBeGreaterThanOrEqual(Math.min(MIN_HIGHLIGHTS, scenes.length));
      }),
    );
  });

  it('have scores from 0 to 100 with at most 2 decimals, the best first, and a sentence', () => {
    fc.assert(
      fc.property(anyEvent, (photos) => {
        const picks = pickHighlights(photos);
        const scores = picks.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        for (const { score, reason } of picks) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(100);
          expect(String(score)).toMatch(/^\d+(\.\d{1,2})?$/);
          expect(reason).toMatch(/^Picked because [a-z0-9 ]+ and [a-z0-9 ]+\.$/);
        }
      }),
    );
  });

  it('are the same every time, in whatever order the photos come', () => {
    const shuffled = anyEvent.chain((photos) =>
      fc.tuple(
        fc.constant(photos),
        fc.shuffledSubarray(photos, { minLength: photos.length, maxLength: photos.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([photos, other]) => {
        expect(pickHighlights(other)).toEqual(pickHighlights(photos));
      }),
    );
  });
});

/** How many scenes two photos are that differ by so much. */
const pair = (bits: number, seconds: number | undefined) =>
  scenesOf([
    candidate(1, { capturedMs: EVENING }),
    candidate(2, {
      hash: nearHash(hashOf(1), bits),
      capturedMs: seconds === undefined ? undefined : EVENING + seconds * 1000,
    }),
  ]).length;

describe('a burst', () => {
  it('yields one pick: the best shot', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), fc.nat({ max: 19 }), (length, at) => {
        const best = at % length;
        const burst = Array.from({ length }, (_, shot) =>
          candidate(100 + shot, {
            hash: nearHash(hashOf(100), shot % 2 === 0 ? 0 : 14),
            capturedMs: EVENING + shot * 9000,
            signals: { ...GOOD, sharpness: shot === best ? 900 : 300 },
          }),
        );
        const others = Array.from({ length: 12 }, (_, number) => candidate(number));
        const burstIds = new Set(burst.map(({ id }) => id));
        expect(scenesOf([...burst, ...others])).toHaveLength(13);
        const picked = idsOf([...burst, ...others]).filter((id) => burstIds.has(id));
        expect(picked.length).toBeLessThanOrEqual(1);
        expect(idsOf([...burst, ...others.slice(0, 2)])).toContain(burst[best]?.id);
      }),
    );
  });

  it('is one by 16 bits within 10 seconds, and by 8 bits whenever', () => {
    expect([pair(8, 9000), pair(16, 10), pair(8, undefined)]).toEqual([1, 1, 1]);
    expect([pair(9, 11), pair(17, 1), pair(9, undefined)]).toEqual([2, 2, 2]);
  });

  it('is also the same file twice, and never two plain colours', () => {
    const plain = { hash: undefined };
    expect(scenesOf([candidate(1, plain), candidate(2, plain)])).toHaveLength(2);
    const twice = { ...plain, contentHash: 'aa' };
    expect(scenesOf([candidate(1, twice), candidate(2, twice)])).toHaveLength(1);
  });
});

const ones = (n: number): number => n.toString(2).replaceAll('0', '').length;

describe('hashes', () => {
  it('differ in as many bits as a count of them says', () => {
    const word = fc.nat({ max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(word, word, word, word, (a, b, c, d) => {
        const expected = ones((a ^ c) >>> 0) + ones((b ^ d) >>> 0);
        expect(differingBits({ high: a, low: b }, { high: c, low: d })).toBe(expected);
      }),
    );
  });
});

/** Photos of one hour each, a minute apart; each hour begins so many hours after the event. */
const inHours = (hours: readonly { hour: number; size: number }[]): Candidate[] =>
  hours.flatMap(({ hour, size }) =>
    Array.from({ length: size }, (_, shot) =>
      candidate(hour * 100 + shot, { capturedMs: EVENING + (hour * 60 + shot) * MINUTE }),
    ),
  );

/** In how many different hours the picks lie, and how many picks there are. */
function spreadOf(photos: readonly Candidate[]): { hours: number; picks: number } {
  const ids = idsOf(photos);
  const hours = photos
    .filter(({ id }) => ids.includes(id))
    .map(({ momentMs }) => Math.floor((momentMs - EVENING) / (60 * MINUTE)));
  return { hours: new Set(hours).size, picks: ids.length };
}

const sizes = fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 3, maxLength: 8 });

describe('picks spread', () => {
  it('over the whole event, however many photos one hour has', () => {
    fc.assert(
      fc.property(sizes, (sizes) => {
        const { hours, picks } = spreadOf(inHours(sizes.map((size, hour) => ({ hour, size }))));
        expect(hours).toBe(Math.min(sizes.length, picks));
      }),
      { examples: [[[10, 18, 1, 11, 1, 20, 3, 1]]] },
    );
  });

  it('over the hours of every day', () => {
    fc.assert(
      fc.property(fc.array(sizes, { minLength: 2, maxLength: 3 }), (days) => {
        const all = days.flatMap((sizes, day) => sizes.map((size, at) => ({ hour: day * 24 + at, size })));
        const { hours, picks } = spreadOf(inHours(all));
        expect(hours).toBe(Math.min(all.length, picks));
      }),
    );
  });

  it('over the hours where one camera has the wrong year', () => {
    const photos = inHours([10, 18, 1, 11, 1, 20, 3, 1].map((size, hour) => ({ hour, size })));
    const lost = candidate(999, { capturedMs: Date.UTC(2015, 0, 1) });
    const { hours, picks } = spreadOf([...photos, lost]);
    expect({ hours, picks }).toEqual({ hours: 9, picks: 12 });
  });

  it('over the guests who took them', () => {
    const at = { capturedMs: EVENING, hash: undefined };
    const many = Array.from({ length: 6 }, (_, number) => candidate(number, { ...at, uploader: 'user:a' }));
    const few = [7, 8].map((number) => candidate(number, { ...at, uploader: `user:${number}` }));
    const picked = idsOf([...many, ...few]);
    expect(picked).toHaveLength(3);
    expect(picked).toEqual(expect.arrayContaining(few.map(({ id }) => id)));
  });
});

describe('spoiled photos', () => {
  const blurred = { signals: { ...GOOD, sharpness: 3 } };
  const blown = { signals: { ...GOOD, overexposed: 0.3 } };
  const dark = { signals: { ...GOOD, contrast: 0.08, underexposed: 0.6 } };
  const good = [1, 2, 3].map((number) => candidate(number));

  it.each([
    ['blurred', blurred],
    ['blown out', blown],
    ['dark', dark],
  ])('are left out while there are three others: %s', (_, change) => {
    const spoiled = Array.from({ length: 12 }, (_unused, at) => candidate(20 + at, change));
    expect(idsOf([...spoiled, ...good]).toSorted()).toEqual(good.map(({ id }) => id).toSorted());
  });

  it('give way to a lower-scored photo of the same scene that is not', () => {
    const liked = candidate(20, { ...blurred, voteCount: 20 });
    const sharp = candidate(21, { hash: liked.hash, signals: { ...GOOD, contrast: 0.25 } });
    const all = [liked, sharp, ...good.slice(0, 2)];
    expect(scenesOf(all)).toHaveLength(3);
    expect(idsOf(all)).toContain(sharp.id);
    expect(idsOf(all)).not.toContain(liked.id);
  });

  it('are better than nothing', () => {
    expect(pickHighlights([1, 2, 3].map((number) => candidate(number, blurred)))).toHaveLength(3);
  });

  it('come in where guests like them, but for blurred ones', () => {
    const liked = [candidate(20, { ...dark, voteCount: 20 }), candidate(21, { ...blurred, voteCount: 20 })];
    const picked = idsOf([...good.slice(0, 2), ...liked]);
    expect(picked).toContain(liked[0]?.id);
    expect(picked).not.toContain(liked[1]?.id);
  });
});

describe('photos that are not measured yet', () => {
  const waiting = { isMeasured: false, hash: undefined, width: 0, height: 0 };

  it('stand in the middle of the measured ones, and votes move them', () => {
    const blurred = [1, 2].map((number) => candidate(number, { signals: { ...GOOD, sharpness: 3 } }));
    const good = [3, 4].map((number) => candidate(number));
    const unknown = candidate(5, waiting);
    const scores = pickHighlights([...blurred, ...good, unknown]);
    expect(scores.map(({ mediaId }) => mediaId)).toEqual(
      expect.arrayContaining([...good.map(({ id }) => id), unknown.id]),
    );
    expect(scores.at(-1)?.mediaId).toBe(unknown.id);
    const liked = candidate(5, { ...waiting, voteCount: 9 });
    expect(pickHighlights([...blurred, ...good, liked])[0]?.mediaId).toBe(liked.id);
  });

  it('are picked where there are no others, and nothing is said of their looks', () => {
    const picks = pickHighlights([1, 2, 3].map((number) => candidate(number, waiting)));
    expect(picks).toHaveLength(3);
    for (const { reason } of picks) expect(reason).not.toMatch(/focus|exposed|colours|shade|print|frame/);
  });
});

describe('reasons', () => {
  it('name what stands out', () => {
    const liked = candidate(1, { voteCount: 9, signals: { ...GOOD, colourfulness: 90 } });
    const plain = Array.from({ length: 8 }, (_, at) =>
      candidate(2 + at, { signals: { ...GOOD, colourfulness: 5 } }),
    );
    const [first] = pickHighlights([liked, ...plain]);
    expect(first).toMatchObject({
      mediaId: liked.id,
      reason: 'Picked because guests voted for it and its colours are vivid.',
    });
  });

  it('say so of the best of similar shots', () => {
    const shots = [1, 2, 3].map((number) =>
      candidate(number, { hash: hashOf(1), signals: { ...GOOD, contrast: 0.3 } }),
    );
    expect(pickHighlights(shots)[0]?.reason).toContain('it is the best of 3 similar shots');
  });
});
