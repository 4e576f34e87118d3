import { type Archive, isOutdated, isWritten } from './archive.ts';
import { planParts, partsOf } from './archive-parts.ts';
import type { ArchiveJob } from '../domain/job-messages.ts';
import { log } from '../aws/log.ts';
import { addWrittenStretch, endArchive } from './archive-progress.ts';
import { getArchive } from './archive-store.ts';
import { requireEventContext } from '../table/event-context.ts';
import { mapConcurrent } from '../aws/map-concurrent.ts';
import { abortUpload, completeUpload, putPart, type Upload } from './multipart-upload.ts';
import { getLayout } from './stored-plan.ts';
import { forgetCopiesWithoutPlan } from './forget-copies.ts';
import { readPart } from './read-part.ts';
import { OtherCopy, SourceFileGone } from './source-file-gone.ts';

/** One part is uploaded while the next is read. */
const PARTS_AT_ONCE = 2;

/**
 * Writes one stretch of a ZIP, and completes the upload if it was the last. Any number of stretches may be
 * written at once, each any number of times. If something in the ZIP has been removed meanwhile, the archive
 * is abandoned; and if a clean copy is another by now, nothing is said any more of any that has no plan.
 */
export async function writeArchivePart(
  job: Extract<ArchiveJob, { kind: 'write' }>,
  isOverdue: () => boolean,
): Promise<void> {
  const archive = await getArchive({ id: job.archiveId, eventId: job.eventId });
  if (archive?.state !== 'writing' || !archive.plan) return;
  const { contents } = await requireEventContext(job.eventId, { kind: 'anonymous' });
  const upload = { ...archive, ...archive.plan };
  if (isOutdated(archive, contents)) return giveUp(archive, upload);
  try {
    if (!archive.done.has(job.stretch)) await writeParts({ ...upload, stretch: job.stretch });
    const written = await addWrittenStretch(archive, job.stretch, new Date());
    if (!written || !isWritten(written)) return;
    await completeUpload(upload);
    await endArchive(archive, 'ready', new Date());
  } catch (error) {
    if (error instanceof OtherCopy)
      await forgetCopiesWithoutPlan((await getLayout(upload))?.entries ?? [], isOverdue);
    if (error instanceof SourceFileGone) return giveUp(archive, upload);
    // If another stretch has abandoned the archive, the upload is gone, and so is the need for this one.
    if ((await getArchive(archive))?.state === 'writing') throw error;
  }
}

async function writeParts(upload: Upload & { planId: string; stretch: number }): Promise<void> {
  const layout = await getLayout(upload);
  if (!layout) throw new SourceFileGone();
  await mapConcurrent(
    partsOf(planParts(upload.totalBytes), upload.stretch),
    PARTS_AT_ONCE,
    async ({ number, range }) => {
      await putPart(upload, { number, bytes: await readPart(layout, range) });
    },
  );
}

async function giveUp(archive: Archive, upload: Upload): Promise<void> {
  log.info('a ZIP is outdated', { archiveId: archive.id });
  await endArchive(archive, 'outdated', new Date());
  await abortUpload(upload);
}
