import type { UploadRecord } from '../domain/records.ts';
import { hasOriginal } from '../storage/originals.ts';
import { listVersionsOf, removeVersions } from '../storage/upload-versions.ts';
import { getMedia } from '../table/media.ts';
import { getUpload, setTooLarge, withdrawUpload } from '../table/uploads.ts';
import { isTooLarge, surplusVersions, type UploadFate } from './surplus-versions.ts';

/**
 * Removes what nobody needs of what arrived for an upload, old versions included. It looks at what is there, so it
 * is safe to repeat, in any order and beside a save.
 * @returns how many versions it removed
 */
export async function pruneUpload(uploadId: string, now: Date): Promise<number> {
  // Before the row: what is listed here is not newer than what the row says.
  const versions = await listVersionsOf(uploadId);
  const latest = versions.find(({ isLatest }) => isLatest);
  if (!latest) return 0;
  const upload = await getUpload(uploadId);
  const fate = await fateOf(upload);
  const surplus = surplusVersions(versions, { fate, now });
  if (upload && fate === 'unsaved' && surplus.includes(latest)) {
    // First, so that whoever finds the file gone is told why, and nobody saves it in this moment.
    if (isTooLarge(latest)) await setTooLarge(uploadId);
    else if (!(await withdrawUpload(uploadId, upload.person))) return 0;
  }
  await removeVersions(surplus);
  return surplus.length;
}

async function fateOf(upload: UploadRecord | undefined): Promise<UploadFate> {
  if (!upload) return 'unknown';
  if (upload.savedAs === null) return 'unsaved';
  const media = await getMedia(upload.savedAs);
  // Of an item that is given up without an original, the file that was saved is gone: another lies in its place.
  if (media?.state !== 'processing') return 'saved';
  return (await hasOriginal(media)) ? 'saved' : 'uncopied';
}
