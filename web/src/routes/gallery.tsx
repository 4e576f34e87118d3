import { useQuery } from '@tanstack/react-query';
import { useEventId } from '../lib/page-address.ts';
import { eventQuery } from '../features/events/queries.ts';
import { AdBanner } from '../features/gallery/ad-banner.tsx';
import { EventError } from '../features/gallery/event-error.tsx';
import { GallerySkeleton } from '../features/gallery/gallery-skeleton.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { EventGallery } from './gallery-event.tsx';
import styles from './gallery.module.css';

/** An event's gallery, for everybody who may see it. */
export default function Gallery() {
  const eventId = useEventId();
  const { data: event, error, isPending } = useQuery(eventQuery(eventId));
  usePageTitle(event?.name);
  if (isPending) {
    return (
      <div className={styles.page}>
        <GallerySkeleton />
      </div>
    );
  }
  if (!event) return <EventError error={error} eventId={eventId} />;
  return (
    <>
      <AdBanner />
      <EventGallery key={eventId} event={event} />
    </>
  );
}
