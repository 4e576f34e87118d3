import { getMedia } from '../../shared/contract/media.ts';
import { assertMay } from '../domain/access.ts';
import { mediaCookies } from '../storage/rendition-urls.ts';
import { itemViewFor } from '../gallery/item-view.ts';
import { http } from './kit/http.ts';
import { requireMediaContext, requireVisible } from '../table/event-context.ts';

export const handler = http(getMedia, async ({ params, caller, now }) => {
  const context = await requireMediaContext(params.mediaId, caller);
  assertMay('see-media', context.access);
  requireVisible(context, caller);
  const [body, cookies] = await Promise.all([
    itemViewFor(context, caller, now),
    mediaCookies(context.event.id, now),
  ]);
  return { status: 200, body, cookies };
});
