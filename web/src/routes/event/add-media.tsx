import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { useAddMedia } from '../../features/uploads/use-add-media.ts';
import { useAutoJoin } from '../../features/gallery/use-auto-join.ts';
import { useFreshUploads } from '../../features/gallery/use-fresh-uploads.ts';
import type { Gallery } from '../../features/gallery/use-gallery-media.ts';
import { useUploadJobs, useResumeUploads } from '../../features/uploads/use-uploads.ts';
import { useForgetGuest } from '../../lib/guest-credentials.ts';
import { lazyWithRetry } from '../../lib/lazy-with-retry.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { Viewer } from '../../features/events/use-viewer.ts';

const loadProgress = () => import('../../features/uploads/progress-card.tsx');
/** Also loads the progress card, because the network may be gone by the time it is needed. */
const loadUploader = async () => {
  const [dialog] = await Promise.all([import('../../features/uploads/upload-dialog.tsx'), loadProgress()]);
  return dialog;
};
const UploadDialog = lazy(loadUploader);
const GuestNameDialog = lazyDialog(() => import('../../features/guests/guest-name-dialog.tsx'));
const ProgressCard = lazyWithRetry(loadProgress);

type AddMediaProps = {
  event: EventView;
  viewer: Viewer;
  gallery: Gallery;
  hasPaid: boolean;
  /** The media list was refused because the server does not know the guest. */
  isGuestUnknown: boolean;
  /** Number of times Add Media was pressed. */
  presses: number;
  /** Updates the button. */
  onChange: (adding: { hint: string; isPending: boolean }) => void;
};

/** Everything behind Add Media: joining, guest names, uploads and their progress. */
export default function AddMedia(props: AddMediaProps) {
  const { event, viewer, gallery, presses, onChange } = props;
  const jobs = useUploadJobs(event.id);
  const addMedia = useAddMedia({
    event,
    user: viewer.user,
    hasPaid: props.hasPaid,
    hasGuestInfo: viewer.guest.guestId !== undefined,
    load: loadUploader,
  });
  const { opened, close, openUploader, press, isJoining } = addMedia;
  const hint = addMedia.eligibility.message;
  useEffect(() => onChange({ hint, isPending: isJoining }), [onChange, hint, isJoining]);
  const isUploading = opened === 'uploader' && viewer.uploader !== undefined;
  // The uploader has signed out, perhaps in another tab: the dialog must not reopen for the next person.
  useEffect(() => {
    if (opened === 'uploader' && !isUploading) close();
  }, [opened, isUploading, close]);
  usePresses(presses, press);
  useAutoJoin(event, viewer.user?.id);
  useForgetGuest(props.isGuestUnknown);
  useFreshUploads(gallery.items, gallery.refresh);
  useResumeUploads(viewer, useGalleryListener(event.id, gallery.refresh));

  return (
    <Suspense>
      {opened === 'guest-name' && <GuestNameDialog onClose={close} onRegistered={openUploader} />}
      {isUploading && <UploadDialog eventId={event.id} uploader={viewer.uploader ?? ''} onClose={close} />}
      {!isUploading && jobs.length > 0 && (
        <ProgressCard jobs={jobs} uploader={viewer.uploader} onAnonymous={press} />
      )}
    </Suspense>
  );
}

/** Handles presses of the button, including those made before this code was loaded. */
function usePresses(presses: number, press: () => void): void {
  const handled = useRef(0);
  useEffect(() => {
    if (presses === handled.current) return;
    handled.current = presses;
    press();
  }, [presses, press]);
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
