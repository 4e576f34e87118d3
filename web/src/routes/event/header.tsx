import { useState } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import type { Viewer } from '../../features/events/use-viewer.ts';
import { AddMediaBar } from '../../features/gallery/add-media-bar.tsx';
import { GalleryHeader } from '../../features/gallery/gallery-header.tsx';
import type { Gallery } from '../../features/gallery/use-gallery-media.ts';
import type { AddMedia } from '../../features/uploads/use-add-media.ts';
import { DownloadDialog } from './lazy-parts.tsx';
import { EventNotifications } from './notifications.tsx';

type EventHeaderProps = {
  event: EventView;
  viewer: Viewer;
  gallery: Gallery;
  addMedia: AddMedia;
  /** Null while the viewer has to pay first. */
  mediaCount: number | null;
};

/** What the event is, and what everybody can do: download, get notifications, add media. */
export function EventHeader({ event, viewer, gallery, addMedia, mediaCount }: EventHeaderProps) {
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
