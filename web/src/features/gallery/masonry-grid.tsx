import { memo, type ReactNode, type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { type Box, columnsFor, gapFor, type Layout, layoutOf } from '../../../../shared/rules/masonry.ts';
import { lazyWithRetry } from '../../lib/lazy-with-retry.tsx';
import { classNames } from '../../ui/class-names.ts';
import { firstLayout } from './layout/first-layout.ts';
import { useGridWindow, useNearEnd } from './layout/use-grid-window.ts';
import { useReveal } from './layout/use-reveal.ts';
import { boxesToRender, type GridSection, HEADING_PX, visibleSections } from './layout/visible-sections.ts';
import { useStableRatios } from './use-stable-ratios.ts';
import styles from './masonry-grid.module.css';

const ScrollAnchor = lazyWithRetry(() => import('./layout/scroll-anchor.ts'));

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

/**
 * A virtualized masonry layout. The API sends the items' sizes, so nothing is measured, nothing jumps, and ten thousand
 * items cost as much as forty.
 */
export function MasonryGrid({ label, sections, renderTile, hasMore, onNearEnd, ref }: GridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const gridWindow = useGridWindow(grid);
  const { width, from, to, keepsDrawn } = gridWindow;
  const isUnmeasured = keepsDrawn && width === 0;
  // Whether the middle of the screen was ever a screen below the grid's top.
  const [hasScrolled, setScrolled] = useState(false);
  if (width > 0 && from + to > 2 * innerHeight && !hasScrolled) setScrolled(true);

  const layout = useLayout(sections, width);
  useNearEnd(width > 0 && hasMore && to > layout.height - (to - from), onNearEnd);
  const { revealed, reveal, onBlur } = useReveal(grid, layout);
  useImperativeHandle(ref, () => ({ reveal }));

  const boxes = boxesToRender(layout, gridWindow, revealed);
  // -1 tells screen readers that the size is unknown.
  const setSize = hasMore ? -1 : layout.boxes.length;

  return (
    <div
      ref={grid}
      className={classNames(styles.grid, isUnmeasured && styles.unmeasured)}
      style={isUnmeasured ? undefined : { height: layout.height }}
      data-unmeasured={isUnmeasured || undefined}
      onBlur={onBlur}
    >
      {isUnmeasured && <FirstLayout items={sections[0]?.items ?? []} />}
      {hasScrolled && <ScrollAnchor {...{ grid, sections, layout, width }} />}
      {visibleSections(sections, layout, { boxes, from, to }).map(({ key, heading, top, tiles }) => (
        <section key={key} aria-label={heading ?? label}>
          {heading !== null && (
            <h2 className={styles.heading} style={{ top, height: HEADING_PX }}>
              {heading}
            </h2>
          )}
          <ul className={styles.list}>
            {tiles.map(({ box, item }) => (
              <PositionedTile key={item.id} {...box} {...{ item, renderTile, setSize }} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The positions of all tiles in a grid of this width. */
function useLayout(sections: readonly GridSection[], width: number): Layout {
  const ratioOf = useStableRatios();
  const hasHeadings = sections.some(({ heading }) => heading !== null);
  return useMemo(
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
}

/** The positions of the first tiles, until the app has measured the grid. */
const FirstLayout = memo(function FirstLayout({ items }: { items: readonly MediaView[] }) {
  // Numbers and colours only, and a policy that allows exactly this text. React takes over what the server wrote without
  // looking at it, so browsers need not know how it is made.
  const __html = import.meta.env.SSR ? firstLayout(items) : '';
  return <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html }} />;
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
