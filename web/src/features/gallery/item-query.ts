import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { type GuestFields, queryKeys } from '../../lib/query-keys.ts';

type ItemInput = { eventId: string; mediaId: string; guest: GuestFields };

/** A single item, which a link may name with an event that it is not in. Apart from the lists, which every gallery begins with. */
export const itemQuery = ({ eventId, mediaId, guest }: ItemInput) =>
  queryOptions({
    queryKey: queryKeys.item({ eventId, mediaId, guest }),
    queryFn: ({ signal }) => call('GET /api/media/{mediaId}', { params: { mediaId }, query: guest, signal }),
  });
