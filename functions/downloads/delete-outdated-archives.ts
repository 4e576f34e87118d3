import { AppError } from '../domain/app-error.ts';
import { isOutdated } from './archive.ts';
import type { ContentVersions } from '../domain/records.ts';
import { endArchive } from './archive-progress.ts';
import { listArchives } from './archive-store.ts';
import { requireEventContext } from '../table/event-context.ts';
import { abortUpload } from './multipart-upload.ts';
import { removeArchiveFiles } from './archive-plan.ts';

/**
 * Removes an event's ZIPs that hold something no longer in the gallery. No call hands out their URLs any more;
 * without the file, URLs handed out earlier stop working, too.
 */
export async function deleteOutdatedArchives(eventId: string): Promise<void> {
  const archives = await listArchives(eventId);
  if (archives.length === 0) return;
  const contents = await contentsOf(eventId);
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

/** Undefined where the event itself is gone. */
async function contentsOf(eventId: string): Promise<ContentVersions | undefined> {
  try {
    return (await requireEventContext(eventId, { kind: 'anonymous' })).contents;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not-found') return undefined;
    throw error;
  }
}
