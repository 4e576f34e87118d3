import { downloadMedia } from '../../shared/contract/media.ts';
import { assertMay } from '../domain/access.ts';
import { notFound } from '../domain/app-error.ts';
import { downloadNameOf } from '../downloads/download-file.ts';
import { downloadName } from '../downloads/file-names.ts';
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
    : await renditionAttachment(media, context.event);
  return { status: 302, headers: { location } };
});

/** The original, named as in the owner's ZIP. */
async function originalAttachment(media: MediaRecord): Promise<string> {
  const uploader = (await listNames([media.uploader])).get(media.uploader)?.name ?? '';
  return downloadUrl(originalKey(media), downloadName(media, { uploader }));
}

/** The playable video or the largest picture, named as in everybody's ZIP. */
async function renditionAttachment(media: MediaRecord, event: EventRecord): Promise<string> {
  const file = media.facts && downloadNameOf(media.facts);
  if (!file || !media.place) throw notFound();
  return downloadUrl(
    renditionFolder(media, media.place) + file,
    downloadName(media, { renditionName: file, event }),
  );
}
