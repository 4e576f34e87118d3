import { areFilesInPlace, itemFolder, areaForStatus, renditionFolder } from './object-keys.ts';
import type { MediaRecord } from '../domain/records.ts';
import { fileNamesOf, renditionNamesOf } from '../domain/rendition-names.ts';
import { isNotFound } from './is-not-found.ts';
import { getMedia } from '../table/media.ts';
import { setFileArea } from '../table/processing-result.ts';
import { deleteVotesFor } from '../table/votes.ts';
import { removeCopies } from './copy-files.ts';
import { removeOriginal } from './originals.ts';
import { invalidateFolder } from './cdn-invalidation.ts';
import {
  copyRenditions,
  removeEarlier,
  removeFilesByName,
  removeFolder,
  removeRenditions,
} from './renditions.ts';

/**
 * Moves an item's files to where its row says they belong, or removes them if the row is gone. Safe to repeat
 * and to interrupt anywhere: it acts on what is there, not on what was asked.
 */
export async function reconcileFiles(item: { id: string; eventId: string }): Promise<void> {
  for (;;) {
    const media = await getMedia(item.id);
    if (!media) return removeFiles(item);
    if (areFilesInPlace(media)) return;
    if (await moveFiles(media)) return;
  }
}

/**
 * Removes what is left by a move that was killed between recording the new area and removing the old files.
 * @param options.wasOpen also invalidates the edge's copies: everybody who may see the event could see the
 * item
 * @returns false if CloudFront accepts no more invalidations now
 */
export async function removeEarlierFiles(
  item: { id: string; eventId: string },
  { wasOpen }: { wasOpen: boolean },
): Promise<boolean> {
  const media = await getMedia(item.id);
  if (media?.place) {
    await removeEarlier(media, 'open');
    await removeEarlier(media, 'held');
  }
  // After the files, so that nothing is cached again. Each version is invalidated once.
  const folder = itemFolder(item, 'open');
  return !wasOpen || invalidateFolder(folder, `${folder}${media?.placeVersion ?? 'gone'}`);
}

/**
 * Copies, records the new area, removes the old files.
 * @returns false if the status or the area has changed meanwhile: the call and the job that follows it may
 * move the same files at once
 */
async function moveFiles(media: MediaRecord): Promise<boolean> {
  const place = areaForStatus(media.status);
  const from = renditionFolder(media, media.place ?? 'held');
  const to = renditionFolder({ ...media, placeVersion: media.statusVersion }, place);
  try {
    await copyRenditions(renditionNamesOf(media.facts), { from, to });
    // Another release may have left it behind; it can be made again.
    const copy = media.facts?.copy;
    if (copy && !copy.standIn) await copyRenditions([copy.name], { from, to }).catch(ignoreMissing);
    if (await setFileArea(media, place)) {
      await removeFolder(from);
      // Of what only its uploader and the owner see there is no clean copy.
      if (media.place === 'open') await removeCopies(media);
      return true;
    }
  } catch (error) {
    if (!isNotFound(error) || !(await hasChanged(media))) throw error;
  }
  // Files are never placed for a past status; those placed while it was current are moved from there.
  const now = await getMedia(media.id);
  if (now?.placeVersion !== media.statusVersion) await removeFolder(to);
  return false;
}

function ignoreMissing(error: unknown): void {
  if (!isNotFound(error)) throw error;
}

async function hasChanged({ id, statusVersion, placeVersion }: MediaRecord): Promise<boolean> {
  const now = await getMedia(id);
  return now?.statusVersion !== statusVersion || now.placeVersion !== placeVersion;
}

async function removeFiles(item: { id: string; eventId: string }): Promise<void> {
  await Promise.all([
    removeOriginal(item),
    removeRenditions(item, 'open'),
    removeRenditions(item, 'held'),
    removeCopies(item),
    deleteVotesFor(item.id),
  ]);
}

/** Removes files that a newer edition replaced; those that the row names stay. */
export async function removeStaleFiles(item: { id: string }, names: readonly string[]): Promise<void> {
  const media = await getMedia(item.id);
  // An item that is gone or has moved has left nothing behind.
  if (!media?.place) return;
  const kept = new Set(fileNamesOf(media.facts));
  const gone = names.filter((name) => !kept.has(name));
  await removeFilesByName(renditionFolder(media, media.place), gone);
}
