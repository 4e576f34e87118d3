import { useLocation } from 'react-router-dom';

/** A route such as `/create` or `/event/:eventId/timeline`, and the event's id. */
export type PathMatch = { readonly page: string; readonly eventId: string };

/**
 * Matches a path, ignoring trailing slashes. `eventId` is empty for pages that belong to no event.
 * @param pathname still percent-encoded
 */
export function matchPath(pathname: string): PathMatch {
  const plain = pathname.replace(/\/+$/, '');
  const [, eventId, rest = ''] = /^\/event\/([^/]+)(\/.*)?$/.exec(plain) ?? [];
  if (eventId === undefined) return { page: plain || '/', eventId: '' };
  try {
    return { page: `/event/:eventId${rest}`, eventId: decodeURIComponent(eventId) };
  } catch {
    // A malformed escape is no valid id; passed on as it is, the API answers that there is no such event.
    return { page: `/event/:eventId${rest}`, eventId };
  }
}

/** The event id in the current URL. */
export function useEventId(): string {
  return matchPath(useLocation().pathname).eventId;
}
