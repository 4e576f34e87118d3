import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { eventQuery } from '../../features/events/queries.ts';
import { AdBanner } from '../../features/gallery/ad-banner.tsx';
import { GallerySkeleton } from '../../features/gallery/gallery-skeleton.tsx';
import { isRefusal } from '../../lib/call.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { EventGallery } from './gallery.tsx';
import { EventError } from './lazy-parts.tsx';
import styles from './gallery.module.css';

/** The page of an event's gallery. */
export default function EventRoute() {
  const { eventId = '' } = useParams();
  const { data: event, error, isPending } = useQuery(eventQuery(eventId));
  usePageTitle(event?.name);
  if (isPending) {
    return (
      <div className={styles.page}>
        <GallerySkeleton />
      </div>
    );
  }
  if (!event) return <EventError error={error} />;
  const refusal = isRefusal(error) ? error : null;
  return (
    <>
      {!refusal && <AdBanner />}
      <EventGallery key={eventId} event={event} refusal={refusal} />
    </>
  );
}
