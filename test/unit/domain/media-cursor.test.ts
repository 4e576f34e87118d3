import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeMediaCursor,
  encodeMediaCursor,
  mediaOrder,
  mergePage,
  type ListPosition,
  positionIn,
} from '../../../functions/domain/media-cursor.ts';
import type { MediaRecord } from '../../../functions/domain/records.ts';
import { RANK_PER_VOTE, voteRank } from '../../../functions/domain/vote-rank.ts';
import { mediaRecord } from '../../fixtures/records.ts';

const media = fc
  .record({
    number: fc.nat({ max: 300 }),
    voteCount: fc.nat({ max: 3 }),
    day: fc.option(fc.integer({ min: 1, max: 5 })),
    status: fc.constantFrom('approved' as const, 'pending' as const),
  })
  .map(({ number, voteCount, day, status }) =>
    mediaRecord(number, {
      voteCount,
      status,
      capturedAt: day === null ? null : new Date(Date.UTC(2026, 5, day)).toISOString(),
    }),
  );

const gallery = fc.uniqueArray(media, { selector: ({ id }) => id, maxLength: 60 });
const order = fc
  .record({
    sortBy: fc.constantFrom('uploadedAt' as const, 'votes' as const, 'capturedAt' as const),
    direction: fc.constantFrom('asc' as const, 'desc' as const, undefined),
  })
  .map(({ sortBy, direction }) => mediaOrder(sortBy, direction));

/** What the table does: the items of one list past a place, in order. */
function read(
  list: readonly MediaRecord[],
  options: { order: ReturnType<typeof mediaOrder>; after?: ListPosition; limit: number },
) {
  const sorted = mergePage([list], { ...options.order, limit: list.length }).items;
  const start = options.after
    ? sorted.findIndex((item) => {
        const [a, b] = [positionIn(options.order, item), options.after as ListPosition];
        const isNumber = options.order.sortBy === 'votes';
        const rising = isNumber
          ? BigInt(a.value) > BigInt(b.value)
          : `${a.value}#${a.id}` > `${b.value}#${b.id}`;
        const same = a.value === b.value && a.id === b.id;
        return !same && (options.order.ascending ? rising : !rising);
      })
    : 0;
  return start < 0 ? [] : sorted.slice(start, start + options.limit);
}

describe('pages', () => {
  it('hold every item exactly once, in order, whatever lists they are merged from', () => {
    fc.assert(
      fc.property(gallery, order, fc.integer({ min: 1, max: 9 }), (items, wanted, limit) => {
        const lists = [
          items.filter(({ status }) => status === 'approved'),
          items.filter(({ status }) => status === 'pending'),
        ];
        const walked: MediaRecord[] = [];
        let after: ListPosition | undefined;
        do {
          const parts = lists.map((list) => read(list, { order: wanted, after, limit: limit + 1 }));
          const page = mergePage(parts, { ...wanted, limit });
          walked.push(...page.items);
          after = page.next && decodeMediaCursor(wanted, encodeMediaCursor(wanted, page.next));
        } while (after);
        const whole = mergePage([items], { ...wanted, limit: items.length }).items;
        expect(walked.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
        expect(new Set(walked.map(({ id }) => id)).size).toBe(items.length);
      }),
    );
  });

  it('put undated items last, and turn everything round on request', () => {
    const dated = mediaRecord(1, { capturedAt: '2026-06-01T00:00:00.000Z' });
    const undated = mediaRecord(2);
    const ids = (direction?: 'asc' | 'desc') =>
      mergePage([[undated, dated]], { ...mediaOrder('capturedAt', direction), limit: 9 }).items.map(
        ({ id }) => id,
      );
    expect(ids()).toEqual([dated.id, undated.id]);
    expect(ids('desc')).toEqual([undated.id, dated.id]);
  });

  it('sort votes before time and time before ids', () => {
    const items = [
      mediaRecord(5, { voteCount: 1 }),
      mediaRecord(9, { voteCount: 1 }),
      mediaRecord(1, { voteCount: 2 }),
    ];
    const { items: sorted } = mergePage([items], { ...mediaOrder('votes', undefined), limit: 9 });
    expect(sorted.map(({ id }) => id)).toEqual([items[2], items[1], items[0]].map((item) => item?.id));
  });
});

describe('a cursor', () => {
  it('belongs to its list alone', () => {
    const votes = mediaOrder('votes', undefined);
    const cursor = encodeMediaCursor(votes, positionIn(votes, mediaRecord(3, { voteCount: 2 })));
    expect(decodeMediaCursor(votes, cursor)).toEqual(positionIn(votes, mediaRecord(3, { voteCount: 2 })));
    expect(() => decodeMediaCursor(mediaOrder('votes', 'asc'), cursor)).toThrow('does not belong');
    expect(() => decodeMediaCursor(mediaOrder('uploadedAt', undefined), cursor)).toThrow('does not belong');
  });

  it('that nobody handed out is refused and never believed', () => {
    const wanted = mediaOrder('uploadedAt', undefined);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((text) => Buffer.from(text).toString('base64url')),
        ),
        (text) => {
          expect(() => decodeMediaCursor(wanted, text)).toThrow('does not belong');
        },
      ),
    );
  });
});

describe('the vote rank', () => {
  it('is exact for any number of votes', () => {
    const item = mediaRecord(1, { voteCount: 999_999 });
    expect(voteRank(item) - voteRank({ ...item, voteCount: 999_998 })).toBe(RANK_PER_VOTE);
    expect(String(voteRank(item)).length).toBeLessThanOrEqual(38);
  });

  it('of an item without votes is below that of any with one', () => {
    expect(voteRank(mediaRecord(1))).toBeLessThan(RANK_PER_VOTE);
    expect(voteRank(mediaRecord(1, { voteCount: 1 }))).toBeGreaterThanOrEqual(RANK_PER_VOTE);
  });
});
