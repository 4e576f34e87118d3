import type { ContentVersions, MediaCounts } from '../domain/records.ts';
import { listCounted, listCountedPeople } from './list-counted.ts';
import { claimCounting, getTally, keepTally, type KeptTally } from './numbers-store.ts';
import { type Tally, tallyOf } from './tally.ts';

/** A tally is good for so long, whatever happens. */
export const FRESH_MS = 5 * 60_000;
/** And for so long while no item comes or goes: people may come without one. */
export const QUIET_MS = 3600_000;

/** How often the items have changed that are counted. */
export const changesIn = ({ openChanges, heldChanges }: ContentVersions): number => openChanges + heldChanges;

/** Whether a tally need not be counted anew yet. */
export function isGood(
  { countedAt, changes }: Pick<KeptTally, 'countedAt' | 'changes'>,
  now: { at: Date; changes: number },
): boolean {
  const ageMs = now.at.getTime() - Date.parse(countedAt);
  return ageMs < (changes === now.changes ? QUIET_MS : FRESH_MS);
}

type Counted = {
  readonly event: { readonly id: string };
  readonly counts: MediaCounts;
  readonly contents: ContentVersions;
};

/** Counts an event's items and people now. */
export async function countEvent({ event, counts }: Omit<Counted, 'contents'>): Promise<Tally> {
  const [items, people] = await Promise.all([listCounted(event.id, counts), listCountedPeople(event.id)]);
  return tallyOf(items, people);
}

/** The tally that was counted last, while it is good or somebody else counts anew; otherwise a new one, which is kept. */
export async function currentTally(counted: Counted, now: Date): Promise<KeptTally> {
  const changes = changesIn(counted.contents);
  const last = await getTally(counted.event.id);
  if (last && isGood(last, { at: now, changes })) return last;
  if (last && !(await claimCounting(counted.event.id, last, now))) return last;
  const kept = { tally: await countEvent(counted), countedAt: now.toISOString(), changes };
  await keepTally(counted.event.id, kept);
  return kept;
}
