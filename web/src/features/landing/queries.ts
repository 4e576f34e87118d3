import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** Public events, newest first: the first page is enough for a dialog. */
export const publicEventsQuery = queryOptions({
  queryKey: ['/api/events/public'] as const,
  queryFn: ({ signal }) => call('GET /api/events/public', { signal }),
});
