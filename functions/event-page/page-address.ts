import { eventId } from '../../shared/contract/ids.ts';
import type { SortBy } from '../../shared/contract/media.ts';
import { parseSortOrder } from '../../shared/values/sort-orders.ts';

/** A page of an event. `rest` is empty for its gallery, or else a path such as `/timeline`. */
export type EventPageAddress = {
  readonly eventId: string;
  readonly rest: string;
  /** The gallery's order. */
  readonly sortBy: SortBy;
};

/**
 * Parses the path of an event page as the browser sent it, percent-encoding included.
 * @param sort the order that it asks for
 * @returns undefined if it is not an event page
 */
export function parsePageAddress(path: string | undefined, sort?: string): EventPageAddress | undefined {
  const [, id = '', rest = ''] = /^\/event\/([^/]+)(\/.*)?$/.exec(path?.replace(/\/+$/, '') ?? '') ?? [];
  const parsed = eventId.safeParse(id);
  return parsed.success ? { eventId: parsed.data, rest, sortBy: parseSortOrder(sort) } : undefined;
}

/** The page with the event's photos, in whatever order. */
export const isGallery = ({ rest }: Pick<EventPageAddress, 'rest'>): boolean => rest === '';

/** Pages that may be indexed if the event may be: its photos, but not checkout or management. */
export const isForSearch = ({ rest }: Pick<EventPageAddress, 'rest'>): boolean =>
  isGallery({ rest }) || rest === '/timeline';
