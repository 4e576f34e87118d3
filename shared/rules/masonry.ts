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
  /** In the order of the items, and thereby of `y`: the shortest column only ever grows. */
  readonly boxes: readonly Box[];
  readonly headings: readonly Heading[];
  readonly height: number;
  /** The tallest box: how far above the window a box can begin that still reaches into it. */
  readonly tallest: number;
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

/** The same for an item, which may be one that cannot be shown. */
export function itemRatio(item: { width: number | null; height: number | null; state: string }): number {
  return item.state === 'unsupported' ? UNSUPPORTED_RATIO : tileRatio(item.width, item.height);
}

/** How wide an item is drawn in a tile of this width: a cropped panorama is wider than its tile. */
export function drawnWidth(item: Parameters<typeof itemRatio>[0], width: number): number {
  const whole = item.width && item.height ? item.height / item.width : 1;
  return width * Math.max(1, itemRatio(item) / whole);
}

/** The gap between tiles in a grid of this width. */
export function gapFor(width: number): number {
  return width < 700 ? 6 : 8;
}

/** Two columns on a phone, and one more for about every 270 px. */
export function columnsFor(width: number): number {
  return Math.max(2, Math.round(width / 270));
}

export function layoutOf(input: LayoutInput): Layout {
  const { columns, gap, headingHeight } = input;
  const tileWidth = (input.width - gap * (columns - 1)) / columns;
  const boxes: Box[] = [];
  const headings: Heading[] = [];
  let top = 0;
  let tallest = 0;
  for (const [section, { ratios }] of input.sections.entries()) {
    if (headingHeight > 0) headings.push({ section, y: top });
    const ends: number[] = Array.from({ length: columns }, () => top + headingHeight);
    for (const ratio of ratios) {
      const column = shortest(ends);
      const y = ends[column] ?? 0;
      const height = tileWidth * ratio;
      boxes.push({ index: boxes.length, x: column * (tileWidth + gap), y, width: tileWidth, height });
      ends[column] = y + height + gap;
      tallest = Math.max(tallest, height);
    }
    top = Math.max(...ends);
  }
  return { boxes, headings, height: Math.max(0, top - gap), tallest };
}

function shortest(ends: readonly number[]): number {
  let best = 0;
  for (let column = 1; column < ends.length; column += 1) {
    if ((ends[column] ?? 0) < (ends[best] ?? 0)) best = column;
  }
  return best;
}

/** The boxes that intersect a vertical range of the page. */
export function boxesBetween(layout: Layout, from: number, to: number): Box[] {
  const found: Box[] = [];
  for (let index = firstFrom(layout.boxes, from - layout.tallest); index < layout.boxes.length; index += 1) {
    const box = layout.boxes[index];
    if (!box || box.y > to) break;
    if (box.y + box.height >= from) found.push(box);
  }
  return found;
}

/** The index of the first box that begins at `y` or below. */
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
