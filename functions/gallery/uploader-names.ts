import type { EventAccess } from '../domain/access.ts';
import type { Caller } from '../domain/caller.ts';
import type { EventRecord, MediaRecord } from '../domain/records.ts';
import { visibleName } from '../domain/visibility.ts';
import { listNames } from '../table/people.ts';
import { createSharedReads } from '../table/shared-reads.ts';

const namesOf = /* @__PURE__ */ createSharedReads<Awaited<ReturnType<typeof listNames>>>(50);

/**
 * The names of those who uploaded an event's items, as far as a caller may see them. Reads those of different people once
 * each, and nothing where no name is shown.
 * @returns the name beside an item, null if there is none to show
 */
export async function uploaderNames(
  items: readonly MediaRecord[],
  caller: Caller,
  context: { access: EventAccess; event: Pick<EventRecord, 'firstNamesSince'>; now: Date },
): Promise<(media: MediaRecord) => string | null> {
  const extentOf = (media: MediaRecord) => visibleName(media, caller, context);
  const people = new Set(items.filter((media) => extentOf(media) !== 'none').map(({ uploader }) => uploader));
  if (people.size === 0) return () => null;
  const wanted = [...people];
  const question = { key: wanted.join(' '), version: 0, changes: 0, now: context.now };
  const names = await namesOf(question, () => listNames(wanted));
  return (media) => {
    const extent = extentOf(media);
    if (extent === 'none') return null;
    return names.get(media.uploader)?.[extent === 'whole' ? 'name' : 'firstName'] ?? null;
  };
}
