import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { toastFor, toasts } from '../../../../shared/messages.ts';
import { call, messageOf, statusOf } from '../../lib/call.ts';
import { toast } from '../../ui/toast-store.ts';
import { mediaByStatusQuery } from './queries.ts';
import { clearPending, adjustCounts, moveItem } from './moderation-cache.ts';

export type Decision = 'approved' | 'rejected';

const toastDecision = (decision: Decision) =>
  toast(decision === 'approved' ? toasts.mediaApproved : toasts.mediaRejected);

const toastFailure = (error: unknown) =>
  toast(statusOf(error) === 401 ? toasts.moderateUnauthorized : toasts.moderateFailed, 'bad');

export const moderateItem = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ item, status }: { item: MediaView; status: Decision }) =>
      call('PUT /api/media/{mediaId}/moderate', { params: { mediaId: item.id }, body: { status } }),
    onSuccess: (_, { item, status }) => {
      toastDecision(status);
      moveItem(client, { item, to: status });
    },
    onError: toastFailure,
  });

type ModerateAllInput = { eventId: string; onProgress: (done: number) => void };

/** Approves or rejects everything pending, batch by batch. `onProgress` gets the number of items done. */
export const moderateAllItems = (client: QueryClient, { eventId, onProgress }: ModerateAllInput) =>
  mutationOptions({
    mutationFn: async (status: Decision) => {
      for (let done = 0; ;) {
        const { moderated, remaining } = await call('POST /api/events/{eventId}/moderate', {
          params: { eventId },
          body: { status },
        });
        done += moderated;
        onProgress(done);
        // `remaining` can lag behind: an empty batch ends the loop, too.
        if (remaining === 0 || moderated === 0) return done;
      }
    },
    onSuccess: (done, status) => {
      toastDecision(status);
      clearPending(client, eventId);
      if (status === 'rejected') adjustCounts(client, eventId, { rejectedCount: done });
      return client.refetchQueries({ queryKey: mediaByStatusQuery(eventId, 'rejected').queryKey });
    },
    onError: (error) => {
      toastFailure(error);
      // Some batches may have succeeded.
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
