import { getMedia } from '../../shared/contract/media.ts';
import { assertMay } from '../domain/access.ts';
import { notFound } from '../domain/app-error.ts';
import { mediaCookies } from '../storage/rendition-urls.ts';
import { itemViewFor } from '../gallery/item-view.ts';
import { http } from './kit/http.ts';
import { requireMediaAccess, requireVisible } from '../table/event-context.ts';
import { countVotes } from '../table/vote-counts.ts';

export const handler = http(getMedia, async ({ params, caller, now }) => {
  const context = await requireMediaAccess(params.mediaId, caller);
  assertMay('see-media', context.access);
  requireVisible(context, caller);
  const voteCount = await countVotes(context.media.id);
  if (voteCount === undefined) throw notFound();
  const [body, cookies] = await Promise.all([
    itemViewFor({ ...context, media: { ...context.media, voteCount } }, caller, now),
    mediaCookies(context.event.id, now),
  ]);
  return { status: 200, body, cookies };
});
