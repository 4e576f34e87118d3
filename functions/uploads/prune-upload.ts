import type { UploadRecord } from '../domain/records.ts';
import { hasOriginal } from '../storage/originals.ts';
import { listNewestVersions, removeVersions } from '../storage/upload-versions.ts';
import { getMedia } from '../table/media.ts';
import { getUpload, setTooLarge, withdrawUpload } from '../table/uploads.ts';
import { isTooLarge, surplusVersions, type UploadFate } from './surplus-versions.ts';

/** `isMore`: versions are left that were not looked at, and looking again gets further. */
type Pruned = { readonly removed: number; readonly isMore: boolean };

const NOTHING: Pruned = { removed: 0, isMore: false };

/**
 * Removes what nobody needs of what arrived for an upload, of the newest thousand versions. It looks at what is there, so
 * it is safe to repeat, in any order and beside a save.
 */
export async function pruneUpload(uploadId: string, now: Date): Promise<Pruned> {
  // Before the row: what is listed here is not newer than what the row says.
  const { versions, isMore } = await listNewestVersions(uploadId);
  const latest = versions.find(({ isLatest }) => isLatest);
  if (!latest) return NOTHING;
  const upload = await getUpload(uploadId);
  const fate = await fateOf(upload);
  const surplus = surplusVersions(versions, { fate, now });
  if (upload && fate === 'unsaved' && surplus.includes(latest)) {
    // First, so that whoever finds the file gone is told why, and nobody saves it in this moment.
    if (isTooLarge(latest)) await setTooLarge(uploadId);
    else if (!(await withdrawUpload(uploadId, upload.person))) return NOTHING;
  }
  await removeVersions(surplus);
  return { removed: surplus.length, isMore: isMore && surplus.length > 0 };
}

async function fateOf(upload: UploadRecord | undefined): Promise<UploadFate> {
  if (!upload) return 'unknown';
  if (upload.savedAs === null) return 'unsaved';
  const media = await getMedia(upload.savedAs);
  // Of an item that is given up without an original, the file that was saved is gone: another lies in its place.
  if (media?.state !== 'processing') return 'saved';
  return (await hasOriginal(media)) ? 'saved' : 'uncopied';
}
