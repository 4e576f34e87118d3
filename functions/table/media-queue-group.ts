import { getRow } from './dynamo.ts';
import { parseEvent } from './event-row.ts';
import { keys } from './keys.ts';

/**
 * For whom an event's files are worked on: its owner's account, which shares its turn between all its events. Events cost
 * nothing to make, and one file in each of hundreds would otherwise be hundreds of groups with little work, whom the queue
 * prefers.
 * @returns the event itself, once nobody owns it any more
 */
export async function mediaGroupOf(eventId: string): Promise<string> {
  const row = await getRow(keys.event(eventId));
  return (row && parseEvent(row)?.createdBy) ?? eventId;
}
