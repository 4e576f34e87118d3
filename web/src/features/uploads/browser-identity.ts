import type { QueryClient } from '@tanstack/react-query';
import { onGuestChange, readGuest } from '../../lib/guest-credentials.ts';
import { userQuery } from '../../lib/use-session.ts';
import type { BrowserIdentity } from './queue/effective-uploader.ts';

/**
 * Who uses this browser, as far as this page knows. A lookup of the session that failed tells nothing new.
 * @returns undefined until the session has been looked up
 */
export function browserIdentity(client: QueryClient): BrowserIdentity | undefined {
  const session = client.getQueryState(userQuery.queryKey);
  if (!session || session.status === 'pending') return undefined;
  const user = session.data;
  const credentials = readGuest();
  const guest = credentials ? `guest:${credentials.id}` : undefined;
  return { uploader: user ? `user:${user.id}` : guest, guest };
}

/**
 * Calls back after every lookup of the session that told who it is, also if it is the same person again. The first one
 * always tells: without an answer, nobody is signed in.
 */
export function onSessionLookup(client: QueryClient, run: () => void): void {
  const [key] = userQuery.queryKey;
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== key) return;
    const isFirstFailure = event.action.type === 'error' && event.query.state.data === undefined;
    if (event.action.type === 'success' || isFirstFailure) run();
  });
}

/** Calls back once this browser is another guest's, or no guest's. Other things that tabs store say nothing of who is there. */
export function onOtherGuest(run: () => void): void {
  let guestId = readGuest()?.id;
  onGuestChange(() => {
    if (guestId === readGuest()?.id) return;
    guestId = readGuest()?.id;
    run();
  });
}
