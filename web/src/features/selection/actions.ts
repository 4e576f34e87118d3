import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { type ToastText, toastFor, toasts } from '../../../../shared/messages.ts';
import { mediaModerated, mediaRemoved } from '../../changes/media-changes.ts';
import { viewingOf } from '../../changes/viewing.ts';
import { call, messageOf, statusOf } from '../../lib/call.ts';
import { deleteMedia } from '../../lib/delete-media.ts';
import { pluralize } from '../../lib/pluralize.ts';
import type { GuestFields } from '../../lib/query-keys.ts';
import { sessionWatch } from '../../lib/session-watch.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast-store.ts';
import { type Outcome, runOnItems } from './run-on-items.ts';

type RemovalInput = { eventId: string; guest: GuestFields };

/** Deletes items for good. Resolves with what has become of them, and has told it. */
export const removeItems = (client: QueryClient, { eventId, guest }: RemovalInput) =>
  mutationOptions({
    mutationFn: async (items: readonly MediaView[]) => {
      const viewing = viewingOf(client);
      // The last ones, too, if somebody else signs in meanwhile.
      const as = sessionWatch.expectedUser();
      const outcome = await runOnItems(items, async (item) => {
        await deleteMedia({ eventId, mediaId: item.id, guest, as });
        mediaRemoved(viewing, item);
      });
      const failure = messageOf(outcome.error, 'Failed to delete media');
      tell(outcome, {
        success: toasts.mediaDeleted,
        failure: toastFor.deleteFailed(said(outcome, 'Deleted', failure)),
      });
      return outcome;
    },
  });

/** Approves or rejects items. Resolves with what has become of them, and has told it. */
export const moderateItems = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({
      items,
      status,
    }: {
      items: readonly MediaView[];
      status: 'approved' | 'rejected';
    }) => {
      const viewing = viewingOf(client);
      const as = sessionWatch.expectedUser();
      const outcome = await runOnItems(items, async (item) => {
        const moderated = await call('PUT /api/media/{mediaId}/moderate', {
          params: { mediaId: item.id },
          body: { status },
          as,
        }).catch((error: unknown) => {
          if (statusOf(error) === 404) mediaRemoved(viewing, item);
          throw error;
        });
        mediaModerated(viewing, moderated);
      });
      const isApproval = status === 'approved';
      const isForbidden = [401, 403].includes(statusOf(outcome.error) ?? 0);
      const failed = isForbidden ? toasts.moderateUnauthorized : toasts.moderateFailed;
      tell(outcome, {
        success: isApproval ? toasts.mediaApproved : toasts.mediaRejected,
        failure: { ...failed, text: said(outcome, isApproval ? 'Approved' : 'Rejected', failed.text) },
      });
      return outcome;
    },
  });

/** What was done comes before why the rest was not. */
function said({ done, left }: Outcome, did: string, failure: string): string {
  return done.length === 0
    ? failure
    : `${did} ${done.length} of ${pluralize(done.length + left.length, 'file')}. ${failure}`;
}

function tell(
  { done, error }: Outcome,
  { success, failure }: { success: ToastText; failure: ToastText },
): void {
  if (error !== undefined) return toastFailure(error, failure);
  toast(done.length === 1 ? success : { ...success, text: pluralize(done.length, 'file') });
}
