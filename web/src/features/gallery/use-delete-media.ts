import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toasts } from '../../../../shared/messages.ts';
import { call } from '../../lib/call.ts';
import { toast } from '../../ui/toast-store.ts';

/** Deletes an item for good. What fails is only logged, and the question stays on the screen. */
export function useDeleteMedia(eventId: string, onDeleted: (mediaId: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mediaId: string) =>
      call('DELETE /api/events/{eventId}/media/{mediaId}', { params: { eventId, mediaId } }),
    onSuccess: (_, mediaId) => {
      toast(toasts.mediaDeleted);
      onDeleted(mediaId);
      // Counts of the event.
      void client.invalidateQueries({ queryKey: ['/api/events', eventId], exact: true });
    },
    onError: (error) => console.error('Deleting media failed', error),
  });
}
