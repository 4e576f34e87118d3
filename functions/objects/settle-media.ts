import { placeOf } from '../domain/placement.ts';
import type { MediaRecord } from '../domain/records.ts';
import { getMedia } from '../table/media.ts';
import { setMediaPlace } from '../table/media-outcome.ts';
import { deleteVotesFor } from '../table/votes.ts';
import { removeOriginal } from './originals.ts';
import { copyRenditions, removeRenditions } from './renditions.ts';

/**
 * Brings an item's files to where its row says that they belong, or removes them where the row is gone.
 * Safe to repeat and to interrupt anywhere: it looks at what is, not at what was asked.
 */
export async function settleMedia(item: { id: string; eventId: string }): Promise<void> {
  for (;;) {
    const media = await getMedia(item.id);
    if (!media) return removeFiles(item);
    const wanted = placeOf(media.status);
    if (media.place === null || media.place === wanted) return;
    if (await moveFiles(media)) return;
  }
}

/** Copies, notes the new place, removes the old files. @returns false where the status changed meanwhile */
async function moveFiles(media: MediaRecord): Promise<boolean> {
  const [from, to] = [media.place ?? 'held', placeOf(media.status)];
  const names = [...(media.facts?.renditions.map(({ name }) => name) ?? []), media.facts?.play ?? []].flat();
  await copyRenditions(media, { names, from, to });
  if (!(await setMediaPlace(media, to))) return false;
  await removeRenditions(media, from);
  return true;
}

async function removeFiles(item: { id: string; eventId: string }): Promise<void> {
  await Promise.all([
    removeOriginal(item),
    removeRenditions(item, 'open'),
    removeRenditions(item, 'held'),
    deleteVotesFor(item.id),
  ]);
}
