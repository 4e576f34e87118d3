import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../lib/query-keys.ts';
import { markStale } from './change-log.ts';
import { markEventStale } from './event-changes.ts';

/** Refusals that an open page did not expect: the host has paused the event since, or has taken the viewer's place back. */
const SURPRISES: ReadonlySet<unknown> = new Set(['event_paused', 'needs_join']);

/** A call on an event was refused with this code. If it says that the viewer's place has changed, that is read again. */
export function placeMayBeChanged(client: QueryClient, eventId: string, code: unknown): void {
  if (!SURPRISES.has(code)) return;
  void markEventStale(client, eventId);
  void markStale(client, { queryKey: queryKeys.places(eventId) });
}
