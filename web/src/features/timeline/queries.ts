import { queryOptions } from '@tanstack/react-query';
import { TIMELINE_LIMIT } from '../../../../shared/rules/timeline.ts';
import { callPage } from '../../lib/call.ts';

type TimelineInput = { eventId: string; guest: { guestId?: string; token?: string } };

/** The first hundred approved items of an event in upload order. */
export const timelineQuery = ({ eventId, guest }: TimelineInput) =>
  queryOptions({
    queryKey: ['/api/events', eventId, 'media', { timeline: true, ...guest }] as const,
    queryFn: async ({ signal }) => {
      const { items } = await callPage('GET /api/events/{eventId}/media', {
        params: { eventId },
        query: { sortBy: 'uploadedAt', order: 'asc', limit: TIMELINE_LIMIT, status: 'approved', ...guest },
        signal,
      });
      return items;
    },
  });
