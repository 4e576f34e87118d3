import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { toasts } from '../../../../shared/messages.ts';
import { call } from '../../lib/call.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';

type DeleteMediaDialogProps = {
  item: Pick<MediaView, 'id' | 'eventId'>;
  onClose: () => void;
  onDeleted: () => void;
};

/** Asks before an item goes. What fails is only logged, and the question stays on the screen. */
export default function DeleteMediaDialog({ item, onClose, onDeleted }: DeleteMediaDialogProps) {
  const client = useQueryClient();
  const { id: mediaId, eventId } = item;
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('DELETE /api/events/{eventId}/media/{mediaId}', { params: { eventId, mediaId } }),
    onSuccess: () => {
      toast(toasts.mediaDeleted);
      onDeleted();
      // Counts of the event.
      void client.invalidateQueries({ queryKey: ['/api/events', eventId], exact: true });
    },
    onError: (error) => console.error('Deleting media failed', error),
  });
  return (
    <ConfirmDialog
      title="Delete Media"
      text="Are you sure you want to delete this media file? This action cannot be undone."
      confirm="Delete"
      confirming="Deleting..."
      isPending={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
