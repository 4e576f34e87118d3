import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { focusPageTitle } from '../../lib/focus-page.ts';
import { paths } from '../../lib/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './event-subpage.module.css';

type EventSubpageFrameProps = {
  /** Maximum content width as CSS; defaults to the site's page width. */
  width?: string;
  isBusy?: boolean;
  children: ReactNode;
};

/** Margins of a page that belongs to an event. */
export function EventSubpageFrame({ width = 'var(--page-width)', isBusy, children }: EventSubpageFrameProps) {
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

/** Shown while the event is loading. */
export function EventSubpageSkeleton({ width, children }: { width?: string; children?: ReactNode }) {
  return (
    <EventSubpageFrame width={width} isBusy>
      <div className={styles.skeleton}>
        <Skeleton width="min(420px, 80%)" height={36} />
        <Skeleton width="min(320px, 60%)" height={20} />
      </div>
      {children}
    </EventSubpageFrame>
  );
}

type EventSubpageProps = Pick<EventSubpageFrameProps, 'width' | 'children'> & {
  eventId: string;
  title: ReactNode;
  about: ReactNode;
};

/** A page that belongs to an event, with a link back to its gallery. */
export function EventSubpage({ eventId, title, about, width, children }: EventSubpageProps) {
  // The document title may be set before the heading is rendered.
  useEffect(focusPageTitle, []);
  return (
    <EventSubpageFrame width={width}>
      <header className={styles.header}>
        <Link to={paths.event(eventId)}>Back to Gallery</Link>
        <h1>{title}</h1>
        <p>{about}</p>
      </header>
      {children}
    </EventSubpageFrame>
  );
}
