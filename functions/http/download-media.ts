import { downloadMedia } from '../../shared/contract/media.ts';
import { mediaType } from '../../shared/values/media-types.ts';
import { assertMay } from '../domain/access.ts';
import { notFound } from '../domain/app-error.ts';
import { fileInstead } from '../downloads/download-file.ts';
import { downloadName, extensionOf } from '../downloads/file-names.ts';
import { keepCopy } from '../downloads/keep-copy.ts';
import { originalKey, renditionFolder } from '../storage/object-keys.ts';
import type { EventRecord, MediaRecord } from '../domain/records.ts';
import { mayGetOriginal } from '../domain/visibility.ts';
import { downloadUrl } from '../storage/download-url.ts';
import { http } from './kit/http.ts';
import { requireMediaContext, requireVisible } from '../table/event-context.ts';
import { listNames } from '../table/people.ts';

export const handler = http(downloadMedia, async ({ params, caller }) => {
  const context = await requireMediaContext(params.mediaId, caller);
  assertMay('see-media', context.access);
  requireVisible(context, caller);
  const { media, access } = context;
  const location = mayGetOriginal(media, caller, access)
    ? await originalAttachment(media)
    : ((await copyAttachment(media, context.event)) ?? (await insteadAttachment(media, context.event)));
  return { status: 302, headers: { location } };
});

/** The original, named as in the owner's ZIP. */
async function originalAttachment(media: MediaRecord): Promise<string> {
  const uploader = (await listNames([media.uploader])).get(media.uploader)?.name ?? '';
  return downloadUrl(originalKey(media), downloadName(media, { uploader }));
}

/** The clean copy, if there can be one. */
async function copyAttachment(media: MediaRecord, event: EventRecord): Promise<string | undefined> {
  if (!media.place) return undefined;
  const copy = await keepCopy(media, new Date());
  const extension = copy && mediaType(copy.mime)?.extensions[0];
  return copy && extension && downloadUrl(copy.key, downloadName(media, { extension, event }));
}

/** What stands in for the clean copy, the playable video or the largest picture, named as in everybody's ZIP. */
async function insteadAttachment(media: MediaRecord, event: EventRecord): Promise<string> {
  const file = media.facts && fileInstead(media.facts);
  if (!file || !media.place) throw notFound();
  const { name, isPreview } = file;
  return downloadUrl(
    renditionFolder(media, media.place) + name,
    downloadName(media, { extension: extensionOf(name), event, isPreview }),
  );
}
