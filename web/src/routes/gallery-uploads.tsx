import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import type { EventView } from '../../../shared/contract/entities.ts';
import type { useAddMedia } from '../features/eligibility/use-add-media.ts';
import type { Gallery } from '../features/gallery/use-gallery-media.ts';
import { useUploadJobs, useUploadsOf } from '../features/upload/use-uploads.ts';
import type { Viewer } from './gallery-viewer.ts';

/** The uploader's code, asked for when it will be needed soon. */
export const loadUploader = () => import('../features/upload/upload-modal.tsx');

const UploadModal = lazy(loadUploader);
const GuestCard = lazy(() => import('../features/guests/guest-card.tsx'));
const ProgressCard = lazy(() => import('../features/upload/progress-card.tsx'));

type GalleryUploadsProps = {
  event: EventView;
  viewer: Viewer;
  gallery: Gallery;
  addMedia: ReturnType<typeof useAddMedia>;
};

/** Adding to an event: a guest's name, the uploader, and what is still on its way. */
export function GalleryUploads({ event, viewer, gallery, addMedia }: GalleryUploadsProps) {
  const client = useQueryClient();
  const jobs = useUploadJobs();
  const { insert, refresh } = gallery;
  useUploadsOf(
    viewer.isKnown ? viewer.uploader : undefined,
    useMemo(
      () => ({
        onSaved: (media) => media.eventId === event.id && insert(media),
        onSettled: (eventIds) => {
          if (!eventIds.has(event.id)) return;
          void refresh().catch(() => {});
          void client.invalidateQueries({ queryKey: ['/api/events', event.id], exact: true });
        },
      }),
      [client, event.id, insert, refresh],
    ),
  );
  const { opened, close, openUploader } = addMedia;
  return (
    <Suspense>
      {opened === 'guest-card' && <GuestCard onClose={close} onRegistered={openUploader} />}
      {opened === 'uploader' && viewer.uploader !== undefined && (
        <UploadModal eventId={event.id} uploader={viewer.uploader} onClose={close} />
      )}
      {opened !== 'uploader' && jobs.length > 0 && <ProgressCard jobs={jobs} uploader={viewer.uploader} />}
    </Suspense>
  );
}
