import { type ReactNode, useEffect } from 'react';
import { focusAwaitedTitle } from '../lib/focus-page.ts';
import { paths } from '../lib/paths.ts';
import { Link } from '../ui/link.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './event-page.module.css';

type EventPageFrameProps = {
  /** How wide the contents may become, as CSS; as wide as the site's other pages if it is left out. */
  width?: string;
  isBusy?: boolean;
  children: ReactNode;
};

/** The margins of a page that stands beside an event's gallery. */
export function EventPageFrame({ width = 'var(--page-width)', isBusy, children }: EventPageFrameProps) {
  return (
    <div
      className={styles.page}
      style={{ maxWidth: `calc(${width} + 2 * var(--page-gutter))` }}
      aria-busy={isBusy}
    >
      {children}
    </div>
  );
}

/** The shape of such a page while its event is on its way. */
export function EventPageSkeleton({ width, children }: { width?: string; children?: ReactNode }) {
  return (
    <EventPageFrame width={width} isBusy>
      <div className={styles.skeleton}>
        <Skeleton width="min(420px, 80%)" height={36} />
        <Skeleton width="min(320px, 60%)" height={20} />
      </div>
      {children}
    </EventPageFrame>
  );
}

type EventPageProps = Pick<EventPageFrameProps, 'width' | 'children'> & {
  eventId: string;
  title: ReactNode;
  about: string;
};

/** A page that stands beside an event's gallery, with the way back to it. */
export function EventPage({ eventId, title, about, width, children }: EventPageProps) {
  // The page may have had its name before what it shows came.
  useEffect(focusAwaitedTitle, []);
  return (
    <EventPageFrame width={width}>
      <header className={styles.header}>
        <Link to={paths.event(eventId)}>Back to Gallery</Link>
        <h1>{title}</h1>
        <p>{about}</p>
      </header>
      {children}
    </EventPageFrame>
  );
}
