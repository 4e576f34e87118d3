import { FIRST_SORT } from '../../shared/contract/first-data.ts';
import { eventId } from '../../shared/contract/ids.ts';
import { type SortBy, sortBy } from '../../shared/contract/media.ts';

/** A page of an event. `rest` is empty for its gallery, or else a path such as `/timeline`. */
export type EventPageAddress = {
  readonly eventId: string;
  readonly rest: string;
  /** The gallery's order. */
  readonly sortBy: SortBy;
};

/**
 * Parses the path of an event page as the browser sent it, percent-encoding included, and the order that it asks for,
 * `?sort=votes`. An unknown order is the first one.
 * @returns undefined if it is not an event page
 */
export function parsePageAddress(path: string | undefined, sort?: string): EventPageAddress | undefined {
  const [, id = '', rest = ''] = /^\/event\/([^/]+)(\/.*)?$/.exec(path?.replace(/\/+$/, '') ?? '') ?? [];
  const parsed = eventId.safeParse(id);
  const order = sortBy.safeParse(sort);
  return parsed.success
    ? { eventId: parsed.data, rest, sortBy: order.success ? order.data : FIRST_SORT }
    : undefined;
}

/** The page with the event's photos, in whatever order. */
export const isGallery = ({ rest }: Pick<EventPageAddress, 'rest'>): boolean => rest === '';

/** Pages that may be indexed if the event may be: its photos, but not checkout or management. */
export const isForSearch = ({ rest }: Pick<EventPageAddress, 'rest'>): boolean =>
  isGallery({ rest }) || rest === '/timeline';
