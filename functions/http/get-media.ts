import { getMedia } from '../../shared/contract/media.ts';
import { assertMay } from '../domain/access.ts';
import { mediaCookies } from '../objects/access-urls.ts';
import { viewOfItem } from '../objects/item-view.ts';
import { http } from '../platform/http.ts';
import { requireMediaContext, requireVisible } from '../table/event-context.ts';

export const handler = http(getMedia, async ({ params, caller, now }) => {
  const context = await requireMediaContext(params.mediaId, caller);
  assertMay('see-media', context.standing);
  requireVisible(context, caller);
  const [body, cookies] = await Promise.all([
    viewOfItem(context, caller, now),
    mediaCookies(context.event.id, now),
  ]);
  return { status: 200, body, cookies };
});
