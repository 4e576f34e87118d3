import type { MediaRecord } from '../domain/records.ts';
import { log } from '../aws/log.ts';
import { reconcileFiles } from './reconcile-files.ts';

/**
 * Moves or removes an item's files before a call answers, so that nobody reads what was just taken away.
 * What fails here does not fail the call: the change stands, and the job that follows every change of the
 * table does the same again until it is done.
 */
export async function reconcileFilesNow(media: MediaRecord): Promise<void> {
  try {
    await reconcileFiles(media);
  } catch (error) {
    log.warn('files are settled later', {
      mediaId: media.id,
      error: error instanceof Error ? error : undefined,
    });
  }
}
