import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call, messageOf, statusOf } from '../../lib/call.ts';
import { type GuestCredentials, guestFields, writeGuest } from '../../lib/guest-credentials.ts';
import { toast } from '../../ui/toast-store.ts';

/** What becomes of what somebody uploaded when they leave. */
export type MediaRetention = 'keep' | 'delete';

/**
 * Deletes the signed-in person's account. A 409 says that they own events.
 * @param onGone called also where whoever asked for it is not looked at any more
 */
export const deleteAccount = (onGone: () => void) =>
  mutationOptions({
    mutationFn: (media: MediaRetention) => call('DELETE /api/auth/user', { query: { media } }),
    onSuccess: onGone,
    onError: (error) => {
      if (statusOf(error) === 409) return;
      toast(
        {
          title: 'Delete Failed',
          text: messageOf(error, 'Failed to delete your account. Please try again.'),
        },
        'bad',
      );
    },
  });

/**
 * Deletes the guest of this browser. One that the server no longer knows is forgotten here, too.
 * @param onGone called before that: what asked for it goes with the guest, and would hear of nothing
 */
export const deleteGuest = (client: QueryClient, guest: GuestCredentials, onGone: () => void) =>
  mutationOptions({
    mutationFn: (media: MediaRetention) =>
      call('DELETE /api/guests/{guestId}', {
        params: { guestId: guest.id },
        query: { ...guestFields(guest), media },
      }).catch((error: unknown) => {
        if (statusOf(error) !== 401) throw error;
      }),
    onSuccess: () => {
      onGone();
      forgetGuest(client);
      toast({ title: 'Guest Data Deleted', text: 'What you left is being removed.' });
    },
    onError: (error) =>
      toast(
        { title: 'Delete Failed', text: messageOf(error, 'Failed to delete your data. Please try again.') },
        'bad',
      ),
  });

/** Moves what the guest of this browser did to the signed-in account, where the guest then ends. */
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
      // Gone, or another account's already: there is nothing left to offer.
      if (status === 401 || status === 409) forgetGuest(client);
      toast(
        { title: 'Move Failed', text: messageOf(error, 'Failed to move your photos. Please try again.') },
        'bad',
      );
    },
  });

/** The browser is no guest any more, and what it shows is read again. */
function forgetGuest(client: QueryClient): void {
  writeGuest(null);
  void client.invalidateQueries({ queryKey: ['/api/events'] });
}
