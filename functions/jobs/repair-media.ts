import { UPLOAD_GONE_DAYS } from '../domain/file-lifetimes.ts';
import { createdMessage, repairJob } from '../domain/job-messages.ts';
import { originalKey } from '../storage/object-keys.ts';
import type { MediaRecord } from '../domain/records.ts';
import { isNotFound } from '../storage/is-not-found.ts';
import { hasOriginal } from '../storage/originals.ts';
import { keepOriginal } from '../storage/uploads.ts';
import { uploadIdOf } from '../domain/ids.ts';
import { lambdaHandler } from '../aws/lambda-handler.ts';
import { log } from '../aws/log.ts';
import { sendMessage } from '../aws/send-message.ts';
import { mediaQueueUrl } from '../aws/settings.ts';
import { listUnfinished } from '../table/media-lists.ts';
import { setProcessingResult } from '../table/processing-result.ts';

const BATCH = 200;

export const handler = lambdaHandler(repairMedia);

/**
 * Drives items whose renditions are still missing once more: their notification was lost, or their original
 * was never copied because the save died before. The event says of which age.
 */
async function repairMedia(event: unknown): Promise<{ redriven: number }> {
  const { olderThanSeconds } = repairJob.parse(event);
  // A second more, so that an age of zero means everything that is there.
  const before = new Date(Date.now() - olderThanSeconds * 1000 + 1000);
  const unfinished = await listUnfinished(before, BATCH);
  for (const media of unfinished) {
    // One that cannot be repaired must not keep the others from it.
    await repair(media).catch((error: unknown) => {
      log.error('repair failed', { mediaId: media.id, error: error instanceof Error ? error : undefined });
    });
  }
  log.info('repair', { redriven: unfinished.length });
  return { redriven: unfinished.length };
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

async function repair(media: MediaRecord): Promise<void> {
  if (await hasOriginal(media)) return sendMessage(mediaQueueUrl(), createdMessage(originalKey(media)));
  try {
    // Copying notifies by itself.
    await keepOriginal(media, { id: uploadIdOf(media.id), eTag: undefined });
  } catch (error) {
    // The store says the same of a file that is missing and of one that it may not give: only age tells for certain.
    if (!isNotFound(error) || media.uploadedAt > daysAgo(UPLOAD_GONE_DAYS)) throw error;
    // Neither the original nor the upload is left: asking again for ever would only keep others waiting.
    await setProcessingResult(media, { state: 'unsupported' });
  }
}
