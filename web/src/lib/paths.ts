const event = (eventId: string, rest = '') => `/event/${encodeURIComponent(eventId)}${rest}`;

/** Every address of the site, once. */
export const paths = {
  home: '/',
  create: '/create',
  privacy: '/privacy',
  terms: '/terms',
  event: (eventId: string) => event(eventId),
  checkout: (eventId: string) => event(eventId, '/checkout'),
  timeline: (eventId: string) => event(eventId, '/timeline'),
  moderate: (eventId: string) => event(eventId, '/moderate'),
  people: (eventId: string) => event(eventId, '/people'),
  payments: (eventId: string) => event(eventId, '/payments'),
  /** The browser goes there; the page it comes back to is the home page unless named. */
  login: (returnTo = '/') =>
    returnTo === '/' ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(returnTo)}`,
  logout: '/api/logout',
} as const;

/** The link that a host shares, on the origin the site is seen at. */
export function eventLink(eventId: string, origin = location.origin): string {
  return origin + paths.event(eventId);
}
