import { MAX_FILE_BYTES } from '../../shared/values/file-limits.ts';
import { UNSAVED_SECONDS } from '../domain/unsaved-uploads.ts';
import type { ArrivedVersion } from '../storage/upload-versions.ts';

/**
 * What became of an upload: `unknown` if it has no row (any more); `saved` once its item has the original, is given up
 * or deleted; `uncopied` while the item still waits for its original.
 */
export type UploadFate = 'unknown' | 'unsaved' | 'uncopied' | 'saved';

/**
 * Which of the versions of an upload nobody needs. Before it is saved that is all but the latest, and that one, too,
 * after nearly a day. Between the save's row and its copy nothing is removed but what cannot have been saved: the
 * file may be nowhere else.
 */
export function surplusVersions(
  versions: readonly ArrivedVersion[],
  { fate, now }: { fate: UploadFate; now: Date },
): ArrivedVersion[] {
  if (fate === 'unknown' || fate === 'saved') return [...versions];
  if (fate === 'uncopied') return versions.filter(isTooLarge);
  return versions.filter((version) => !version.isLatest || isTooLarge(version) || isOverdue(version, now));
}

/** Whether a version has waited long enough for its save. */
export const isOverdue = ({ arrivedAt }: ArrivedVersion, now: Date): boolean =>
  arrivedAt.getTime() <= now.getTime() - UNSAVED_SECONDS * 1000;

export const isTooLarge = ({ sizeBytes = 0 }: ArrivedVersion): boolean => sizeBytes > MAX_FILE_BYTES;
