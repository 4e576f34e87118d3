import type { MediaRecord } from '../domain/records.ts';
import { createSharedReads } from '../table/shared-reads.ts';
import { listUndatedNumbers, NUMBERED_ITEMS } from '../table/undated-numbers.ts';

type Undated = Pick<MediaRecord, 'id' | 'eventId' | 'capturedAt' | 'undatedNumber'>;

/** By what number a name tells an undated item from others; undefined if it has none, as one that an earlier release processed. */
export type NumberOf = (media: Undated) => number | undefined;

const isToBeLookedUp = ({ capturedAt, undatedNumber }: Undated): boolean =>
  capturedAt === null && undatedNumber === undefined;

/** The numbers of an event's items. Reads nothing where all are known without. */
export async function numbersFor(items: readonly Undated[]): Promise<NumberOf> {
  const eventId = items.find(isToBeLookedUp)?.eventId;
  const numbers = eventId === undefined ? undefined : await listUndatedNumbers(eventId);
  return ({ id, undatedNumber }) => undatedNumber ?? numbers?.get(id);
}

const EVENTS_KEPT = 20;
const sharedNumbers =
  /* @__PURE__ */ createSharedReads<Awaited<ReturnType<typeof listUndatedNumbers>>>(EVENTS_KEPT);

/** The number of one item. What its event's are is read once for many who ask. */
export async function numberOf(media: Undated, now: Date): Promise<number | undefined> {
  if (!isToBeLookedUp(media)) return media.undatedNumber;
  const { id, eventId } = media;
  const numbersBy = (key: string) =>
    sharedNumbers({ key, version: 0, changes: 0, now }, () => listUndatedNumbers(eventId));
  const shared = await numbersBy(eventId);
  // What others were answered may be from before this one was processed, unless there are as many as are ever read.
  if (shared.has(id) || shared.size >= NUMBERED_ITEMS) return shared.get(id);
  return (await numbersBy(`${eventId} ${id}`)).get(id);
}
