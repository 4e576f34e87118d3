import type { EventAccess } from '../domain/access.ts';
import type { Caller } from '../domain/caller.ts';
import type { EventRecord, MediaRecord } from '../domain/records.ts';
import { visibleName } from '../domain/visibility.ts';
import { listNames } from '../table/people.ts';

/**
 * The names of those who uploaded an event's items, as far as a caller may see them. Reads those of different people once
 * each, and nothing where no name is shown.
 * @returns the name beside an item, null if there is none to show
 */
export async function uploaderNames(
  items: readonly MediaRecord[],
  caller: Caller,
  context: { access: EventAccess; event: Pick<EventRecord, 'firstNamesSince'> },
): Promise<(media: MediaRecord) => string | null> {
  const extentOf = (media: MediaRecord) => visibleName(media, caller, context);
  const people = new Set(items.filter((media) => extentOf(media) !== 'none').map(({ uploader }) => uploader));
  if (people.size === 0) return () => null;
  const names = await listNames([...people]);
  return (media) => {
    const extent = extentOf(media);
    if (extent === 'none') return null;
    return names.get(media.uploader)?.[extent === 'whole' ? 'name' : 'firstName'] ?? null;
  };
}
