const event = (eventId: string, rest = '') => `/event/${encodeURIComponent(eventId)}${rest}`;

/** The paths of the site, but for those that hosts alone go to (`host-paths.ts`). */
export const paths = {
  home: '/',
  create: '/create',
  join: (code: string) => `/j/${encodeURIComponent(code)}`,
  privacy: '/privacy',
  terms: '/terms',
  event: (eventId: string) => event(eventId),
  checkout: (eventId: string) => event(eventId, '/checkout'),
  timeline: (eventId: string) => event(eventId, '/timeline'),
  coHost: (eventId: string) => event(eventId, '/co-host'),
  wall: (eventId: string) => event(eventId, '/wall'),
  /** @param returnTo the page to return to after sign-in */
  login: (returnTo = '/') =>
    returnTo === '/' ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(returnTo)}`,
  logout: '/api/logout',
} as const;

/** The event with all that one person has uploaded to it: `mine`, or for the owner anybody's id. */
export const pathOfUploads = (eventId: string, of: string): string =>
  event(eventId, `?uploads=${encodeURIComponent(of)}`);

/** The absolute link that a host shares, on the current origin. */
export function eventLink(eventId: string, origin = location.origin): string {
  return origin + paths.event(eventId);
}
