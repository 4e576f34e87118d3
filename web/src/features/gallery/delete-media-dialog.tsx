import { useMutation, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { toasts } from '../../../../shared/messages.ts';
import { mediaRemoved } from '../../changes/media-changes.ts';
import { viewingOf } from '../../changes/viewing.ts';
import { call } from '../../lib/call.ts';
import { focusPage } from '../../lib/focus-page.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';

type DeleteMediaDialogProps = {
  item: Pick<MediaView, 'id' | 'eventId'>;
  onClose: () => void;
  /** Moves on from the deleted item. @returns what to do once it has left the screen */
  onDeleted: () => (() => void) | void;
};

/** Confirms the deletion of an item. A failure is only logged, and the dialog stays open. */
export default function DeleteMediaDialog({ item, onClose, onDeleted }: DeleteMediaDialogProps) {
  const client = useQueryClient();
  const { id: mediaId, eventId } = item;
  const [deletion, setDeletion] = useState<{ remove: () => void; after: (() => void) | void }>();
  const removeAndClose = useEffectEvent(({ remove, after }: NonNullable<typeof deletion>) => {
    remove();
    onClose();
    requestAnimationFrame(() => {
      after?.();
      // Nothing else took the focus.
      requestAnimationFrame(() => document.activeElement === document.body && focusPage());
    });
  });
  /** Set while a deleted item is still in the cached lists, because the view has not moved on. */
  const removeNow = useRef<() => void>(undefined);
  // The cached lists are outside of React: they follow the screen, once it has moved on.
  useEffect(() => {
    if (!deletion) return;
    removeNow.current = undefined;
    removeAndClose(deletion);
  }, [deletion]);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      removeNow.current?.();
    };
  }, []);
  const { mutate, isPending, isSuccess } = useMutation({
    onMutate: () => viewingOf(client),
    mutationFn: () => call('DELETE /api/events/{eventId}/media/{mediaId}', { params: { eventId, mediaId } }),
    onSuccess: (_, __, viewing) => {
      toast(toasts.mediaDeleted);
      const remove = () => mediaRemoved(viewing, item);
      if (isMounted.current) {
        removeNow.current = remove;
        const after = onDeleted();
        // Navigation is a transition, too: removing the item before the lightbox has moved on would close the lightbox.
        startTransition(() => setDeletion({ remove, after }));
      } else remove();
    },
    onError: (error) => console.error('Deleting media failed', error),
  });
  return (
    <ConfirmDialog
      title="Delete Media"
      text="Are you sure you want to delete this media file? This action cannot be undone."
      confirm="Delete"
      confirming="Deleting..."
      // Still pending until the item has left the screen.
      isPending={isPending || isSuccess}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
