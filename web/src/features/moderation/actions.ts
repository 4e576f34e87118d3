import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { toastFor, toasts } from '../../../../shared/messages.ts';
import { call, messageOf, statusOf } from '../../lib/call.ts';
import { toast } from '../../ui/toast-store.ts';
import { mediaByStatusQuery } from './queries.ts';
import { clearPending, adjustCounts, moveItem } from './moderation-cache.ts';

export type Decision = 'approved' | 'rejected';

const decided = (decision: Decision) =>
  toast(decision === 'approved' ? toasts.mediaApproved : toasts.mediaRejected);

const refused = (error: unknown) =>
  toast(statusOf(error) === 401 ? toasts.moderateUnauthorized : toasts.moderateFailed, 'bad');

/** Approves or rejects one item. */
export const moderateItem = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ item, status }: { item: MediaView; status: Decision }) =>
      call('PUT /api/media/{mediaId}/moderate', { params: { mediaId: item.id }, body: { status } }),
    onSuccess: (_, { item, status }) => {
      decided(status);
      moveItem(client, { item, to: status });
    },
    onError: refused,
  });

type All = { eventId: string; onProgress: (done: number) => void };

/** Approves or rejects all that is pending, batch after batch. `onProgress` hears how many are done. */
export const moderateAllItems = (client: QueryClient, { eventId, onProgress }: All) =>
  mutationOptions({
    mutationFn: async (status: Decision) => {
      for (let done = 0; ;) {
        const { moderated, remaining } = await call('POST /api/events/{eventId}/moderate', {
          params: { eventId },
          body: { status },
        });
        done += moderated;
        onProgress(done);
        // A count that lags behind is no reason to go on for ever.
        if (remaining === 0 || moderated === 0) return done;
      }
    },
    onSuccess: (done, status) => {
      decided(status);
      clearPending(client, eventId);
      if (status === 'rejected') adjustCounts(client, eventId, { rejectedCount: done });
      return client.refetchQueries({ queryKey: mediaByStatusQuery(eventId, 'rejected').queryKey });
    },
    onError: (error) => {
      refused(error);
      // Some batches may be done.
      return client.invalidateQueries({ queryKey: ['/api/events', eventId] });
    },
  });

/** Deletes one item for good. */
export const deleteItem = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ eventId, id: mediaId }: MediaView) =>
      call('DELETE /api/events/{eventId}/media/{mediaId}', { params: { eventId, mediaId } }),
    onSuccess: (_, item) => {
      toast(toasts.mediaDeleted);
      moveItem(client, { item, to: null });
    },
    onError: (error) => toast(toastFor.deleteFailed(messageOf(error, 'Failed to delete media')), 'bad'),
  });
