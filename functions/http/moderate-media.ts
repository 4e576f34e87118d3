import { moderateMedia } from '../../shared/contract/media.ts';
import { assertMay } from '../domain/access.ts';
import { notFound } from '../domain/app-error.ts';
import { viewOfItem } from '../objects/item-view.ts';
import { settleNow } from '../objects/settle-now.ts';
import { http } from '../platform/http.ts';
import { requireMediaContext } from '../table/event-context.ts';
import { getMedia } from '../table/media.ts';
import { setMediaStatus } from '../table/media-changes.ts';

export const handler = http(moderateMedia, async ({ params, body, caller, now }) => {
  const context = await requireMediaContext(params.mediaId, caller);
  assertMay('manage', context.standing);
  if (context.media.status !== body.status) {
    await setMediaStatus(context.media, { status: body.status, by: caller.userId, now });
    await settleNow(context.media);
  }
  const media = await getMedia(context.media.id);
  if (!media) throw notFound();
  return { status: 200, body: await viewOfItem({ ...context, media }, caller, now) };
});
