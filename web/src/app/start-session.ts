import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { UserView } from '../../../shared/contract/entities.ts';
import { setCallingPage } from '../lib/call.ts';
import { sessionWatch } from '../lib/session-watch.ts';
import { userQuery } from '../lib/use-session.ts';

/** Follows the session while the page is open. An embedded user in the client's cache counts as looked up. */
export function startSession(client: QueryClient): void {
  const tabs = connectTabs((userId) => void sessionWatch.hear(userId));
  sessionWatch.start({
    lookUp: () => lookUp(client),
    tellTabs: tabs.tell,
    onScreenChanged: () => outdateScreen(client),
    nowMs: () => performance.now(),
  });
  setCallingPage({
    expectedUser: () => sessionWatch.expectedUser(),
    onUnauthorised: (expectedUser, isAction) => sessionWatch.refused(expectedUser, isAction),
    proveWork: async (refusal, repeat) => {
      // Without the code that proves work, the call fails as it would have.
      const code = await import('../lib/prove-work.ts').catch(() => Promise.reject(refusal));
      return code.proveWork(refusal, repeat);
    },
  });
  followLookups(client);
  // However short a while ago the page has looked: it was not there since.
  addEventListener('pageshow', ({ persisted }) => persisted && void sessionWatch.lookAgain());
  addEventListener('online', () => void sessionWatch.comeBack());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void sessionWatch.comeBack();
  });
}

let sessionChanged: ((client: QueryClient) => Promise<void>) | undefined;

/** First loads the code that a changed session needs: with the answer, what is another person's leaves the screen. */
async function lookUp(client: QueryClient): Promise<void> {
  try {
    ({ sessionChanged } = await import('../changes/session-changed.ts'));
  } catch {
    // Without a network there is no answer either; a deployment may have replaced the code.
  }
  await client.fetchQuery({ ...userQuery, staleTime: 0 });
}

async function outdateScreen(client: QueryClient): Promise<void> {
  // Nothing of the last person stays on the screen.
  if (sessionChanged) await sessionChanged(client);
  else location.reload();
}

function followLookups(client: QueryClient): void {
  const lookup = hashKey(userQuery.queryKey);
  const embedded = client.getQueryData(userQuery.queryKey);
  if (embedded !== undefined) sessionWatch.learn(embedded);
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== lookup) return;
    if (event.action.type === 'success') sessionWatch.learn(event.query.state.data as UserView | null);
    else if (event.action.type === 'error') sessionWatch.assumeSignedOut();
  });
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
