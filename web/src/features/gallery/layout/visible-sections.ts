import type { MediaView } from '../../../../../shared/contract/entities.ts';
import { type Box, boxesBetween, type Layout } from '../../../../../shared/rules/masonry.ts';
import { FIRST_TILES } from './first-layout.ts';
import type { GridWindow } from './use-grid-window.ts';

export const HEADING_PX = 56;

export type GridSection = {
  readonly key: string;
  /** Null for a grid without headings. */
  readonly heading: string | null;
  readonly items: readonly MediaView[];
};

/** The boxes of the tiles to render: those in the window, and at first those that the server drew. */
export function boxesToRender(layout: Layout, gridWindow: GridWindow, revealed: number | undefined): Box[] {
  const { width, from, to, focused, keepsDrawn } = gridWindow;
  const boxes = layout.boxes.slice(0, keepsDrawn ? FIRST_TILES : 0);
  if (width > 0) boxes.push(...boxesBetween(layout, from, to).filter((box) => !boxes.includes(box)));
  // The focused tile stays rendered, or the next Tab would start from the top of the page.
  for (const index of [focused, revealed]) {
    const pinned = layout.boxes[index ?? -1];
    if (pinned && !boxes.includes(pinned)) boxes.push(pinned);
  }
  return boxes;
}

type VisibleSection = Pick<GridSection, 'key' | 'heading'> & {
  /** Where the heading stands. */
  readonly top: number;
  readonly tiles: readonly { readonly box: Box; readonly item: MediaView }[];
};

type Visible = Pick<GridWindow, 'from' | 'to'> & { readonly boxes: readonly Box[] };

/** The sections with a tile to render or a heading in the window. */
export function visibleSections(
  sections: readonly GridSection[],
  { headings }: Layout,
  { boxes, from, to }: Visible,
): VisibleSection[] {
  let end = 0;
  const all = sections.map(({ key, heading, items }, section) => {
    const first = end;
    end += items.length;
    const tiles = boxes.flatMap((box) => {
      const item = box.index < first ? undefined : items[box.index - first];
      return item ? [{ box, item }] : [];
    });
    return { key, heading, top: headings[section]?.y ?? 0, tiles };
  });
  return all.filter(({ heading, top, tiles }) => {
    const isHeadingNear = heading !== null && top >= from - HEADING_PX && top <= to;
    return tiles.length > 0 || isHeadingNear;
  });
}
