import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UserView } from '../../../shared/contract/entities.ts';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** The signed-in user. Fails with 401 if there is none, and is not retried. */
export const userQuery = queryOptions({
  queryKey: queryKeys.session,
  // Null only from data embedded in the page, which says that nobody is signed in.
  queryFn: ({ signal }): Promise<UserView | null> => call('GET /api/auth/user', { signal }),
  // Otherwise every component that mounts later would fetch again after a failure.
  retryOnMount: false,
});

export type Session = {
  /** Null while loading and if nobody is signed in. */
  user: UserView | null;
  isLoading: boolean;
};

/** The current session. Any failure of the lookup counts as signed out. */
export function useSession(): Session {
  const { data, isPending } = useQuery(userQuery);
  return { user: data ?? null, isLoading: isPending };
}
