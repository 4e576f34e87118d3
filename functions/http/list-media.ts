import { listMedia } from '../../shared/contract/media.ts';
import { listMediaFor } from '../gallery/list-media.ts';
import { http } from './kit/http.ts';
import { requireGalleryContext } from '../table/event-context.ts';

export const handler = http(listMedia, async ({ params, query, caller, now }) => {
  const context = await requireGalleryContext(params.eventId, caller);
  const { items, nextCursor, cookies } = await listMediaFor(
    context,
    { ...query, mine: query.mine !== undefined },
    { caller, now },
  );
  return { status: 200, body: items, nextCursor, cookies };
});
