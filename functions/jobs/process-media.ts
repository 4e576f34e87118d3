import { mediaType } from '../../shared/rules/media-types.ts';
import { createdKeys, createdMessage, objectCreated } from '../domain/jobs.ts';
import { itemOfOriginal } from '../domain/placement.ts';
import { isFinished } from '../domain/rendition-names.ts';
import { makePicture } from '../media/picture.ts';
import { pictureParts, workOnOriginal } from '../objects/media-work.ts';
import { job } from '../platform/job.ts';
import { send } from '../platform/send.ts';
import { getMedia } from '../table/media.ts';

/**
 * Makes renditions and finds out facts of new originals: of pictures itself, while videos, which take other
 * tools and longer, go on to a queue of their own.
 */
export const handler = job('process-media', async (delivery) => {
  const created = objectCreated.parse(delivery.body);
  const work = { ...delivery, edition: created.edition };
  for (const key of createdKeys(created)) {
    const item = itemOfOriginal(key);
    const media = item && (await getMedia(item.id));
    // Deleted meanwhile, or done by an earlier delivery.
    if (!media || isFinished(media, work.edition)) continue;
    if (mediaType(media.mimeType)?.kind === 'video') await send('videos', createdMessage(key, work.edition));
    else
      await workOnOriginal(media, work, async ({ file }) =>
        pictureParts(await makePicture({ input: file, declaredType: media.mimeType })),
      );
  }
});
