import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '../../lib/call.ts';
import { type GuestFields, queryKeys } from '../../lib/query-keys.ts';

/** Whose uploads: the viewer's own, `mine`, or for the owner those of the person with this id. */
export type ContributionsInput = { eventId: string; of: string; guest: GuestFields };

/** What one person has uploaded to an event, in every status that the viewer may see, newest first. */
export const contributionsQuery = (input: ContributionsInput) =>
  infiniteQueryOptions({
    queryKey: queryKeys.contributions(input),
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /api/events/{eventId}/media', {
        params: { eventId: input.eventId },
        query: {
          ...(input.of === 'mine' ? { mine: 'true' } : { uploader: input.of }),
          limit: 100,
          cursor: pageParam ?? undefined,
          ...input.guest,
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // The host decides on them meanwhile.
    staleTime: 0,
  });
