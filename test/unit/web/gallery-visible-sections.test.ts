import { expect, it } from 'vitest';
import { layoutOf } from '../../../shared/rules/masonry.ts';
import { FIRST_TILES } from '../../../web/src/features/gallery/layout/first-layout.ts';
import {
  boxesToRender,
  type GridSection,
  HEADING_PX,
  visibleSections,
} from '../../../web/src/features/gallery/layout/visible-sections.ts';

const GAP = 10;
const TILE = 100;
/** A row of two tiles with the gap below it. */
const ROW = TILE + GAP;

const layoutFor = (counts: readonly number[], headingHeight: number) =>
  layoutOf({
    sections: counts.map((count) => ({ ratios: Array<number>(count).fill(1) })),
    width: 2 * TILE + GAP,
    columns: 2,
    gap: GAP,
    headingHeight,
  });

const at = (from: number, to: number, focused?: number) =>
  ({ width: 2 * TILE + GAP, from, to, focused, keepsDrawn: false }) as const;

const indexesOf = (boxes: readonly { index: number }[]) => boxes.map(({ index }) => index);

it('renders the tiles in the window, and the focused and the revealed one wherever they are', () => {
  const layout = layoutFor([40], 0);
  const secondRow = at(ROW, ROW + TILE - 1);
  expect(indexesOf(boxesToRender(layout, secondRow, undefined))).toEqual([2, 3]);
  expect(indexesOf(boxesToRender(layout, { ...secondRow, focused: 30 }, 35))).toEqual([2, 3, 30, 35]);
  expect(indexesOf(boxesToRender(layout, { ...secondRow, focused: 3 }, 3))).toEqual([2, 3]);
});

it('renders before the grid is measured what the server drew, otherwise nothing', () => {
  const layout = layoutFor([40], 0);
  const unmeasured = { ...at(0, 240), width: 0 };
  const drawn = layout.boxes.slice(0, FIRST_TILES);
  expect(boxesToRender(layout, { ...unmeasured, keepsDrawn: true }, undefined)).toEqual(drawn);
  expect(boxesToRender(layout, unmeasured, undefined)).toEqual([]);
});

it('keeps what the server drew beside the tiles in the window, each once', () => {
  const layout = layoutFor([40], 0);
  const rendered = boxesToRender(layout, { ...at(4 * ROW, 6 * ROW - GAP - 1), keepsDrawn: true }, undefined);
  expect(rendered).toEqual(layout.boxes.slice(0, FIRST_TILES + 2));
});

/** Three days of four photos each, with headings, or the same without. */
const days = (hasHeadings: boolean): GridSection[] =>
  ['a', 'b', 'c'].map((key) => ({
    key,
    heading: hasHeadings ? key : null,
    items: Array.from(
      { length: 4 },
      (_, index) => ({ id: `${key}${index}` }) as GridSection['items'][number],
    ),
  }));

/** The ids of the items of each section that is rendered. */
function visibleItems(hasHeadings: boolean, from: number, to: number, focused?: number) {
  const layout = layoutFor([4, 4, 4], hasHeadings ? HEADING_PX : 0);
  const boxes = boxesToRender(layout, at(from, to, focused), undefined);
  const visible = visibleSections(days(hasHeadings), layout, { boxes, from, to });
  return Object.fromEntries(
    visible.map(({ key, tiles }) => [key, tiles.map(({ item }) => item.id).join(' ')]),
  );
}

it('leaves out the sections that are not in the window', () => {
  const day = HEADING_PX + 2 * ROW;
  const firstRow = { from: day + HEADING_PX + 1, to: day + HEADING_PX + 2 };
  expect(visibleItems(true, firstRow.from, firstRow.to)).toEqual({ b: 'b0 b1' });
  expect(visibleItems(true, firstRow.from, firstRow.to, 11)).toEqual({ b: 'b0 b1', c: 'c3' });
  expect(visibleItems(false, 2 * ROW + 1, 2 * ROW + 2)).toEqual({ b: 'b0 b1' });
});

it('shows a heading whose tiles are still below the window', () => {
  const day = HEADING_PX + 2 * ROW;
  expect(visibleItems(true, day - GAP + 1, day)).toEqual({ b: '' });
});
