import { eventId } from '../../shared/contract/ids.ts';

/** A page of an event. `rest` is empty for its gallery, or else a path such as `/timeline`. */
export type EventPageAddress = { readonly eventId: string; readonly rest: string };

/**
 * Parses the path of an event page as the browser sent it, percent-encoding included.
 * @returns undefined if it is not an event page
 */
export function parsePageAddress(path: string | undefined): EventPageAddress | undefined {
  const [, id = '', rest = ''] = /^\/event\/([^/]+)(\/.*)?$/.exec(path?.replace(/\/+$/, '') ?? '') ?? [];
  const parsed = eventId.safeParse(id);
  return parsed.success ? { eventId: parsed.data, rest } : undefined;
}

/** Pages that may be indexed if the event may be: its photos, but not checkout or management. */
export const isForSearch = ({ rest }: EventPageAddress): boolean => rest === '' || rest === '/timeline';
