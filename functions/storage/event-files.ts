import { archiveFolder, copiesFolder, openFolder } from './object-keys.ts';
import { invalidateFolder } from './cdn-invalidation.ts';
import { removePage } from './renditions.ts';

/**
 * Removes every file of an event, a thousand at a time, and invalidates the edge's copies. Safe to repeat.
 * @param isOverdue asked before each thousand
 * @returns false if time ran out before all were removed
 */
export async function removeEventFiles(eventId: string, isOverdue: () => boolean): Promise<boolean> {
  const folders = [
    openFolder(eventId),
    `media/held/${eventId}/`,
    `media/originals/${eventId}/`,
    copiesFolder(eventId),
    archiveFolder(eventId),
  ];
  for (const folder of folders) {
    let removed: number;
    do {
      if (isOverdue()) return false;
      removed = await removePage(folder);
    } while (removed > 0);
  }
  // Even if nothing was found: an earlier run may have been killed right before this.
  const minute = Math.floor(Date.now() / 60_000);
  for (const folder of folders.slice(0, 2)) {
    const isTaken = await invalidateFolder(folder, `${folder}${minute}`);
    if (!isTaken) throw new Error('The edge has too much to do; the message comes again.');
  }
  return true;
}
