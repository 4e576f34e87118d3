import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../lib/query-keys.ts';
import { markStale } from './change-log.ts';
import { accessChanged, markEventStale } from './event-changes.ts';

/** Refusals that an open page did not expect: the host has paused the event since, or has taken the viewer's place back. */
const SURPRISES: ReadonlySet<unknown> = new Set(['event_paused', 'needs_join']);

/** The host has removed the viewer since, or has closed the event to guests. */
const NO_ACCESS = 'forbidden';

/** A call on an event was refused with this code. If it says that the viewer's standing has changed, that is read again. */
export function placeMayBeChanged(client: QueryClient, eventId: string, code: unknown): void {
  if (code === NO_ACCESS) accessChanged(client, eventId);
  if (!SURPRISES.has(code)) return;
  void markEventStale(client, eventId);
  void markStale(client, { queryKey: queryKeys.places(eventId) });
}
