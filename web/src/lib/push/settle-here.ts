import { call, statusOf } from '../call.ts';
import { readGuest } from '../guest-credentials.ts';
import { pushCalls } from './calls.ts';
import { pushRecords } from './record.ts';
import { settlePush } from './settle.ts';
import type { BrowserPush } from './subscription.ts';

/** `settlePush` with this browser and this server. */
export function settleHere(push: BrowserPush): Promise<void> {
  return settlePush({
    push,
    calls: pushCalls,
    records: pushRecords,
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
