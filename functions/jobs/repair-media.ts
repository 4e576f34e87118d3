import { UPLOAD_GONE_DAYS } from '../domain/file-lifetimes.ts';
import { createdMessage, repairJob } from '../domain/job-messages.ts';
import { originalKey } from '../storage/object-keys.ts';
import type { MediaRecord } from '../domain/records.ts';
import { hasOriginal } from '../storage/originals.ts';
import { keepOriginal } from '../storage/uploads.ts';
import { uploadIdOf } from '../domain/ids.ts';
import { log } from '../aws/log.ts';
import { type Attempt, scheduledJob } from './kit/scheduled-job.ts';
import { sendMessage } from '../aws/send-message.ts';
import { mediaQueueUrl } from '../aws/settings.ts';
import { deliverySeconds } from '../manifest/queues.ts';
import { mediaGroupOf } from '../table/media-queue-group.ts';
import { listUnfinished } from '../table/media-lists.ts';
import { postponeRepair, setProcessingResult } from '../table/processing-result.ts';
import { getUpload } from '../table/uploads.ts';

const BATCH = 200;

/** A message may pass through `media` and then one of the others. */
const LATER_QUEUES = ['videos', 'heavy'] as const;

/** By then the queues have given up an item whose job was delivered at once. */
const PAUSE_SECONDS = deliverySeconds('media') + Math.max(...LATER_QUEUES.map(deliverySeconds));

/** What fails is not tried again in each run, where it would keep others waiting. */
const FAILED_PAUSE_SECONDS = 3600;

export const handler = scheduledJob('repair-media', repairMedia);

/**
 * Redrives items whose renditions are still missing: their notification was lost, or their original was never
 * copied because the save died first. The event says how old they must be. A redriven
 * item is then left to its job, so that not every run queues a backlog again.
 */
async function repairMedia(event: unknown, attempt: Attempt): Promise<{ redriven: number }> {
  const { olderThanSeconds } = repairJob.parse(event);
  const unfinished = await listUnfinished(inSeconds(-olderThanSeconds), BATCH);
  for (const media of unfinished) {
    // An item that cannot be repaired must not block the others.
    await attempt({ message: 'repair failed', ids: { mediaId: media.id } }, () => repair(media));
  }
  log.info('repair', { redriven: unfinished.length });
  return { redriven: unfinished.length };
}

const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1000);

async function repair(media: MediaRecord): Promise<void> {
  let pauseSeconds = FAILED_PAUSE_SECONDS;
  try {
    await redrive(media);
    pauseSeconds = PAUSE_SECONDS;
  } finally {
    // Last, so that a run that dies is repeated.
    await postponeRepair(media, inSeconds(pauseSeconds));
  }
}

async function redrive(media: MediaRecord): Promise<void> {
  if (await hasOriginal(media)) {
    const body = createdMessage(originalKey(media));
    return sendMessage(mediaQueueUrl(), { body, group: await mediaGroupOf(media.eventId) });
  }
  const id = uploadIdOf(media.id);
  const upload = await getUpload(id);
  const savedETag = upload?.savedETag ?? undefined;
  // The copy itself sends the notification.
  if (await keepOriginal(media, { id, eTag: savedETag, versionId: upload?.savedVersion ?? undefined }))
    return;
  // Without its ETag nobody knows which file was saved. An upload that is missing before its time is up has then not
  // gone by itself, and somebody must look.
  const goneBefore = inSeconds(-UPLOAD_GONE_DAYS * 24 * 3600).toISOString();
  if (savedETag === undefined && media.uploadedAt > goneBefore)
    throw new Error('Neither the original nor the upload is there.');
  // Whoever sent it replaced it before its copy. Retrying would only keep others waiting.
  log.warn('the file that was saved is gone', { mediaId: media.id });
  await setProcessingResult(media, { state: 'unsupported' });
}
