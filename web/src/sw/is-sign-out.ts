/** The part of a request that the check needs. */
export type RequestFacts = Pick<Request, 'method' | 'mode' | 'url' | 'referrer'>;

/**
 * Whether a request signs the user out or deletes an account or guest, after which this browser must not get their
 * notifications. Ignores sign-out links on other sites, which must not be able to end anything.
 */
export function isSignOut({ method, mode, url, referrer }: RequestFacts, origin: string): boolean {
  const target = new URL(url);
  if (target.origin !== origin) return false;
  if (method === 'DELETE') return /^\/api\/(?:auth\/user|guests\/[^/]+)$/.test(target.pathname);
  const isOwnLink = URL.canParse(referrer) && new URL(referrer).origin === origin;
  return mode === 'navigate' && isOwnLink && target.pathname === '/api/logout';
}
