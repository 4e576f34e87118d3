import { planArchive } from '../archive/plan-archive.ts';
import { writeStretch } from '../archive/write-stretch.ts';
import { AppError } from '../domain/app-error.ts';
import { archiveJob } from '../domain/jobs.ts';
import { job } from '../platform/job.ts';
import { endArchive } from '../table/archive-progress.ts';
import { getArchive } from '../table/archives.ts';

/** The delivery after which the queue gives a message up; see the manifest's queues. */
const LAST_ATTEMPT = 3;

/** Time kept for handing the rest over, in milliseconds. */
const RESERVE_MS = 20_000;

/** Plans and writes ZIPs of galleries. It can be killed anywhere, and delivered again any number of times. */
export const handler = job('work-archives', async ({ body, attempt, deadlineMs }) => {
  const message = archiveJob.parse(body);
  try {
    if (message.kind === 'write') await writeStretch(message);
    else await planArchive(message, () => Date.now() > deadlineMs - RESERVE_MS);
  } catch (error) {
    // The event is gone, and its ZIPs with it.
    if (error instanceof AppError && error.kind === 'not-found') return;
    // Who waits for it is told, instead of being kept waiting.
    const archive = attempt >= LAST_ATTEMPT && (await getArchive({ ...message, id: message.archiveId }));
    if (archive) await endArchive(archive, 'failed', new Date());
    throw error;
  }
});
