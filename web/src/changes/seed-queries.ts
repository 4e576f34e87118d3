import type { QueryClient } from '@tanstack/react-query';
import type { FirstData } from '../../../shared/contract/first-data.ts';
import { FIRST_SORT } from '../../../shared/values/sort-orders.ts';
import { queryKeys } from '../lib/query-keys.ts';

/** Seeds the cache with the data embedded in the page, which is then not fetched again. */
export function seedQueries(client: QueryClient, { user, event, media }: FirstData): void {
  client.setQueryData(queryKeys.session, user);
  if (!event) return;
  client.setQueryData(queryKeys.event(event.id), event);
  if (!media) return;
  const key = queryKeys.gallery({ eventId: event.id, sortBy: FIRST_SORT, guest: {} });
  client.setQueryData(key, { pages: [media], pageParams: [null] });
}
