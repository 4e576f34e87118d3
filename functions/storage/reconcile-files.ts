import { areFilesInPlace, itemFolder, areaForStatus, renditionFolder } from './object-keys.ts';
import type { MediaRecord } from '../domain/records.ts';
import { fileNamesOf } from '../domain/rendition-names.ts';
import { getMedia } from '../table/media.ts';
import { setMediaPlace } from '../table/processing-result.ts';
import { deleteVotesFor } from '../table/votes.ts';
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
 * Brings an item's files to where its row says that they belong, or removes them where the row is gone.
 * Safe to repeat and to interrupt anywhere: it looks at what is, not at what was asked.
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
 * Removes what a mover left behind that was killed between noting the new place and removing the old files.
 * @param options.wasOpen takes the item from the edge's caches, too: whoever may look at the event could see it
 * @returns false where the edge has too much to do for that
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
  // After the files, so that nothing is kept anew. Every number is taken away once.
  const folder = itemFolder(item, 'open');
  return !wasOpen || invalidateFolder(folder, `${folder}${media?.placeVersion ?? 'gone'}`);
}

/** Copies, notes the new place, removes the old files. @returns false where the status was set anew meanwhile */
async function moveFiles(media: MediaRecord): Promise<boolean> {
  const place = areaForStatus(media.status);
  const from = renditionFolder(media, media.place ?? 'held');
  const to = renditionFolder({ ...media, placeVersion: media.statusVersion }, place);
  await copyRenditions(fileNamesOf(media.facts), { from, to });
  if (await setMediaPlace(media, place)) {
    await removeFolder(from);
    return true;
  }
  // Nobody can place files for a status that is over. Only one who did so before it ended is moved from there.
  const now = await getMedia(media.id);
  if (now?.placeVersion !== media.statusVersion) await removeFolder(to);
  return false;
}

async function removeFiles(item: { id: string; eventId: string }): Promise<void> {
  await Promise.all([
    removeOriginal(item),
    removeRenditions(item, 'open'),
    removeRenditions(item, 'held'),
    deleteVotesFor(item.id),
  ]);
}

/** Removes files that a newer edition took the place of; what the row speaks of stays. */
export async function removeStaleFiles(item: { id: string }, names: readonly string[]): Promise<void> {
  const media = await getMedia(item.id);
  // Gone or moved on, it has left nothing behind.
  if (!media?.place) return;
  const kept = new Set(fileNamesOf(media.facts));
  const gone = names.filter((name) => !kept.has(name));
  await removeFilesByName(renditionFolder(media, media.place), gone);
}
