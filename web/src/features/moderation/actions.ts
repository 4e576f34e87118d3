import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { toastFor, toasts } from '../../../../shared/messages.ts';
import {
  allMediaModerated,
  itemsOfStatus,
  latestUpload,
  mayBeModerated,
  mediaModerated,
  mediaRemoved,
} from '../../changes/media-changes.ts';
import { viewingOf } from '../../changes/viewing.ts';
import { call, messageOf, statusOf } from '../../lib/call.ts';
import { deleteMedia } from '../../lib/delete-media.ts';
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
    onError: (error, { item }, viewing) => {
      toastRefusal(error);
      // Somebody has deleted it since.
      if (viewing && statusOf(error) === 404) mediaRemoved(viewing, item);
    },
  });

type ModerateAllInput = {
  eventId: string;
  /** The status of the items that are decided on. */
  from: 'pending' | 'rejected';
  onProgress: (done: number) => void;
};
type DecisionOnAll = {
  status: Decision;
  /** Whether it is still wanted, once that is certain. */
  isWanted?: Promise<boolean>;
};

/**
 * Approves or rejects all items of a status, batch by batch. `onProgress` gets the number of items done. What has to wait
 * until it is certain then decides only on what was known when it began: nobody has looked at what came since.
 */
export const moderateAllItems = (client: QueryClient, { eventId, from, onProgress }: ModerateAllInput) =>
  mutationOptions({
    onMutate: () => ({ viewing: viewingOf(client) }),
    mutationFn: async ({ status, isWanted }: DecisionOnAll) => {
      // Also if somebody else signs in meanwhile.
      const as = sessionWatch.expectedUser();
      const uploadedUntil = isWanted && (latestUpload(itemsOfStatus(client, eventId, from)) ?? '');
      if ((await isWanted) === false) return null;
      // Without those that were decided on or deleted while it waited.
      const known = itemsOfStatus(client, eventId, from).filter(
        ({ uploadedAt }) => uploadedUntil === undefined || uploadedAt <= uploadedUntil,
      );
      const send = () =>
        call('POST /api/events/{eventId}/moderate', {
          params: { eventId },
          body: { status, from, uploadedUntil: uploadedUntil || undefined },
          as,
        });
      for (let done = 0; ;) {
        const { moderated, remaining } = await send();
        done += moderated;
        onProgress(done);
        // `remaining` can lag behind: an empty batch ends the loop, too.
        if (remaining === 0 || moderated === 0) return { done, known };
      }
    },
    onSuccess: (decided, { status }, { viewing }) => {
      if (decided === null) return;
      const { done, known } = decided;
      // Somebody was faster with all of them.
      if (done === 0) return mayBeModerated(client, eventId);
      toastDecision(status);
      allMediaModerated(viewing, { eventId, from, status, known });
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
    mutationFn: ({ eventId, id: mediaId }: MediaView) => deleteMedia({ eventId, mediaId }),
    onSuccess: (_, item, viewing) => {
      toast(toasts.mediaDeleted);
      mediaRemoved(viewing, item);
    },
    onError: (error) =>
      toastFailure(error, toastFor.deleteFailed(messageOf(error, 'Failed to delete media'))),
  });
