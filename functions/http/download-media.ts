import { downloadMedia } from '../../shared/contract/media.ts';
import { assertMay } from '../domain/access.ts';
import { notFound } from '../domain/app-error.ts';
import { downloadedFile, downloadNameOf } from '../downloads/download-file.ts';
import { originalKey, renditionFolder } from '../storage/object-keys.ts';
import type { MediaRecord } from '../domain/records.ts';
import { mayGetOriginal } from '../domain/visibility.ts';
import { downloadUrl } from '../storage/download-url.ts';
import { http } from './kit/http.ts';
import { requireMediaContext, requireVisible } from '../table/event-context.ts';

export const handler = http(downloadMedia, async ({ params, caller }) => {
  const context = await requireMediaContext(params.mediaId, caller);
  assertMay('see-media', context.access);
  requireVisible(context, caller);
  const { media, access } = context;
  const location = mayGetOriginal(media, caller, access)
    ? await downloadUrl(originalKey(media), media.originalName)
    : await renditionAttachment(media);
  return { status: 302, headers: { location } };
});

/** The playable video or the largest picture, named by the capture date alone. */
async function renditionAttachment(media: MediaRecord): Promise<string> {
  const file = media.facts && downloadNameOf(media.facts);
  if (!file || !media.place) throw notFound();
  return downloadUrl(renditionFolder(media, media.place) + file, downloadedFile(media, file));
}
