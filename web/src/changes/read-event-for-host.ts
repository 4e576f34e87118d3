import type { QueryClient } from '@tanstack/react-query';
import { markEventStale } from './event-changes.ts';

const PAUSE_MS = 3_000;

/** By event, whether it is to be read once more after the present pause. */
const pauses = new WeakMap<QueryClient, Map<string, boolean>>();

/** A host reads the event: however much they hear of, one read at a time, and a while after the last one. */
export function readEventForHost(client: QueryClient, eventId: string): void {
  const again = pauses.get(client) ?? new Map<string, boolean>();
  pauses.set(client, again);
  if (again.has(eventId)) {
    again.set(eventId, true);
    return;
  }
  again.set(eventId, false);
  const pause = new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  void Promise.all([markEventStale(client, eventId), pause]).finally(() => {
    const isAgain = again.get(eventId);
    again.delete(eventId);
    if (isAgain) readEventForHost(client, eventId);
  });
}
