import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boxesBetween,
  columnsFor,
  layoutOf,
  drawnWidth,
  itemRatio,
  tileRatio,
  type Box,
  type Layout,
} from '../../../shared/rules/masonry.ts';
import { anchorAt, positionOf } from '../../../web/src/features/gallery/layout/anchor.ts';
import { seeded } from './uploads-fakes.ts';

const ratios = fc.array(fc.double({ min: 0.4, max: 2, noNaN: true }), { maxLength: 120 });
const sections = fc.array(fc.record({ ratios }), { maxLength: 4 });
const frame = fc.record({
  width: fc.integer({ min: 288, max: 2500 }),
  gap: fc.integer({ min: 2, max: 16 }),
  headingHeight: fc.constantFrom(0, 56),
});
const input = fc
  .record({ sections, frame })
  .map(({ sections, frame }) => ({ sections, ...frame, columns: columnsFor(frame.width) }));

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('masonry', () => {
  it('has no overlapping tiles, and none outside the grid', () => {
    fc.assert(
      fc.property(input, (grid) => {
        const { boxes, headings, height } = layoutOf(grid);
        const heads = headings.map(({ y }) => ({
          index: -1,
          x: 0,
          y,
          width: grid.width,
          height: grid.headingHeight,
        }));
        for (const head of heads) expect(boxes.some((box) => overlap(box, head))).toBe(false);
        expect(boxes).toHaveLength(grid.sections.flatMap((section) => section.ratios).length);
        for (const [index, box] of boxes.entries()) {
          expect(box.x).toBeGreaterThanOrEqual(0);
          expect(box.x + box.width).toBeLessThanOrEqual(grid.width + 0.001);
          expect(box.y + box.height).toBeLessThanOrEqual(height + 0.001);
          for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBe(false);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('moves no tile when more are appended', () => {
    fc.assert(
      fc.property(input, ratios, (grid, more) => {
        const before = layoutOf(grid);
        const last = grid.sections.at(-1);
        const sections = last
          ? [...grid.sections.slice(0, -1), { ratios: [...last.ratios, ...more] }]
          : [{ ratios: more }];
        const after = layoutOf({ ...grid, sections: [...sections, { ratios: more }] });
        expect(after.boxes.slice(0, before.boxes.length)).toEqual(before.boxes);
        expect(after.headings.slice(0, before.headings.length)).toEqual(before.headings);
      }),
    );
  });

  it('keeps every tile in its column at another width with as many columns', () => {
    fc.assert(
      fc.property(input, fc.integer({ min: 288, max: 2500 }), (grid, width) => {
        const columnsIn = ({ boxes }: Layout) =>
          boxes.map(({ x, width }) => Math.round(x / (width + grid.gap)));
        expect(columnsIn(layoutOf(grid))).toEqual(columnsIn(layoutOf({ ...grid, width })));
      }),
    );
  });

  it('has what is looked at in a layout of another width, too', () => {
    fc.assert(
      fc.property(input, fc.integer({ min: 288, max: 2500 }), fc.nat(20_000), (grid, width, y) => {
        const before = layoutOf(grid);
        const after = layoutOf({ ...grid, width, columns: columnsFor(width) });
        const anchor = anchorAt(before, y);
        const [box] = boxesBetween(before, y, y);
        const target = after.boxes[box?.index ?? -1];
        if (!box || !anchor || !target) return;
        const inAfter = positionOf(after, anchor) ?? NaN;
        expect((inAfter - target.y) / target.height).toBeCloseTo((y - box.y) / box.height, 6);
        expect(positionOf(before, anchor)).toBeCloseTo(y, 6);
      }),
    );
    const none = layoutOf({ sections: [], width: 300, columns: 2, gap: 6, headingHeight: 0 });
    expect(anchorAt(none, 70)).toBeUndefined();
    expect(positionOf(none, { index: 0, share: 0 })).toBeUndefined();
  });

  it('finds exactly the boxes in a range', () => {
    fc.assert(
      fc.property(input, fc.integer({ min: -500, max: 9000 }), (grid, from) => {
        const layout = layoutOf(grid);
        const to = from + 900;
        const expected = layout.boxes.filter((box) => box.y <= to && box.y + box.height >= from);
        expect(boxesBetween(layout, from, to)).toEqual(expected);
      }),
    );
  });

  it('balances the columns', () => {
    const random = seeded(3);
    const layout = layoutOf({
      sections: [{ ratios: Array.from({ length: 10_000 }, () => 0.6 + random()) }],
      width: 358,
      columns: 2,
      gap: 4,
      headingHeight: 0,
    });
    const bottoms = [0, 1].map((column) =>
      Math.max(
        ...layout.boxes.filter(({ x }) => (x > 0 ? 1 : 0) === column).map((box) => box.y + box.height),
      ),
    );
    expect(Math.abs((bottoms[0] ?? 0) - (bottoms[1] ?? 0))).toBeLessThanOrEqual(layout.tallest);
    // Five times as many would still be below what every browser can lay out (17.9 million pixels in Firefox).
    expect(layout.height * 5).toBeLessThan(17_000_000);
  });
});

describe('columns and tiles', () => {
  it.each([
    [288, 2],
    [374, 2],
    [760, 3],
    [1232, 5],
    [2512, 9],
  ])('a width of %i px has %i columns', (width, columns) => expect(columnsFor(width)).toBe(columns));

  it.each([
    [1600, 1200, 0.75],
    [1200, 1600, 1600 / 1200],
    [6000, 600, 0.4],
    [400, 65_536, 2],
    [null, null, 1],
    [0, 0, 1],
  ])('a %s × %s picture has a tile ratio of %d', (width, height, ratio) => {
    expect(tileRatio(width, height)).toBe(ratio);
  });

  it.each([
    ['picture', 1080, 1920, 1920 / 1080],
    ['video', 1080, 1920, 4 / 3],
    ['video', 1920, 1080, 1080 / 1920],
  ])('a %s of %s × %s has a tile ratio of %d', (kind, width, height, ratio) => {
    const item = { kind, width, height, state: 'ready' };
    expect(itemRatio(item)).toBe(ratio);
    // What is cropped above and below is as wide as its tile.
    expect(drawnWidth(item, 300)).toBe(300);
    expect(itemRatio({ ...item, state: 'unsupported' })).toBe(0.75);
  });
});
