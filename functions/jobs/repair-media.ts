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
import { deliverySeconds } from '../manifest/queues.ts';
import { listUnfinished } from '../table/media-lists.ts';
import { postponeRepair, setProcessingResult } from '../table/processing-result.ts';

const BATCH = 200;

/** By then the queues have given an item up whose job was delivered at once; a video's passes through both. */
const PAUSE_SECONDS = deliverySeconds('media') + deliverySeconds('videos');

export const handler = lambdaHandler(repairMedia);

/**
 * Drives items whose renditions are still missing once more: their notification was lost, or their original
 * was never copied because the save died before. The event says of which age. What was driven is then left to its job,
 * so that a backlog is not queued again by every run; an age of zero means everything that is there.
 */
async function repairMedia(event: unknown): Promise<{ redriven: number }> {
  const { olderThanSeconds } = repairJob.parse(event);
  const before = olderThanSeconds === 0 ? undefined : inSeconds(-olderThanSeconds);
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

const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1000);

async function repair(media: MediaRecord): Promise<void> {
  await redrive(media);
  // Last, so that a run that dies is repeated.
  await postponeRepair(media, inSeconds(PAUSE_SECONDS));
}

async function redrive(media: MediaRecord): Promise<void> {
  if (await hasOriginal(media)) return sendMessage(mediaQueueUrl(), createdMessage(originalKey(media)));
  try {
    // Copying notifies by itself.
    await keepOriginal(media, { id: uploadIdOf(media.id), eTag: undefined });
  } catch (error) {
    // The store says the same of a file that is missing and of one that it may not give: only age tells for certain.
    const goneBefore = inSeconds(-UPLOAD_GONE_DAYS * 24 * 3600).toISOString();
    if (!isNotFound(error) || media.uploadedAt > goneBefore) throw error;
    // Neither the original nor the upload is left: asking again for ever would only keep others waiting.
    await setProcessingResult(media, { state: 'unsupported' });
  }
}
