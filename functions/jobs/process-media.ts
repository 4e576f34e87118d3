import { mediaType } from '../../shared/values/media-types.ts';
import { createdMessage } from '../domain/job-messages.ts';
import { processPicture } from '../uploads/process-picture.ts';
import { unfinishedOriginals } from '../uploads/unfinished-originals.ts';
import { mediaGroupOf } from '../table/media-queue-group.ts';
import { job } from './kit/job.ts';
import { sendMessage } from '../aws/send-message.ts';
import { heavyQueueUrl, mediaQueueUrl, videosQueueUrl } from '../aws/settings.ts';

/**
 * Makes renditions of new pictures and reads their metadata. Videos, which need other tools and more time, go
 * to a queue of their own, and so does what takes longer than a photo.
 */
export const handler = job('process-media', mediaQueueUrl, async ({ body, isLastAttempt }) => {
  for await (const { key, media, edition } of unfinishedOriginals(body)) {
    if (mediaType(media.mimeType)?.kind === 'video') {
      const group = await mediaGroupOf(media.eventId);
      await sendMessage(videosQueueUrl(), { body: createdMessage(key, edition), group });
      continue;
    }
    const takenMs = await processPicture(media, { isLastAttempt, edition });
    if (takenMs === undefined) continue;
    const group = await mediaGroupOf(media.eventId);
    await sendMessage(heavyQueueUrl(), { body: createdMessage(key, edition, takenMs), group });
  }
});
