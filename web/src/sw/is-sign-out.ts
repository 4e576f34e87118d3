/** As much of a request as is asked. */
export type RequestFacts = Pick<Request, 'method' | 'mode' | 'url' | 'referrer'>;

/**
 * Whether somebody signs out, or deletes their account or guest: nothing may tell this browser of their events any
 * more. A link of another site leads to the sign-out, too, but must not be able to end anything.
 */
export function isSignOut({ method, mode, url, referrer }: RequestFacts, origin: string): boolean {
  const target = new URL(url);
  if (target.origin !== origin) return false;
  if (method === 'DELETE') return /^\/api\/(?:auth\/user|guests\/[^/]+)$/.test(target.pathname);
  const isOwnLink = URL.canParse(referrer) && new URL(referrer).origin === origin;
  return mode === 'navigate' && isOwnLink && target.pathname === '/api/logout';
}
