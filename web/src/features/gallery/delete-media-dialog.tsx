import { useMutation, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useRef } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { toasts } from '../../../../shared/messages.ts';
import { mediaRemoved } from '../../changes/media-changes.ts';
import { viewingOf } from '../../changes/viewing.ts';
import { deleteMedia } from '../../lib/delete-media.ts';
import { focusPage } from '../../lib/focus-page.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useIsMounted } from '../../ui/use-is-mounted.ts';

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
  /** What is left to do once the dialog is gone, and with it the deleted item from the view. */
  const onceGone = useRef(() => {});
  const isMounted = useIsMounted();
  useEffect(() => () => onceGone.current(), []);
  const { mutate, isPending, isSuccess } = useMutation({
    onMutate: () => viewingOf(client),
    mutationFn: () => deleteMedia({ eventId, mediaId }),
    onSuccess: (_, __, viewing) => {
      toast(toasts.mediaDeleted);
      const remove = () => mediaRemoved(viewing, item);
      if (!isMounted()) return remove();
      const after = onDeleted();
      onceGone.current = () => {
        remove();
        requestAnimationFrame(() => {
          after?.();
          // Nothing else took the focus.
          requestAnimationFrame(() => document.activeElement === document.body && focusPage());
        });
      };
      // Moving on is a transition, too, and ends with this one: removed before that, the item would take the lightbox with it.
      startTransition(onClose);
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
