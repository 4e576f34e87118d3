import { downloadMedia } from '../../shared/contract/media.ts';
import { assertMay } from '../domain/access.ts';
import { notFound } from '../domain/app-error.ts';
import { downloadedAs, downloadNameOf } from '../domain/download-file.ts';
import { originalKey, renditionFolder } from '../domain/placement.ts';
import type { MediaRecord } from '../domain/records.ts';
import { knowsOriginal } from '../domain/visibility.ts';
import { attachmentUrl } from '../objects/originals.ts';
import { http } from '../platform/http.ts';
import { requireMediaContext, requireVisible } from '../table/event-context.ts';

export const handler = http(downloadMedia, async ({ params, caller }) => {
  const context = await requireMediaContext(params.mediaId, caller);
  assertMay('see-media', context.standing);
  requireVisible(context, caller);
  const { media, standing } = context;
  const location = knowsOriginal(media, caller, standing)
    ? await attachmentUrl(originalKey(media), media.originalName)
    : await renditionAttachment(media);
  return { status: 302, headers: { location } };
});

/** The playable video or the largest picture, under a name made of the capture date alone. */
async function renditionAttachment(media: MediaRecord): Promise<string> {
  const file = media.facts && downloadNameOf(media.facts);
  if (!file || !media.place) throw notFound();
  return attachmentUrl(renditionFolder(media, media.place) + file, downloadedAs(media, file));
}
