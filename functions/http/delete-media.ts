import { deleteMedia } from '../../shared/contract/media.ts';
import { assertMay } from '../domain/access.ts';
import { notFound } from '../domain/app-error.ts';
import { personKeyOf } from '../domain/caller.ts';
import { removalTermsOf } from '../downloads/set-aside-uploaders.ts';
import { http } from './kit/http.ts';
import { reconcileFilesNow } from '../storage/reconcile-files-now.ts';
import { requireMediaContext } from '../table/event-context.ts';
import { deleteMedia as deleteRow } from '../table/media-changes.ts';

export const handler = http(deleteMedia, async ({ params, caller, now }) => {
  const { media, access, ...context } = await requireMediaContext(params.mediaId, caller);
  if (media.eventId !== params.eventId) throw notFound();
  const isOwn = media.uploader === personKeyOf(caller);
  assertMay(isOwn ? 'delete-own-media' : 'delete-any-media', access);
  const isUploaders = isOwn && access.role !== 'owner';
  await deleteRow(media, isUploaders ? await removalTermsOf({ media, ...context }, now) : undefined);
  await reconcileFilesNow(media);
  return { status: 204 };
});
