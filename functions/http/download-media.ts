import { downloadMedia } from '../../shared/contract/media.ts';
import { mediaType } from '../../shared/values/media-types.ts';
import { assertMay } from '../domain/access.ts';
import { notFound } from '../domain/app-error.ts';
import { fileInstead } from '../downloads/download-file.ts';
import { downloadName, extensionOf } from '../downloads/download-file-names.ts';
import { keepCopy } from '../downloads/keep-copy.ts';
import { numberOf } from '../downloads/undated-items.ts';
import { originalKey, renditionFolder } from '../storage/object-keys.ts';
import type { EventRecord, MediaRecord } from '../domain/records.ts';
import { mayGetOriginal } from '../domain/visibility.ts';
import { downloadUrl } from '../storage/download-url.ts';
import { countDownload } from './kit/count-download.ts';
import { http } from './kit/http.ts';
import { requireMediaContext, requireVisible } from '../table/event-context.ts';
import { listNames } from '../table/people.ts';

export const handler = http(downloadMedia, async ({ params, query, ...by }) => {
  const { caller, now } = by;
  const context = await requireMediaContext(params.mediaId, caller);
  assertMay('see-media', context.access);
  requireVisible(context, caller);
  const { media, access } = context;
  const location = mayGetOriginal(media, caller, access)
    ? await originalAttachment(media)
    : ((await copyAttachment(context, now)) ?? (await insteadAttachment(context, now)));
  if (!query.view) await countDownload({ eventId: media.eventId, kind: 'single', access }, by);
  return { status: 302, headers: { location } };
});

type Downloaded = { readonly media: MediaRecord; readonly event: EventRecord };

/** The original, named as in the owner's ZIP. */
async function originalAttachment(media: MediaRecord): Promise<string> {
  const uploader = (await listNames([media.uploader])).get(media.uploader)?.name ?? '';
  return downloadUrl(originalKey(media), downloadName(media, { uploader }));
}

/** The clean copy, if there can be one. */
async function copyAttachment({ media, event }: Downloaded, now: Date): Promise<string | undefined> {
  if (!media.place) return undefined;
  const copy = await keepCopy(media, now);
  const extension = copy && mediaType(copy.mime)?.extensions[0];
  if (!copy || !extension) return undefined;
  const number = await numberOf(media, now);
  return downloadUrl(copy.key, downloadName(media, { extension, event, number }));
}

/** What stands in for the clean copy, the playable video or the largest picture, named as in everybody's ZIP. */
async function insteadAttachment({ media, event }: Downloaded, now: Date): Promise<string> {
  const file = media.facts && fileInstead(media.facts);
  if (!file || !media.place) throw notFound();
  const { name, isPreview } = file;
  return downloadUrl(
    renditionFolder(media, media.place) + name,
    downloadName(media, {
      extension: extensionOf(name),
      event,
      number: await numberOf(media, now),
      isPreview,
    }),
  );
}
