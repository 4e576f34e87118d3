import { mediaType } from '../../shared/values/media-types.ts';
import { createdKeys, createdMessage, objectCreated } from '../domain/job-messages.ts';
import { itemOfOriginal } from '../storage/object-keys.ts';
import { isFinished } from '../domain/rendition-names.ts';
import { makePicture } from '../media/picture.ts';
import { pictureParts, processOriginal } from '../uploads/process-original.ts';
import { job } from './kit/job.ts';
import { sendMessage } from '../aws/send-message.ts';
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
    if (mediaType(media.mimeType)?.kind === 'video')
      await sendMessage('videos', createdMessage(key, work.edition));
    else
      await processOriginal(media, work, async ({ file }) =>
        pictureParts(await makePicture({ input: file, declaredType: media.mimeType })),
      );
  }
});
