import { arrivalsQueueUrl } from '../aws/settings.ts';
import { createdKeys, objectCreated } from '../domain/job-messages.ts';
import { uploadOfKey } from '../storage/object-keys.ts';
import { pruneUpload } from '../uploads/prune-upload.ts';
import { job } from './kit/job.ts';

/**
 * Looks at what has just arrived for an upload. A URL without a length takes a file of any size, and one that is not
 * for one file takes another after the first: what is too large, what came before it, and what comes after the save
 * is removed.
 */
export const handler = job('check-arrivals', arrivalsQueueUrl, async ({ body }) => {
  for (const key of createdKeys(objectCreated.parse(body))) {
    const uploadId = uploadOfKey(key);
    if (uploadId !== undefined) await pruneUpload(uploadId, new Date());
  }
});
