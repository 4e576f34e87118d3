import { MEDIA_PAGE_LIMIT } from '../../../../shared/values/media-page-limit.ts';
import { FIRST_SORT } from '../../../../shared/values/sort-orders.ts';
import { callPage } from '../../lib/call.ts';
import type { GuestFields } from '../../lib/query-keys.ts';

type PageInput = { eventId: string; guest: GuestFields; cursor: string | null };

/** A page of an event's approved items, the newest first. */
export const readWallPage = ({ eventId, guest, cursor }: PageInput) =>
  callPage('GET /api/events/{eventId}/media', {
    params: { eventId },
    query: {
      sortBy: FIRST_SORT,
      status: 'approved',
      limit: MEDIA_PAGE_LIMIT,
      cursor: cursor ?? undefined,
      ...guest,
    },
  });
