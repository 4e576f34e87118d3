import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EventView } from '../../../shared/contract/entities.ts';
import { change } from '../features/events/actions.ts';
import { type OwnerDialog, OwnerTools } from '../features/gallery/owner-tools.tsx';
import { paths } from '../lib/paths.ts';

const EditEventDialog = lazy(() => import('../features/events/edit-event-dialog.tsx'));
const ShareDialog = lazy(() => import('../features/share/share-dialog.tsx'));
const DeleteEventDialog = lazy(() => import('../features/events/delete-event-dialog.tsx'));

/** The owner's card, and the dialogs that it opens. */
export default function GalleryTools({ event }: { event: EventView }) {
  const navigate = useNavigate();
  const { mutateAsync } = useMutation(change(useQueryClient(), event.id));
  const [opened, setOpened] = useState<OwnerDialog>();
  const close = () => setOpened(undefined);
  return (
    <>
      <OwnerTools event={event} onOpen={setOpened} />
      <Suspense>
        {opened === 'edit' && <EditEventDialog event={event} onClose={close} />}
        {opened === 'share' && (
          <ShareDialog event={event} changePrivacy={(privacy) => mutateAsync({ privacy })} onClose={close} />
        )}
        {opened === 'delete' && (
          <DeleteEventDialog event={event} onClose={close} onDeleted={() => void navigate(paths.home)} />
        )}
      </Suspense>
    </>
  );
}
