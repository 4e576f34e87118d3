/**
 * The position of every tile of a gallery, computed from known sizes alone: no tile is measured and none moves
 * when more are appended, because each goes into the column that is then the shortest.
 */

/** A tile's box, in pixels from the top left of the gallery. `index` counts through all sections. */
export type Box = {
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type Heading = { readonly section: number; readonly y: number };

export type Layout = {
  /** In the order of the items, and thereby nearly of `y`: the shortest column only ever grows. */
  readonly boxes: readonly Box[];
  readonly headings: readonly Heading[];
  readonly height: number;
  /** The tallest box: how far above the window a box can begin that still reaches into it. */
  readonly tallest: number;
  /** By how much a box can begin above an earlier one, because gaps do not grow with the tiles. */
  readonly disorder: number;
};

/** Ratios of height to width of each section's items. A plain grid is one section without a heading. */
export type LayoutInput = {
  readonly sections: readonly { readonly ratios: readonly number[] }[];
  readonly width: number;
  readonly columns: number;
  readonly gap: number;
  /** Height of a section's heading, 0 for none. */
  readonly headingHeight: number;
};

const WIDEST = 0.4;
const TALLEST = 2;
/** A portrait photo's: clips of phones, which are taller, would stand out of every row. */
const TALLEST_VIDEO = 4 / 3;
/** Enough for the text of a tile that cannot be shown. */
const UNSUPPORTED_RATIO = 0.75;

/**
 * A tile's ratio of height to width: panoramas and very long screenshots are cropped, and what is not
 * known yet is a square.
 */
export function tileRatio(width: number | null, height: number | null): number {
  if (width === null || height === null || width <= 0 || height <= 0) return 1;
  return Math.min(TALLEST, Math.max(WIDEST, height / width));
}

type Item = { width: number | null; height: number | null; state: string; kind: string };

/** The same for an item, which may be a video, or one that cannot be shown. */
export function itemRatio({ width, height, state, kind }: Item): number {
  if (state === 'unsupported') return UNSUPPORTED_RATIO;
  const ratio = tileRatio(width, height);
  return kind === 'video' ? Math.min(TALLEST_VIDEO, ratio) : ratio;
}

/** How wide an item is drawn in a tile of this width: a cropped panorama is wider than its tile. */
export function drawnWidth(item: Item, width: number): number {
  const whole = item.width && item.height ? item.height / item.width : 1;
  return width * Math.max(1, itemRatio(item) / whole);
}

/** Gaps between tiles in pixels, and from which width of the grid on the wider one counts. */
export const GAPS = { narrow: 6, wide: 8, wideFromPx: 700 } as const;

/** The gap between tiles in a grid of this width. */
export function gapFor(width: number): number {
  return width < GAPS.wideFromPx ? GAPS.narrow : GAPS.wide;
}

const FEWEST_COLUMNS = 2;
const COLUMN_PX = 270;

/** Two columns on a phone, and one more for about every 270 px. */
export function columnsFor(width: number): number {
  return Math.max(FEWEST_COLUMNS, Math.round(width / COLUMN_PX));
}

/** The width from which on a grid has this many columns, as `columnsFor` tells. */
export function narrowestFor(columns: number): number {
  return columns <= FEWEST_COLUMNS ? 0 : (columns - 0.5) * COLUMN_PX;
}

/** Where a tile stands whatever the grid's width: below so many tiles of its column, whose ratios have this sum. */
export type TilePosition = {
  readonly column: number;
  readonly ratiosAbove: number;
  readonly tilesAbove: number;
};

export type Columns = {
  readonly positions: readonly TilePosition[];
  /** The position below each column's last tile. */
  readonly ends: readonly TilePosition[];
};

/** A gap in units of a tile's width, about as it is on every screen. */
const GAP_RATIO = 1 / 32;

/**
 * Puts each tile into the column that is then the shortest. Only ratios count and not the grid's width: so a page can be
 * laid out before its width is known, and no tile changes its column with it.
 */
export function columnsOf(ratios: readonly number[], columns: number): Columns {
  const ends: TilePosition[] = Array.from({ length: columns }, (_, column) => ({
    column,
    ratiosAbove: 0,
    tilesAbove: 0,
  }));
  const positions = ratios.map((ratio) => {
    const position = shortest(ends);
    ends[position.column] = {
      column: position.column,
      ratiosAbove: position.ratiosAbove + ratio,
      tilesAbove: position.tilesAbove + 1,
    };
    return position;
  });
  return { positions, ends };
}

export function layoutOf(input: LayoutInput): Layout {
  const { columns, gap, headingHeight } = input;
  const width = Math.max(0, (input.width - gap * (columns - 1)) / columns);
  const boxes: Box[] = [];
  const headings: Heading[] = [];
  let top = 0;
  let tallest = 0;
  let lowest = 0;
  let disorder = 0;
  for (const [section, { ratios }] of input.sections.entries()) {
    if (headingHeight > 0) headings.push({ section, y: top });
    const { positions, ends } = columnsOf(ratios, columns);
    const yOf = (position: TilePosition) =>
      top + headingHeight + position.ratiosAbove * width + position.tilesAbove * gap;
    for (const [at, position] of positions.entries()) {
      const height = width * (ratios[at] ?? 1);
      const y = yOf(position);
      boxes.push({ index: boxes.length, x: position.column * (width + gap), y, width, height });
      tallest = Math.max(tallest, height);
      lowest = Math.max(lowest, y);
      disorder = Math.max(disorder, lowest - y);
    }
    top = Math.max(...ends.map(yOf));
  }
  return { boxes, headings, height: Math.max(0, top - gap), tallest, disorder };
}

function shortest(ends: readonly TilePosition[]): TilePosition {
  const lengthOf = ({ ratiosAbove, tilesAbove }: TilePosition) => ratiosAbove + tilesAbove * GAP_RATIO;
  return ends.reduce((best, end) => (lengthOf(end) < lengthOf(best) ? end : best));
}

/** The boxes that intersect a vertical range of the page. */
export function boxesBetween(layout: Layout, from: number, to: number): Box[] {
  const { boxes, tallest, disorder } = layout;
  const found: Box[] = [];
  for (let index = firstFrom(boxes, from - tallest - disorder); index < boxes.length; index += 1) {
    const box = boxes[index];
    if (!box || box.y > to + disorder) break;
    if (box.y <= to && box.y + box.height >= from) found.push(box);
  }
  return found;
}

/** An index before which every box begins above `y`, save for the layout's disorder. */
function firstFrom(boxes: readonly Box[], y: number): number {
  let low = 0;
  let high = boxes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((boxes[middle]?.y ?? 0) < y) low = middle + 1;
    else high = middle;
  }
  return low;
}
