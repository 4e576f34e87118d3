import type { MediaRecord } from '../domain/records.ts';
import { listNames } from '../table/people.ts';
import type { Naming } from './archive-entries.ts';

/** By what the files of a ZIP of these items are named. Uploaders' names are read for the owner's alone. */
export async function namingFor(
  { viewer, event }: Pick<Naming, 'viewer' | 'event'>,
  items: readonly MediaRecord[],
): Promise<Naming> {
  const people = viewer === 'owner' ? new Set(items.map(({ uploader }) => uploader)) : [];
  const names = await listNames([...people]);
  return { viewer, event, nameOf: (person) => names.get(person)?.name };
}
