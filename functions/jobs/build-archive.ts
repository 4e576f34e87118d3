import { planArchive } from '../downloads/plan-archive.ts';
import { writeArchivePart } from '../downloads/write-parts.ts';
import { AppError } from '../domain/app-error.ts';
import { archiveJob } from '../domain/job-messages.ts';
import { job } from './kit/job.ts';
import { endArchive } from '../downloads/archive-progress.ts';
import { getArchive } from '../downloads/archive-store.ts';

/** Plans and writes ZIPs of galleries. It can be killed anywhere, and delivered again any number of times. */
export const handler = job('build-archive', async ({ body, isLastAttempt, isOverdue }) => {
  const message = archiveJob.parse(body);
  try {
    if (message.kind === 'write') await writeArchivePart(message);
    else await planArchive(message, isOverdue);
  } catch (error) {
    // The event is gone, and its ZIPs with it.
    if (error instanceof AppError && error.kind === 'not-found') return;
    // Who waits for it is told, instead of being kept waiting.
    const archive = isLastAttempt && (await getArchive({ ...message, id: message.archiveId }));
    if (archive) await endArchive(archive, 'failed', new Date());
    throw error;
  }
});
