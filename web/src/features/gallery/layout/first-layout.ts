import {
  columnsOf,
  GAPS,
  itemRatio,
  narrowestFor,
  type TilePosition,
} from '../../../../../shared/rules/masonry.ts';

/** Tiles of the first screen: enough to fill two columns on the tallest phone. */
export const FIRST_TILES = 10;
/** Grids from 2 to so many columns show their first tiles before the app has measured them. */
const MOST_COLUMNS = 8;

type Item = Parameters<typeof itemRatio>[0] & { readonly color: string | null };

const COLOUR = /^#[0-9a-f]{6}$/i;
const rounded = (value: number): number => Number(value.toFixed(5));
/** The height of the part of a column that is above a place. */
const aboveOf = ({ ratiosAbove, tilesAbove }: TilePosition): string =>
  `${rounded(ratiosAbove)}*var(--tile) + ${tilesAbove}*var(--gap)`;

/**
 * Styles that lay out a grid whose width is not known, by container queries: to the same positions as `layoutOf`. They refer
 * to tiles by `data-index`; masonry-grid.module.css has what is the same in all grids.
 * @param items all items, because the grid is as high as all of them
 */
export function firstLayout(items: readonly Item[]): string {
  const ratios = items.map(itemRatio);
  const tiles = items.slice(0, FIRST_TILES);
  const shapes = tiles.map(({ color }, index) => {
    const colour = color !== null && COLOUR.test(color) ? `;--colour:${color}` : '';
    return `[data-index="${index}"]{--ratio:${rounded(ratios[index] ?? 1)}${colour}}`;
  });
  const layouts: string[] = [];
  for (let columns = 2; columns <= MOST_COLUMNS; columns += 1) {
    const { positions, ends } = columnsOf(ratios, columns);
    const height = `max(${ends.map((end) => `${aboveOf(end)} - var(--gap)`).join()})`;
    const rules = positions
      .slice(0, tiles.length)
      .map(
        (tile, index) => `[data-index="${index}"]{--column:${tile.column};--above:calc(${aboveOf(tile)})}`,
      );
    const range = rangeOf(columns);
    layouts.push(
      `@container(${range}){ul{--columns:${columns};height:${height};--seen:visible}${rules.join('')}}`,
    );
  }
  return [
    ...shapes,
    `@container(width>=0){ul{--gap:${GAPS.narrow}px}}`,
    `@container(width>=${GAPS.wideFromPx}px){ul{--gap:${GAPS.wide}px}}`,
    ...layouts,
  ].join('');
}

/** Each range also excludes the next: then only one layout has to be computed. */
function rangeOf(columns: number): string {
  const next = narrowestFor(columns + 1);
  return columns === 2 ? `width<${next}px` : `${narrowestFor(columns)}px<=width<${next}px`;
}
