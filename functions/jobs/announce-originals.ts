import { createdKeys, createdMessage, objectCreated } from '../domain/job-messages.ts';
import { itemOfOriginal } from '../storage/object-keys.ts';
import { job } from './kit/job.ts';
import { sendMessage } from '../aws/send-message.ts';
import { mediaQueueUrl, originalsQueueUrl } from '../aws/settings.ts';
import { mediaGroupOf } from '../table/media-queue-group.ts';

/**
 * Passes S3's notifications of new originals on, each in the group of its event's owner: S3 names no group, and a message without
 * one never waits behind a noisy neighbour's.
 */
export const handler = job('announce-originals', originalsQueueUrl, async ({ body }) => {
  for (const key of createdKeys(objectCreated.parse(body))) {
    const item = itemOfOriginal(key);
    if (!item) continue;
    const group = await mediaGroupOf(item.eventId);
    await sendMessage(mediaQueueUrl(), { body: createdMessage(key), group });
  }
});
