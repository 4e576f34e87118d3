import { queryOptions } from '@tanstack/react-query';
import { TIMELINE_LIMIT } from '../../../../shared/rules/timeline.ts';
import { callPage } from '../../lib/call.ts';
import { type GuestFields, queryKeys } from '../../lib/query-keys.ts';

type TimelineInput = { eventId: string; guest: GuestFields };

/** The first hundred approved items of an event in upload order. */
export const timelineQuery = ({ eventId, guest }: TimelineInput) =>
  queryOptions({
    queryKey: queryKeys.timeline({ eventId, guest }),
    queryFn: async ({ signal }) => {
      const { items } = await callPage('GET /api/events/{eventId}/media', {
        params: { eventId },
        query: { sortBy: 'uploadedAt', order: 'asc', limit: TIMELINE_LIMIT, status: 'approved', ...guest },
        signal,
      });
      return items;
    },
  });
