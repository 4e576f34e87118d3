import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { UserView } from '../../../shared/contract/entities.ts';
import { setCallingPage } from '../lib/call.ts';
import { sessionWatch } from '../lib/session-watch.ts';
import { userQuery } from '../lib/use-session.ts';

/** Follows the session while the page is open. An embedded user in the client's cache counts as looked up. */
export function startSession(client: QueryClient): void {
  const tabs = connectTabs((userId) => void sessionWatch.hear(userId));
  sessionWatch.start({
    lookUp: () => client.fetchQuery({ ...userQuery, staleTime: 0 }),
    tellTabs: tabs.tell,
    onScreenChanged: () => outdateScreen(client),
    nowMs: () => performance.now(),
  });
  setCallingPage({
    expectedUser: () => sessionWatch.expectedUser(),
    onUnauthorised: (expectedUser) => sessionWatch.refused(expectedUser),
  });
  followLookups(client);
  addEventListener('pageshow', ({ persisted }) => persisted && void sessionWatch.comeBack());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void sessionWatch.comeBack();
  });
}

/** Loaded on demand, because it is rarely needed. */
async function outdateScreen(client: QueryClient): Promise<void> {
  try {
    const { sessionChanged } = await import('../changes/session-changed.ts');
    await sessionChanged(client);
  } catch {
    // Nothing of the last person stays on the screen.
    location.reload();
  }
}

function followLookups(client: QueryClient): void {
  const lookup = hashKey(userQuery.queryKey);
  const found = client.getQueryState(userQuery.queryKey);
  if (found) learnFrom(found);
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === lookup) learnFrom(query.state);
  });
}

function learnFrom({ data, status }: { data?: UserView | null; status: string }): void {
  if (data !== undefined) sessionWatch.learn(data);
  else if (status === 'error') sessionWatch.assumeSignedOut();
}

/** The other tabs of this site. Closed with the page, because an open channel keeps some browsers from caching it. */
function connectTabs(onMessage: (userId: string) => void) {
  let channel: BroadcastChannel | undefined;
  const open = () => {
    if (channel) return;
    try {
      channel = new BroadcastChannel('gatherlens-session');
      channel.addEventListener('message', ({ data }) => typeof data === 'string' && onMessage(data));
    } catch {
      // The browser allows no storage: tabs find out when they are looked at again.
    }
  };
  open();
  addEventListener('pageshow', open);
  addEventListener('pagehide', () => {
    channel?.close();
    channel = undefined;
  });
  // Unlike a window, a channel has no other origins.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  return { tell: (userId: string) => channel?.postMessage(userId) };
}
