import { useState } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import type { Viewer } from '../../features/events/use-viewer.ts';
import { AddMediaBar } from '../../features/gallery/add-media-bar.tsx';
import { GalleryHeader } from '../../features/gallery/gallery-header.tsx';
import type { Gallery } from '../../features/gallery/use-gallery-media.ts';
import type { AddMedia } from '../../features/uploads/use-add-media.ts';
import { DownloadDialog } from './lazy-parts.tsx';
import type { UploadsLink } from './use-uploads-route.ts';
import { EventNotifications } from './notifications.tsx';

type EventHeaderProps = {
  event: EventView;
  viewer: Viewer;
  gallery: Gallery;
  addMedia: AddMedia;
  /** Undefined for those who can have no uploads. */
  uploadsLink: UploadsLink | undefined;
  /** Null while the viewer has to pay first. */
  mediaCount: number | null;
};

/** What the event is, and what everybody can do: download, get notifications, add media. */
export function EventHeader(props: EventHeaderProps) {
  const { event, viewer, gallery, addMedia, uploadsLink, mediaCount } = props;
  const [downloading, setDownloading] = useState<Pick<Viewer, 'uploader'>>();
  // Another person has not asked for it.
  if (downloading && downloading.uploader !== viewer.uploader) setDownloading(undefined);
  return (
    <>
      <GalleryHeader
        event={event}
        mediaCount={mediaCount}
        onDownloadAll={() => setDownloading({ uploader: viewer.uploader })}
        notifications={<EventNotifications {...{ event, viewer, gallery }} />}
        addMedia={
          <AddMediaBar
            hint={addMedia.hint}
            isPaused={addMedia.isPaused}
            isPending={addMedia.isJoining}
            isSecond={mediaCount === null}
            uploadsLink={mediaCount === null ? undefined : uploadsLink}
            onPress={addMedia.press}
            onNear={addMedia.prepare}
          />
        }
      />
      {downloading && (
        <DownloadDialog
          eventId={event.id}
          isOwner={viewer.isOwner}
          guest={viewer.guest}
          onClose={() => setDownloading(undefined)}
        />
      )}
    </>
  );
}
