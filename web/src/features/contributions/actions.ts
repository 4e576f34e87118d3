import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { toastFor, toasts } from '../../../../shared/messages.ts';
import { mediaRemoved } from '../../changes/media-changes.ts';
import { viewingOf } from '../../changes/viewing.ts';
import { call, messageOf, statusOf } from '../../lib/call.ts';
import { pluralize } from '../../lib/format.ts';
import type { GuestFields } from '../../lib/query-keys.ts';
import { sessionWatch } from '../../lib/session-watch.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast-store.ts';

type RemovalInput = { eventId: string; guest: GuestFields };

/** Deletes items for good, one after the other. Ends at the first that fails: what was deleted before stays deleted. */
export const removeContributions = (client: QueryClient, { eventId, guest }: RemovalInput) =>
  mutationOptions({
    mutationFn: async (items: readonly MediaView[]) => {
      const viewing = viewingOf(client);
      // The last ones, too, if somebody else signs in meanwhile.
      const as = sessionWatch.expectedUser();
      for (const item of items) {
        const params = { eventId, mediaId: item.id };
        await call('DELETE /api/events/{eventId}/media/{mediaId}', { params, query: guest, as }).catch(
          (error: unknown) => {
            // The host was faster.
            if (statusOf(error) !== 404) throw error;
          },
        );
        mediaRemoved(viewing, item);
      }
    },
    onSuccess: (_, { length }) =>
      toast(length === 1 ? toasts.mediaDeleted : { ...toasts.mediaDeleted, text: pluralize(length, 'file') }),
    onError: (error) =>
      toastFailure(error, toastFor.deleteFailed(messageOf(error, 'Failed to delete media'))),
  });
