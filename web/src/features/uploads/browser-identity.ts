import type { QueryClient } from '@tanstack/react-query';
import { readGuest } from '../../lib/guest-credentials.ts';
import { userQuery } from '../../lib/use-session.ts';
import type { BrowserIdentity } from './queue/upload-ownership.ts';

/**
 * Who uses this browser, as far as this page knows. A lookup of the session that failed tells nothing new.
 * @returns undefined until the session has been looked up
 */
export function browserIdentity(client: QueryClient, guestId = readGuest()?.id): BrowserIdentity | undefined {
  const session = client.getQueryState(userQuery.queryKey);
  if (!session || session.status === 'pending') return undefined;
  const user = session.data;
  const guest = guestId === undefined ? undefined : `guest:${guestId}`;
  return { uploader: user ? `user:${user.id}` : guest, guest };
}

/** Calls back after every lookup of the session, also if it found the same person again. */
export function onSessionLookup(client: QueryClient, run: () => void): void {
  const [key] = userQuery.queryKey;
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== key) return;
    if (event.action.type === 'success' || event.action.type === 'error') run();
  });
}
