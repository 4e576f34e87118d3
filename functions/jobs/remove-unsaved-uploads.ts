import { waitingTimeMs } from '../aws/deadline.ts';
import { log } from '../aws/log.ts';
import { mapConcurrent } from '../aws/map-concurrent.ts';
import { listAllVersions } from '../storage/upload-versions.ts';
import { keepSweepPosition, sweepPosition } from '../table/sweep-position.ts';
import { pruneUpload } from '../uploads/prune-upload.ts';
import { isOverdue } from '../uploads/surplus-versions.ts';
import { type Attempt, scheduledJob } from './kit/scheduled-job.ts';

const SWEEP = 'unsaved-uploads';
const CONCURRENT = 8;
/** Time at the end of a run in which no removal starts, so that those under way can finish. */
const RESERVE_MS = 10_000;

export const handler = scheduledJob('remove-unsaved-uploads', removeUnsavedUploads);

/**
 * Removes what arrived nearly a day ago and was never saved, and copies of saved files that a save left behind. What
 * a run has no time for is left to the next, which goes on from there: however much arrives, each upload has its turn.
 */
async function removeUnsavedUploads(
  _event: unknown,
  attempt: Attempt,
): Promise<{ removed: number; failed: number }> {
  const now = new Date();
  const done = { removed: 0, failed: 0 };
  let isFinished = true;
  const prune = async (uploadId: string): Promise<void> => {
    if (isOutOfTime()) return;
    const failure = { message: 'an upload could not be removed', ids: { uploadId } };
    const isPruned = await attempt(failure, async () => {
      done.removed += (await pruneUpload(uploadId, now)).removed;
    });
    if (!isPruned) done.failed += 1;
  };
  let position = await sweepPosition(SWEEP);
  for await (const versions of listAllVersions(position)) {
    const aged = versions.filter((version) => isOverdue(version, now));
    await mapConcurrent([...new Set(aged.map(({ uploadId }) => uploadId))], CONCURRENT, prune);
    if (isOutOfTime()) {
      isFinished = false;
      break;
    }
    position = versions.at(-1)?.uploadId ?? position;
  }
  await keepSweepPosition(SWEEP, isFinished ? undefined : position);
  if (done.removed > 0) log.info('unsaved uploads removed', done);
  return done;
}

const isOutOfTime = (): boolean => waitingTimeMs() < RESERVE_MS;
