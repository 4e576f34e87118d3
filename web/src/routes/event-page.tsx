import type { ReactNode } from 'react';
import { paths } from '../lib/paths.ts';
import { Link } from '../ui/link.tsx';
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

type EventPageProps = Pick<EventPageFrameProps, 'width' | 'children'> & {
  eventId: string;
  title: string;
  about: string;
};

/** A page that stands beside an event's gallery, with the way back to it. */
export function EventPage({ eventId, title, about, width, children }: EventPageProps) {
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
