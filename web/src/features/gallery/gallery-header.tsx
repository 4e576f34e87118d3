import DownloadIcon from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { privacyLabel } from '../../lib/privacy-label.ts';
import { useFormats } from '../../lib/known-texts.ts';
import { Button } from '../../ui/button.tsx';
import { asRegion } from '../../ui/region-boundary.tsx';
import { EventDescription } from './event-description.tsx';
import styles from './gallery-header.module.css';

type GalleryHeaderProps = {
  event: EventView;
  /** Null if the viewer may not see it. */
  mediaCount: number | null;
  addMedia: ReactNode;
  notifications: ReactNode;
  onDownloadAll: () => void;
};

/** The event's name, facts and description, with the gallery's actions. */
export const GalleryHeader = asRegion(Header, { region: 'header' });

function Header(props: GalleryHeaderProps) {
  const { event, mediaCount, addMedia, notifications, onDownloadAll } = props;
  const { formatDay, pluralize } = useFormats();
  const day = formatDay(event.date);
  const facts = [
    day,
    mediaCount === null ? undefined : pluralize(mediaCount, 'photo'),
    privacyLabel(event.privacy),
  ].filter((fact) => fact !== undefined);
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <h1>{event.name}</h1>
        <ul className={styles.facts}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        {event.description && <EventDescription text={event.description} />}
      </div>
      <div className={styles.actions}>
        {mediaCount !== null && (
          <Button onClick={onDownloadAll} disabled={mediaCount === 0}>
            <DownloadIcon />
            Download All
          </Button>
        )}
        {notifications}
        {addMedia}
      </div>
    </header>
  );
}
