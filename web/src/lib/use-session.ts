import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UserView } from '../../../shared/contract/entities.ts';
import { call } from './call.ts';

/** Who is signed in. Fails with 401 where nobody is, and is not asked again. */
export const userQuery = queryOptions({
  queryKey: ['/api/auth/user'] as const,
  // Null only where the page came with the answer that nobody is signed in.
  queryFn: ({ signal }): Promise<UserView | null> => call('GET /api/auth/user', { signal }),
  // Else every component that asks later would ask the server anew.
  retryOnMount: false,
});

export type Session = {
  /** The signed-in person; null while loading and for everybody else. */
  user: UserView | null;
  /** The lookup is still under way: nobody knows yet. */
  isLoading: boolean;
};

/** Signed in is who the current-user lookup answers for; any failure of it is signed out. */
export function useSession(): Session {
  const { data, isPending } = useQuery(userQuery);
  return { user: data ?? null, isLoading: isPending };
}
