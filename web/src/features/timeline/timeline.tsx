import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { type Moment, momentsOf } from '../../../../shared/rules/timeline.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { paths } from '../../lib/paths.ts';
import { Picture } from '../../ui/picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './timeline.module.css';

type TimelineProps = { eventId: string; items: readonly MediaView[] };

/** An event's items grouped into moments of two hours. */
export function Timeline({ eventId, items }: TimelineProps) {
  return (
    <ol className={styles.moments}>
      {momentsOf(items).map((moment) => (
        <MomentItem key={moment.number} moment={moment} eventId={eventId} />
      ))}
    </ol>
  );
}

function MomentItem({ moment, eventId }: { moment: Moment<MediaView>; eventId: string }) {
  const next = moment.items[moment.thumbnails.length];
  return (
    <li className={styles.moment}>
      <span className={styles.marker} aria-hidden="true">
        {moment.number}
      </span>
      <p className={styles.label}>{moment.label}</p>
      <h2>{moment.title}</h2>
      <p className={styles.description}>{moment.description}</p>
      <ul className={styles.thumbnails}>
        {moment.thumbnails.map((item) => (
          <li key={item.id}>
            <Link to={`${paths.event(eventId)}?media=${item.id}`} className={styles.thumbnail}>
              <Thumbnail item={item} />
              <span className={styles.time}>{formatInstant(item.uploadedAt)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {moment.more && next && (
        <Link to={`${paths.event(eventId)}?media=${next.id}`} className={styles.more}>
          {moment.more}
        </Link>
      )}
    </li>
  );
}

function Thumbnail({ item }: { item: MediaView }) {
  const noun = item.kind === 'video' ? 'Video' : 'Photo';
  if (item.state === 'unsupported') return <Fragment>Unsupported file</Fragment>;
  return <Picture media={item} alt={noun} width={200} />;
}

const THUMBNAILS = ['1', '2', '3', '4', '5', '6'] as const;

/** Shown while the items are loading. */
export function TimelineSkeleton() {
  return ['1', '2'].map((moment) => (
    <div key={moment} className={styles.moment} aria-hidden="true">
      <span className={styles.marker} />
      <div className={styles.words}>
        <Skeleton width="min(220px, 70%)" height={18} />
        <Skeleton width="min(260px, 80%)" height={28} />
        <Skeleton width="min(160px, 50%)" height={18} />
      </div>
      <div className={styles.thumbnails}>
        {THUMBNAILS.map((thumbnail) => (
          <Skeleton key={thumbnail} aspectRatio="1" />
        ))}
      </div>
    </div>
  ));
}
