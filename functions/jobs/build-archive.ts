import { planArchive } from '../downloads/plan-archive.ts';
import { writeArchivePart } from '../downloads/write-parts.ts';
import { AppError } from '../domain/app-error.ts';
import { archiveJob } from '../domain/job-messages.ts';
import { job } from './kit/job.ts';
import { endArchive } from '../downloads/archive-progress.ts';
import { getArchive } from '../downloads/archive-store.ts';

/** The delivery after which the queue gives a message up; see the manifest's queues. */
const LAST_ATTEMPT = 3;

/** Time kept for handing the rest over, in milliseconds. */
const RESERVE_MS = 20_000;

/** Plans and writes ZIPs of galleries. It can be killed anywhere, and delivered again any number of times. */
export const handler = job('build-archive', async ({ body, attempt, deadlineMs }) => {
  const message = archiveJob.parse(body);
  try {
    if (message.kind === 'write') await writeArchivePart(message);
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
