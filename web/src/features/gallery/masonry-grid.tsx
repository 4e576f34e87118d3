import {
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import {
  type Box,
  boxesBetween,
  columnsFor,
  gapFor,
  itemRatio,
  layoutOf,
} from '../../../../shared/rules/masonry.ts';
import { lazyWithRetry } from '../../lib/lazy-with-retry.tsx';
import { useGridWindow, useNearEnd } from './layout/use-grid-window.ts';
import styles from './masonry-grid.module.css';

const ScrollAnchor = lazyWithRetry(() => import('./layout/scroll-anchor.ts'));

export type GridSection = {
  readonly key: string;
  /** Null for a grid without headings. */
  readonly heading: string | null;
  readonly items: readonly MediaView[];
};

export type RenderTile = (item: MediaView, place: Pick<Box, 'index' | 'width'>) => ReactNode;

export type GridProps = {
  label: string;
  sections: readonly GridSection[];
  /** Keep it the same as long as it renders the same: tiles that stand still are not rendered again. */
  renderTile: RenderTile;
  /** More may follow. */
  hasMore: boolean;
  /** Asks for it when the end comes near; absent while it is on its way. */
  onNearEnd?: () => void;
  ref?: Ref<GridHandle>;
};

export type GridHandle = {
  /** Brings a tile onto the screen and puts the focus on it. */
  reveal(index: number): void;
};

const HEADING_PX = 56;

/**
 * A masonry of which only the part near the screen is in the page. Sizes are known before pictures are, so
 * nothing is measured, nothing jumps, and ten thousand items cost as much as forty.
 */
export function MasonryGrid({ label, sections, renderTile, hasMore, onNearEnd, ref }: GridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const { width, from, to, focused } = useGridWindow(grid);
  const [revealed, setRevealed] = useState<number>();
  // The head of the page was scrolled away once.
  const [isLeft, setLeft] = useState(false);
  if (from > 0 && !isLeft) setLeft(true);
  const ratioOf = useSteadyRatios();
  const hasHeadings = sections.some(({ heading }) => heading !== null);

  const layout = useMemo(
    () =>
      layoutOf({
        sections: sections.map(({ items }) => ({ ratios: items.map(ratioOf) })),
        width,
        columns: columnsFor(width),
        gap: gapFor(width),
        headingHeight: hasHeadings ? HEADING_PX : 0,
      }),
    [sections, width, hasHeadings, ratioOf],
  );
  useNearEnd(width > 0 && hasMore && to > layout.height - (to - from), onNearEnd);

  useImperativeHandle(ref, () => ({
    reveal(index) {
      const box = layout.boxes[index];
      const element = grid.current;
      if (!box || !element) return;
      scrollTo({ top: revealedAt(box, element.getBoundingClientRect().top), behavior: 'instant' });
      setRevealed(index);
      // It may have to be rendered first, which a slow phone takes some frames for.
      const focus = (frames: number) =>
        requestAnimationFrame(() => {
          const button = element.querySelector<HTMLElement>(`[data-index="${index}"] button`);
          if (button) button.focus({ preventScroll: true });
          else if (frames > 0) focus(frames - 1);
        });
      focus(60);
    },
  }));

  const boxes = width > 0 ? boxesBetween(layout, from, to) : [];
  // What has the focus stays, else the next Tab would start from the top of the page.
  for (const index of [focused, revealed]) {
    const pinned = layout.boxes[index ?? -1];
    if (pinned && !boxes.includes(pinned)) boxes.push(pinned);
  }
  // Unknown to screen readers as long as it grows.
  const setSize = hasMore ? -1 : layout.boxes.length;
  const firsts = useMemo(() => firstsOf(sections), [sections]);

  return (
    <div
      ref={grid}
      className={styles.grid}
      style={{ height: layout.height }}
      onBlur={({ target }) => {
        if (target.closest(`[data-index="${revealed}"]`)) setRevealed(undefined);
      }}
    >
      {isLeft && <ScrollAnchor {...{ grid, layout, width }} />}
      {sections.map(({ key, heading, items }, section) => {
        const first = firsts[section] ?? 0;
        const inside = boxes.filter(({ index }) => index >= first && index < first + items.length);
        const top = layout.headings[section]?.y ?? 0;
        const isHeadingNear = heading !== null && top >= from - HEADING_PX && top <= to;
        if (inside.length === 0 && !isHeadingNear) return null;
        return (
          <section key={key} aria-label={heading ?? label}>
            {heading !== null && (
              <h2 className={styles.heading} style={{ top, height: HEADING_PX }}>
                {heading}
              </h2>
            )}
            <ul className={styles.list}>
              {inside.map((box) => {
                const item = items[box.index - first];
                return (
                  item && (
                    <TilePlace key={item.id} {...box} item={item} renderTile={renderTile} setSize={setSize} />
                  )
                );
              })}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

type TilePlaceProps = Box & { item: MediaView; renderTile: RenderTile; setSize: number };

/** A tile where it belongs. Its place comes in single numbers, which are the same when they are equal. */
const TilePlace = memo(function Place({
  index,
  x,
  y,
  width,
  height,
  item,
  renderTile,
  setSize,
}: TilePlaceProps) {
  return (
    <li
      className={styles.place}
      style={{ left: x, top: y, width, height }}
      data-index={index}
      aria-setsize={setSize}
      aria-posinset={index + 1}
    >
      {renderTile(item, { index, width })}
    </li>
  );
});

/** Where the page has to be scrolled to for a box to be seen; where it is, if it is seen already. */
function revealedAt(box: Box, gridTop: number): number {
  const top = gridTop + box.y;
  const isSeen = top >= 0 && top + box.height <= innerHeight;
  return isSeen ? scrollY : scrollY + top - (innerHeight - box.height) / 2;
}

/** The index of each section's first item among all. */
function firstsOf(sections: readonly GridSection[]): number[] {
  const firsts = [0];
  for (const { items } of sections) firsts.push((firsts.at(-1) ?? 0) + items.length);
  return firsts;
}

/** A tile keeps the shape it was first given: its real one may become known while it is being looked at. */
function useSteadyRatios(): (item: MediaView) => number {
  const ratios = useRef(new Map<string, number>());
  return useCallback((item: MediaView) => {
    const known = ratios.current.get(item.id);
    if (known !== undefined) return known;
    const ratio = itemRatio(item);
    if (item.width !== null) ratios.current.set(item.id, ratio);
    return ratio;
  }, []);
}
