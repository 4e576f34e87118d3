import { call, statusOf } from '../call.ts';
import { readGuest } from '../guest-credentials.ts';
import { subscriptionCalls } from './subscription-calls.ts';
import { subscriptionRecords } from './subscription-record.ts';
import { syncSubscription } from './sync-subscription.ts';
import type { PushManagerPort } from './push-subscription.ts';

/** `syncSubscription` with the browser's ports. */
export function syncBrowser(push: PushManagerPort): Promise<void> {
  return syncSubscription({
    push,
    calls: subscriptionCalls,
    records: subscriptionRecords,
    guest: () => {
      const guest = readGuest();
      return guest ? `guest:${guest.id}` : undefined;
    },
    signedIn: async () => {
      try {
        const { id } = await call('GET /api/auth/user', {});
        return `user:${id}`;
      } catch (error) {
        if (statusOf(error) === 401) return undefined;
        throw error;
      }
    },
  });
}
