import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { toastFor, toasts } from '../../../../shared/messages.ts';
import {
  allMediaModerated,
  mayBeModerated,
  mediaModerated,
  mediaRemoved,
  pendingItems,
} from '../../changes/media-changes.ts';
import { viewingOf } from '../../changes/viewing.ts';
import { call, messageOf, statusOf } from '../../lib/call.ts';
import { sessionWatch } from '../../lib/session-watch.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast-store.ts';

export type Decision = 'approved' | 'rejected';

const toastDecision = (decision: Decision) =>
  toast(decision === 'approved' ? toasts.mediaApproved : toasts.mediaRejected);

const toastRefusal = (error: unknown) =>
  toast(statusOf(error) === 401 ? toasts.moderateUnauthorized : toasts.moderateFailed, 'bad');

export const moderateItem = (client: QueryClient) =>
  mutationOptions({
    onMutate: () => viewingOf(client),
    mutationFn: ({ item, status }: { item: MediaView; status: Decision }) =>
      call('PUT /api/media/{mediaId}/moderate', { params: { mediaId: item.id }, body: { status } }),
    onSuccess: (moderated, { status }, viewing) => {
      toastDecision(status);
      mediaModerated(viewing, moderated);
    },
    onError: toastRefusal,
  });

type ModerateAllInput = { eventId: string; onProgress: (done: number) => void };

/** Approves or rejects everything pending, batch by batch. `onProgress` gets the number of items done. */
export const moderateAllItems = (client: QueryClient, { eventId, onProgress }: ModerateAllInput) =>
  mutationOptions({
    onMutate: () => ({ viewing: viewingOf(client), pending: pendingItems(client, eventId) }),
    mutationFn: async (status: Decision) => {
      // The last batches, too, if somebody else signs in meanwhile.
      const as = sessionWatch.expectedUser();
      for (let done = 0; ;) {
        const { moderated, remaining } = await call('POST /api/events/{eventId}/moderate', {
          params: { eventId },
          body: { status },
          as,
        });
        done += moderated;
        onProgress(done);
        // `remaining` can lag behind: an empty batch ends the loop, too.
        if (remaining === 0 || moderated === 0) return done;
      }
    },
    onSuccess: (_, status, { viewing, pending }) => {
      toastDecision(status);
      allMediaModerated(viewing, { eventId, status, pending });
    },
    onError: (error) => {
      toastRefusal(error);
      // Some batches may have succeeded.
      mayBeModerated(client, eventId);
    },
  });

/** Deletes one item for good. */
export const deleteItem = (client: QueryClient) =>
  mutationOptions({
    onMutate: () => viewingOf(client),
    mutationFn: ({ eventId, id: mediaId }: MediaView) =>
      call('DELETE /api/events/{eventId}/media/{mediaId}', { params: { eventId, mediaId } }),
    onSuccess: (_, item, viewing) => {
      toast(toasts.mediaDeleted);
      mediaRemoved(viewing, item);
    },
    onError: (error) =>
      toastFailure(error, toastFor.deleteFailed(messageOf(error, 'Failed to delete media'))),
  });
