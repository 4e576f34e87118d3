import { useLocation } from 'react-router-dom';

/** Which page an address means, `/create` or `/event/:eventId/timeline`, and of which event. */
export type PathMatch = { readonly page: string; readonly eventId: string };

/**
 * Reads an address. A slash at the end makes no difference; `eventId` is empty for pages of no event.
 * @param pathname as the browser has it, escapes and all
 */
export function matchPath(pathname: string): PathMatch {
  const plain = pathname.replace(/\/+$/, '');
  const [, eventId, rest = ''] = /^\/event\/([^/]+)(\/.*)?$/.exec(plain) ?? [];
  if (eventId === undefined) return { page: plain || '/', eventId: '' };
  try {
    return { page: `/event/:eventId${rest}`, eventId: decodeURIComponent(eventId) };
  } catch {
    // A broken escape is no event's id; asking the API for it as it stands says so.
    return { page: `/event/:eventId${rest}`, eventId };
  }
}

/** The event whose page this is. */
export function useEventId(): string {
  return matchPath(useLocation().pathname).eventId;
}
