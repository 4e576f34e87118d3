import { eventId } from '../../shared/contract/ids.ts';

/** A page of an event. `rest` is empty for its gallery, else like `/timeline`. */
export type EventPageAddress = { readonly eventId: string; readonly rest: string };

/**
 * Reads the address of an event's page as the browser sent it, escapes and all.
 * @returns undefined where it can be no event's
 */
export function parsePageAddress(path: string | undefined): EventPageAddress | undefined {
  const [, id = '', rest = ''] = /^\/event\/([^/]+)(\/.*)?$/.exec(path?.replace(/\/+$/, '') ?? '') ?? [];
  const parsed = eventId.safeParse(id);
  return parsed.success ? { eventId: parsed.data, rest } : undefined;
}

/** Pages that may be found, where the event may: its photos, not paying and managing. */
export const isForSearch = ({ rest }: EventPageAddress): boolean => rest === '' || rest === '/timeline';
