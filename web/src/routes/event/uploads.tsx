import { useMemo } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { UPLOAD_DIALOG_FAILED } from '../../../../shared/offline-messages.ts';
import type { Viewer } from '../../features/events/use-viewer.ts';
import { useAutoJoin } from '../../features/gallery/use-auto-join.ts';
import { useFreshUploads } from '../../features/gallery/use-fresh-uploads.ts';
import type { Gallery } from '../../features/gallery/use-gallery-media.ts';
import type { AddMedia } from '../../features/uploads/use-add-media.ts';
import { outcomeOfUploads } from '../../features/uploads/outcome-of-uploads.ts';
import { UploadOutcome } from '../../features/uploads/upload-outcome.tsx';
import { useUploadJobs, useResumeUploads } from '../../features/uploads/use-uploads.ts';
import { useForgetGuest } from '../../lib/guest-credentials.ts';
import { lazyWithRetry } from '../../lib/lazy-with-retry.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useSentItems } from './use-sent-items.ts';
import type { UploadsLink } from './use-uploads-route.ts';

const UploadDialog = lazyWithRetry(() => import('../../features/uploads/upload-dialog.tsx'), {
  onError: ({ onClose }) => {
    toast(UPLOAD_DIALOG_FAILED, 'bad');
    onClose();
  },
});
const GuestNameDialog = lazyDialog(() => import('../../features/guests/guest-name-dialog.tsx'));
const ProgressCard = lazyWithRetry(() => import('../../features/uploads/progress-card.tsx'));

/** On the card that asks for a guest's name, where first names are shown. */
const NAMED_TO_ALL =
  'No account needed. The host sees your name beside what you share, and everybody sees your first name.';

type EventUploadsProps = {
  event: EventView;
  viewer: Viewer;
  gallery: Gallery;
  addMedia: AddMedia;
  uploadsLink: UploadsLink | undefined;
  /** The media list was refused because the server does not know the guest. */
  isGuestUnknown: boolean;
};

/** Everything behind Add Media: the dialogs that it opens, uploads that are under way, and joining. */
export default function EventUploads({
  event,
  viewer,
  gallery,
  addMedia,
  uploadsLink,
  isGuestUnknown,
}: EventUploadsProps) {
  const jobs = useUploadJobs(event.id);
  useAutoJoin(event, viewer);
  useForgetGuest(isGuestUnknown);
  useFreshUploads(gallery.items, gallery.refresh);
  useResumeUploads(viewer, useGalleryListener(event.id, gallery.refresh));
  const outcome = outcomeOfUploads(useSentItems(jobs, { gallery, eventId: event.id, guest: viewer.guest }));
  const { dialog, close, openUploader, press } = addMedia;
  const isUploading = dialog === 'uploader' && viewer.uploader !== undefined;
  return (
    <>
      {/* Somebody may have signed in meanwhile, in another tab. */}
      {dialog === 'guest-name' && !viewer.user && (
        <GuestNameDialog
          description={event.showsFirstNames ? NAMED_TO_ALL : undefined}
          onClose={close}
          onRegistered={openUploader}
        />
      )}
      {isUploading && (
        <UploadDialog
          eventId={event.id}
          uploader={viewer.uploader ?? ''}
          showsFirstName={event.showsFirstNames}
          onClose={close}
        />
      )}
      {!isUploading && jobs.length > 0 && (
        <ProgressCard
          jobs={jobs}
          uploader={viewer.uploader}
          onAnonymous={press}
          outcome={
            outcome &&
            uploadsLink && <UploadOutcome outcome={outcome} isHost={viewer.isHost} link={uploadsLink} />
          }
        />
      )}
    </>
  );
}

/** Refreshes the gallery when a batch is finished. */
function useGalleryListener(eventId: string, refresh: Gallery['refresh']) {
  return useMemo(
    () => ({
      onSettled: (eventIds: ReadonlySet<string>) => {
        if (eventIds.has(eventId)) void refresh(true).catch(() => {});
      },
    }),
    [eventId, refresh],
  );
}
