import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { viewerChanged } from '../../changes/event-changes.ts';
import { call, isUnknownGuest, messageOf, statusOf } from '../../lib/call.ts';
import { type GuestCredentials, guestFields, writeGuest } from '../../lib/guest-credentials.ts';
import { sessionWatch } from '../../lib/session-watch.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast-store.ts';

/** What happens to a person's uploads when their account is deleted. */
export type MediaRetention = 'keep' | 'delete';

/**
 * Deletes the signed-in user's account. Fails with 409 if they own events.
 * @param onDeleted called even if the component that started the deletion has been unmounted
 */
export const deleteAccount = (onDeleted: () => void) =>
  mutationOptions({
    mutationFn: (media: MediaRetention) => call('DELETE /api/auth/user', { query: { media } }),
    onSuccess: () => {
      onDeleted();
      sessionWatch.leave();
    },
    onError: (error) => {
      if (statusOf(error) === 409) return;
      toastFailure(error, {
        title: 'Delete Failed',
        text: messageOf(error, 'Failed to delete your account. Please try again.'),
      });
    },
  });

/** Ends all sessions of the signed-in user. Other tabs hear of it at once, other devices with their next call. */
export const endSessions = () =>
  mutationOptions({
    mutationFn: () => call('DELETE /api/auth/sessions', {}),
    onSuccess: () => sessionWatch.leave(),
    onError: (error) =>
      toastFailure(error, {
        title: 'Sign Out Failed',
        text: messageOf(error, 'Failed to sign out everywhere. Please try again.'),
      }),
  });

/**
 * Deletes this browser's guest. A guest that the server does not know is only forgotten locally.
 * @param onDeleted called before the guest is forgotten, which unmounts the component that started the deletion
 */
export const deleteGuest = (client: QueryClient, guest: GuestCredentials, onDeleted: () => void) =>
  mutationOptions({
    mutationFn: (media: MediaRetention) =>
      call('DELETE /api/guests/{guestId}', {
        params: { guestId: guest.id },
        query: { ...guestFields(guest), media },
      }).catch((error: unknown) => {
        if (statusOf(error) !== 401) throw error;
      }),
    onSuccess: () => {
      onDeleted();
      forgetGuest(client);
      toast({ title: 'Guest Data Deleted', text: 'What you left is being removed.' });
    },
    onError: (error) =>
      toast(
        { title: 'Delete Failed', text: messageOf(error, 'Failed to delete your data. Please try again.') },
        'bad',
      ),
  });

/** Moves this browser's guest's things to the signed-in account. The guest ceases to exist. */
export const claimGuest = (client: QueryClient, guest: GuestCredentials) =>
  mutationOptions({
    mutationFn: () => call('POST /api/guests/claim', { body: { guestId: guest.id, token: guest.token } }),
    onSuccess: () => {
      forgetGuest(client);
      toast({
        title: 'Moved to Your Account',
        text: `What you did as ${guest.name || 'a guest'} is yours now.`,
      });
    },
    onError: (error) => {
      const status = statusOf(error);
      // The guest no longer exists or was claimed by another account: nothing is left to claim.
      if (isUnknownGuest(error) || status === 409) forgetGuest(client);
      toastFailure(error, {
        title: 'Move Failed',
        text: messageOf(error, 'Failed to move your photos. Please try again.'),
      });
    },
  });

/** Removes the guest's credentials. */
function forgetGuest(client: QueryClient): void {
  writeGuest(null);
  viewerChanged(client);
}
