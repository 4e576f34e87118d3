import { moderateMedia } from '../../shared/contract/media.ts';
import { assertMay } from '../domain/access.ts';
import { notFound } from '../domain/app-error.ts';
import { itemViewFor } from '../gallery/item-view.ts';
import { reconcileFilesNow } from '../storage/reconcile-files-now.ts';
import { http } from './kit/http.ts';
import { requireMediaContext } from '../table/event-context.ts';
import { getMedia } from '../table/media.ts';
import { setMediaStatus } from '../table/media-changes.ts';

export const handler = http(moderateMedia, async ({ params, body, caller, now }) => {
  const context = await requireMediaContext(params.mediaId, caller);
  assertMay('manage', context.access);
  if (context.media.status !== body.status) {
    await setMediaStatus(context.media, { status: body.status, by: caller.userId, now });
    await reconcileFilesNow(context.media);
  }
  const media = await getMedia(context.media.id);
  if (!media) throw notFound();
  return { status: 200, body: await itemViewFor({ ...context, media }, caller, now) };
});
