import type { MediaRecord } from '../domain/records.ts';
import { log } from '../aws/log.ts';
import { reconcileFiles } from './item-files.ts';

/**
 * Moves or removes an item's files before a call answers, so that nobody can read what was just hidden.
 * A failure here does not fail the call: the change is committed, and the job that runs on every change of
 * the table repeats this until it succeeds.
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
