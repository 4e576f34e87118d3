import { type ReactNode, type Ref, useId, useImperativeHandle } from 'react';
import type { HighlightView } from '../../../../shared/contract/highlights.ts';
import { lazyWithRetry } from '../../lib/lazy-with-retry.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { HighlightCard } from './highlight-card.tsx';
import styles from './highlights-strip.module.css';
import { useStripScroll } from './use-strip-scroll.ts';

const StripArrows = lazyWithRetry(() => import('./strip-arrows.tsx'));
const hasPointer = () => matchMedia('(hover: hover)').matches;

export type HighlightsStripHandle = {
  /** Scrolls a photo into view and focuses it. */
  reveal(index: number): void;
};

type HighlightsStripProps = {
  /** Undefined while loading. */
  items: readonly HighlightView[] | undefined;
  /** The owner's button. */
  action: ReactNode;
  /** Shown instead of the photos if they failed to load. */
  failure: ReactNode;
  onOpen: (item: HighlightView, frame: HTMLElement) => void;
  onBroken: () => void;
  ref?: Ref<HighlightsStripHandle>;
};

/** The highlights side by side, each with the reason it was picked. */
export function HighlightsStrip({ items, action, failure, onOpen, onBroken, ref }: HighlightsStripProps) {
  const id = useId();
  const { scrollState, list, listRef, onScroll, step } = useStripScroll();
  useImperativeHandle(ref, () => ({
    reveal: (index) => {
      const card = list.current?.children[index];
      card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      card?.querySelector('button')?.focus({ preventScroll: true });
    },
  }));
  if (failure) {
    return (
      <section aria-labelledby={id} className={styles.failed} data-shelf="none">
        <h2 id={id}>AI Highlights</h2>
        <p>The highlights did not come.</p>
        {failure}
      </section>
    );
  }
  return (
    <section aria-labelledby={id} aria-busy={items === undefined}>
      <header className={styles.header}>
        <h2 id={id}>AI Highlights</h2>
        {action}
        {scrollState.isScrollable && hasPointer() && <StripArrows {...scrollState} onStep={step} />}
      </header>
      <ul
        // Remounted when the number of photos changes, to measure again.
        key={items?.length}
        ref={listRef}
        className={styles.strip}
        aria-label="AI Highlights"
        onScroll={onScroll}
      >
        {items?.map((item, index) => (
          <HighlightCard
            key={item.id}
            item={item}
            position={index + 1}
            count={items.length}
            onOpen={(frame) => onOpen(item, frame)}
            onBroken={onBroken}
          />
        ))}
        {!items && <StripSkeleton />}
      </ul>
    </section>
  );
}

const SHAPES = ['3 / 2', '3 / 4', '4 / 3', '1', '3 / 2'] as const;

function StripSkeleton() {
  return SHAPES.map((aspectRatio, index) => (
    <li key={`${index}-${aspectRatio}`} className={styles.skeleton} aria-hidden="true">
      <Skeleton height="100%" aspectRatio={aspectRatio} borderRadius={12} />
    </li>
  ));
}
