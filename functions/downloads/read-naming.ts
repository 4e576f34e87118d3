import type { MediaRecord } from '../domain/records.ts';
import { listNames } from '../table/people.ts';
import type { Naming } from './archive-entries.ts';
import { numbersFor } from './undated-items.ts';

/** By what the files of a ZIP of these items are named. Uploaders' names are read for the owner's alone, and numbers for others'. */
export async function namingFor(
  { viewer, event }: Pick<Naming, 'viewer' | 'event'>,
  items: readonly MediaRecord[],
): Promise<Naming> {
  const isOwners = viewer === 'owner';
  const [names, numberOf] = await Promise.all([
    listNames(isOwners ? [...new Set(items.map(({ uploader }) => uploader))] : []),
    numbersFor(isOwners ? [] : items),
  ]);
  return { viewer, event, nameOf: (person) => names.get(person)?.name, numberOf };
}
