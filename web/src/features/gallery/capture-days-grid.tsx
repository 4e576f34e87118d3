import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { captureDayHeading, captureDaysOf } from '../../../../shared/rules/timeline.ts';
import { paths } from '../../lib/paths.ts';
import styles from './capture-days-grid.module.css';
import { MasonryGrid, type GridProps } from './masonry-grid.tsx';

type CaptureDaysGridProps = Omit<GridProps, 'sections'> & { items: readonly MediaView[] };

/** Photos grouped by capture day, each day under a heading with its date and count. */
export default function CaptureDaysGrid({ items, hasMore, ...grid }: CaptureDaysGridProps) {
  const sections = useMemo(() => {
    const days = captureDaysOf(items);
    return days.map(({ day, title, items }, index) => ({
      key: day,
      // The last loaded day may continue on the next page.
      heading: captureDayHeading({
        title,
        count: items.length,
        mayContinue: hasMore && index === days.length - 1,
      }),
      items,
    }));
  }, [items, hasMore]);
  const [first] = items;
  return (
    <>
      {first && (
        <p className={styles.more}>
          <Link to={paths.timeline(first.eventId)}>Relive it as a timeline</Link>
        </p>
      )}
      <MasonryGrid {...grid} hasMore={hasMore} sections={sections} />
    </>
  );
}
