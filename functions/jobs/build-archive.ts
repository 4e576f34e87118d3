import { makePhotos } from '../downloads/make-photos.ts';
import { planArchive } from '../downloads/plan-archive.ts';
import { writeArchivePart } from '../downloads/write-parts.ts';
import { AppError } from '../domain/app-error.ts';
import { archiveJob } from '../domain/job-messages.ts';
import { job } from './kit/job.ts';
import { archivesQueueUrl } from '../aws/settings.ts';
import { endArchive } from '../downloads/archive-progress.ts';
import { getArchive } from '../downloads/archive-store.ts';

const clock = (): Date => new Date();

/** Plans and writes ZIPs of galleries, and makes the photos of those for chats. Safe to interrupt anywhere and to repeat. */
export const handler = job('build-archive', archivesQueueUrl, async ({ body, isLastAttempt, isOverdue }) => {
  const message = archiveJob.parse(body);
  try {
    if (message.kind === 'write') await writeArchivePart(message, isOverdue);
    else if (message.kind === 'make') await makePhotos(message, { isOverdue, clock });
    else await planArchive(message, { isOverdue, clock });
  } catch (error) {
    // The event is deleted, and its ZIPs with it.
    if (error instanceof AppError && error.kind === 'not-found') return;
    // Marked as failed, so that whoever is waiting for it finds out.
    const archive = isLastAttempt && (await getArchive({ ...message, id: message.archiveId }));
    if (archive) await endArchive(archive, 'failed', new Date());
    throw error;
  }
});
