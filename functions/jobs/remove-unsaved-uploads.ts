import { waitingTimeMs } from '../aws/deadline.ts';
import { log } from '../aws/log.ts';
import { mapConcurrent } from '../aws/map-concurrent.ts';
import { listAllVersions } from '../storage/upload-versions.ts';
import { pruneUpload } from '../uploads/prune-upload.ts';
import { isOverdue } from '../uploads/surplus-versions.ts';
import { type Attempt, scheduledJob } from './kit/scheduled-job.ts';

const CONCURRENT = 8;
/** Time at the end of a run in which no removal starts, so that those under way can finish. */
const RESERVE_MS = 10_000;

export const handler = scheduledJob('remove-unsaved-uploads', removeUnsavedUploads);

/**
 * Removes files that arrived nearly a day ago and were never saved, and copies that a save left behind. Whatever a
 * run has no time for is left to the next one.
 */
async function removeUnsavedUploads(
  _event: unknown,
  attempt: Attempt,
): Promise<{ removed: number; failed: number }> {
  const now = new Date();
  const done = { removed: 0, failed: 0 };
  const prune = async (uploadId: string): Promise<void> => {
    if (isOutOfTime()) return;
    const failure = { message: 'an upload could not be removed', ids: { uploadId } };
    const isPruned = await attempt(failure, async () => {
      done.removed += await pruneUpload(uploadId, now);
    });
    if (!isPruned) done.failed += 1;
  };
  for await (const versions of listAllVersions()) {
    const aged = versions.filter((version) => isOverdue(version, now));
    await mapConcurrent([...new Set(aged.map(({ uploadId }) => uploadId))], CONCURRENT, prune);
    if (isOutOfTime()) break;
  }
  if (done.removed > 0) log.info('unsaved uploads removed', done);
  return done;
}

const isOutOfTime = (): boolean => waitingTimeMs() < RESERVE_MS;
