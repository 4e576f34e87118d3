import { useMemo } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { captureDayHeading, captureDaysOf } from '../../../../shared/rules/timeline.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import styles from './capture-days-grid.module.css';
import { MasonryGrid, type GridProps } from './masonry-grid.tsx';

type CaptureDaysGridProps = Omit<GridProps, 'sections'> & {
  items: readonly MediaView[];
  /** More follows than is loaded. */
  isOpen: boolean;
};

/** The photos by the day they were taken, each day under its date and count. */
export default function CaptureDaysGrid({ items, isOpen, ...grid }: CaptureDaysGridProps) {
  const sections = useMemo(() => {
    const days = captureDaysOf(items);
    return days.map(({ day, title, items }, index) => ({
      key: day,
      // The day that the loaded part ends in may go on.
      heading: captureDayHeading({ title, count: items.length, isOpen: isOpen && index === days.length - 1 }),
      items,
    }));
  }, [items, isOpen]);
  const [first] = items;
  return (
    <>
      {first && (
        <p className={styles.more}>
          <Link to={paths.timeline(first.eventId)}>Relive it as a timeline</Link>
        </p>
      )}
      <MasonryGrid {...grid} sections={sections} />
    </>
  );
}
