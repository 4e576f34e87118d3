import { memo, type ReactNode, type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { type Box, boxesBetween, columnsFor, gapFor, layoutOf } from '../../../../shared/rules/masonry.ts';
import { lazyWithRetry } from '../../lib/lazy-with-retry.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FIRST_TILES, firstLayout } from './layout/first-layout.ts';
import { useGridWindow, useNearEnd } from './layout/use-grid-window.ts';
import { useStableRatios } from './use-stable-ratios.ts';
import styles from './masonry-grid.module.css';

const ScrollAnchor = lazyWithRetry(() => import('./layout/scroll-anchor.ts'));

export type GridSection = {
  readonly key: string;
  /** Null for a grid without headings. */
  readonly heading: string | null;
  readonly items: readonly MediaView[];
};

export type RenderTile = (item: MediaView, box: Pick<Box, 'index' | 'width'>) => ReactNode;

export type GridProps = {
  label: string;
  sections: readonly GridSection[];
  /** Keep the function stable: tiles are memoized on it. */
  renderTile: RenderTile;
  /** Whether more pages follow. */
  hasMore: boolean;
  /** Loads the next page; absent while that is in progress. */
  onNearEnd?: () => void;
  ref?: Ref<GridHandle>;
};

export type GridHandle = {
  /** Scrolls a tile into view and focuses it. */
  reveal(index: number): void;
};

const HEADING_PX = 56;

/**
 * A virtualized masonry layout. The API sends the items' sizes, so nothing is measured, nothing jumps, and ten thousand
 * items cost as much as forty.
 */
export function MasonryGrid({ label, sections, renderTile, hasMore, onNearEnd, ref }: GridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const { width, from, to, focused, isServerDrawn } = useGridWindow(grid);
  const isUnmeasured = isServerDrawn && width === 0;
  const [revealed, setRevealed] = useState<number>();
  // Whether the top of the page was ever scrolled out of view.
  const [hasScrolled, setScrolled] = useState(false);
  if (from > 0 && !hasScrolled) setScrolled(true);
  const ratioOf = useStableRatios();
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
      scrollTo({ top: scrollTopFor(box, element.getBoundingClientRect().top), behavior: 'instant' });
      setRevealed(index);
      // The tile may not be rendered yet, which takes a slow phone a few frames.
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
  if (isUnmeasured) boxes.push(...layout.boxes.slice(0, FIRST_TILES));
  // The focused tile stays rendered, or the next Tab would start from the top of the page.
  for (const index of [focused, revealed]) {
    const pinned = layout.boxes[index ?? -1];
    if (pinned && !boxes.includes(pinned)) boxes.push(pinned);
  }
  // -1 tells screen readers that the size is unknown.
  const setSize = hasMore ? -1 : layout.boxes.length;
  const firstIndexes = useMemo(() => firstIndexesOf(sections), [sections]);

  return (
    <div
      ref={grid}
      className={classNames(styles.grid, isUnmeasured && styles.unmeasured)}
      style={isUnmeasured ? undefined : { height: layout.height }}
      data-unmeasured={isUnmeasured || undefined}
      onBlur={({ target }) => {
        if (target.closest(`[data-index="${revealed}"]`)) setRevealed(undefined);
      }}
    >
      {isUnmeasured && <FirstLayout items={sections[0]?.items ?? []} />}
      {hasScrolled && <ScrollAnchor {...{ grid, layout, width }} />}
      {sections.map(({ key, heading, items }, section) => {
        const first = firstIndexes[section] ?? 0;
        const visibleBoxes = boxes.filter(({ index }) => index >= first && index < first + items.length);
        const top = layout.headings[section]?.y ?? 0;
        const isHeadingNear = heading !== null && top >= from - HEADING_PX && top <= to;
        if (visibleBoxes.length === 0 && !isHeadingNear) return null;
        return (
          <section key={key} aria-label={heading ?? label}>
            {heading !== null && (
              <h2 className={styles.heading} style={{ top, height: HEADING_PX }}>
                {heading}
              </h2>
            )}
            <ul className={styles.list}>
              {visibleBoxes.map((box) => {
                const item = items[box.index - first];
                return (
                  item && (
                    <PositionedTile
                      key={item.id}
                      {...box}
                      item={item}
                      renderTile={renderTile}
                      setSize={setSize}
                    />
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

/** The places of the first tiles, until the app has measured the grid. */
const FirstLayout = memo(function FirstLayout({ items }: { items: readonly MediaView[] }) {
  // Numbers and colours only, and a policy that allows exactly this text.
  return <style dangerouslySetInnerHTML={{ __html: firstLayout(items) }} />;
});

type PositionedTileProps = Box & { item: MediaView; renderTile: RenderTile; setSize: number };

/** A positioned tile. The box is passed as single numbers, so that memo can compare it. */
const PositionedTile = memo(function PositionedTile({
  index,
  x,
  y,
  width,
  height,
  item,
  renderTile,
  setSize,
}: PositionedTileProps) {
  return (
    <li
      className={styles.place}
      // Until the width is known, `FirstLayout` has the place.
      style={width > 0 ? { left: x, top: y, width, height } : undefined}
      data-index={index}
      aria-setsize={setSize}
      aria-posinset={index + 1}
    >
      {renderTile(item, { index, width })}
    </li>
  );
});

/** The scroll position that brings a box into view; the current one if it is visible. */
function scrollTopFor(box: Box, gridTop: number): number {
  const top = gridTop + box.y;
  const isVisible = top >= 0 && top + box.height <= innerHeight;
  return isVisible ? scrollY : scrollY + top - (innerHeight - box.height) / 2;
}

/** The index of each section's first item among all items. */
function firstIndexesOf(sections: readonly GridSection[]): number[] {
  const firstIndexes = [0];
  for (const { items } of sections) firstIndexes.push((firstIndexes.at(-1) ?? 0) + items.length);
  return firstIndexes;
}
