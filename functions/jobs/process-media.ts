import { mediaType } from '../../shared/values/media-types.ts';
import { createdMessage } from '../domain/job-messages.ts';
import { makePicture } from '../media/picture.ts';
import { pictureParts, processOriginal } from '../uploads/process-original.ts';
import { unfinishedOriginals } from '../uploads/unfinished-originals.ts';
import { job } from './kit/job.ts';
import { sendMessage } from '../aws/send-message.ts';
import { mediaQueueUrl, videosQueueUrl } from '../aws/settings.ts';

/**
 * Makes renditions of new pictures and reads their metadata. Videos, which need other tools and more time, go
 * to a queue of their own.
 */
export const handler = job('process-media', mediaQueueUrl, async ({ body, isLastAttempt }) => {
  for await (const { key, media, edition } of unfinishedOriginals(body)) {
    if (mediaType(media.mimeType)?.kind === 'video')
      await sendMessage(videosQueueUrl(), createdMessage(key, edition));
    else
      await processOriginal(media, { isLastAttempt, edition }, async ({ file }) =>
        pictureParts(await makePicture({ input: file, declaredType: media.mimeType })),
      );
  }
});
