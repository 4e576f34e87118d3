import { isOutdated } from './archive.ts';
import { endArchive } from './archive-progress.ts';
import { listArchives } from './archive-store.ts';
import { getEventContext } from '../table/event-context.ts';
import { abortUpload } from './multipart-upload.ts';
import { removeArchiveFiles } from './stored-plan.ts';

/**
 * Removes an event's ZIPs that hold something no longer in the gallery. No call hands out their URLs any
 * more; without the file, URLs handed out earlier stop working, too.
 */
export async function deleteOutdatedArchives(eventId: string): Promise<void> {
  const archives = await listArchives(eventId);
  if (archives.length === 0) return;
  // Undefined if the event itself is gone.
  const contents = (await getEventContext(eventId, { kind: 'anonymous' }))?.contents;
  for (const archive of archives) {
    if (archive.state === 'outdated' || (contents && !isOutdated(archive, contents))) continue;
    const { plan } = archive;
    if (plan) {
      await removeArchiveFiles(archive, plan.planId);
      await abortUpload({ ...archive, ...plan });
    }
    await endArchive(archive, 'outdated', new Date());
  }
}
