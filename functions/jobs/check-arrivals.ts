import { sendMessage } from '../aws/send-message.ts';
import { arrivalsQueueUrl } from '../aws/settings.ts';
import { createdKeys, createdMessage, objectCreated } from '../domain/job-messages.ts';
import { incomingKey, uploadOfKey } from '../storage/object-keys.ts';
import { pruneUpload } from '../uploads/prune-upload.ts';
import { batchJob } from './kit/batch-job.ts';

/**
 * Looks at what has just arrived for an upload. A URL without a length takes a file of any size, and one that is not
 * for one file takes another after the first: what is too large, what came before it, and what comes after the save
 * is removed. However often a file was sent, there is one look for each batch of messages, which removes so many versions at
 * most; the rest is a message of its own, behind what arrived for others meanwhile.
 */
export const handler = batchJob('check-arrivals', arrivalsQueueUrl, {
  subjectsOf: (body) => createdKeys(objectCreated.parse(body)).flatMap((key) => uploadOfKey(key) ?? []),
  async work(uploadId) {
    const { isMore } = await pruneUpload(uploadId, new Date());
    if (isMore)
      await sendMessage(arrivalsQueueUrl(), { body: createdMessage(incomingKey(uploadId)), group: uploadId });
  },
});
