import { eventLink } from '../../lib/paths.ts';

/** The absolute link to one item of an event, which opens in the large view. */
export function itemLink({ eventId, id }: { eventId: string; id: string }, origin?: string): string {
  return `${eventLink(eventId, origin)}?media=${encodeURIComponent(id)}`;
}
