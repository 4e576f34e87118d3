import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { UserView } from '../../../shared/contract/entities.ts';
import { call, statusOf } from './call.ts';
import { queryKeys } from './query-keys.ts';
import { FIRST_VIEW, type SessionView, sessionWatch } from './session-watch.ts';

/** The signed-in user, or null. It is not retried. */
export const userQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: async ({ signal }): Promise<UserView | null> => {
    try {
      return await call('GET /api/auth/user', { signal });
    } catch (error) {
      if (statusOf(error) === 401) return null;
      throw error;
    }
  },
  // Otherwise every component that mounts later would fetch again after a failure.
  retryOnMount: false,
});

export type Session = {
  /** Null while loading and if nobody is signed in. */
  user: UserView | null;
  isLoading: boolean;
};

/** Who is signed in. A failure of the first lookup counts as signed out; later ones change nothing. */
export function useSession(): Session {
  const { data, isPending } = useQuery(userQuery);
  return { user: data ?? null, isLoading: isPending };
}

const readView = () => sessionWatch.view;

const readServerView = () => FIRST_VIEW;

/** What the page shows of the session beside the user. */
export function useSessionView(): SessionView {
  return useSyncExternalStore(sessionWatch.subscribe, readView, readServerView);
}

/** For whom the screen is: who is signed in, or for whom something is being entered. */
export function useScreenSession(): Session {
  const session = useSession();
  const { keptFor } = useSessionView();
  return keptFor === undefined ? session : { user: keptFor, isLoading: false };
}

/**
 * Keeps the screen and its calls one person's while they enter something, even if the session ends or becomes somebody
 * else's. Once that is over, the screen changes.
 */
export function useKeepScreen(isNeeded = true): void {
  useEffect(() => (isNeeded ? sessionWatch.keepScreen() : undefined), [isNeeded]);
}
