import { createHash, randomBytes } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';

const SESSION_COOKIE = '__Host-session';

const TOKEN = /^[\w-]{43}$/;

/** A new session token: 32 random bytes in base64url. Only its hash is ever stored. */
export function newSessionToken(random: (size: number) => Buffer = randomBytes): string {
  return random(32).toString('base64url');
}

/** The stored form of a token: SHA-256 in hex. The token has 256 random bits, so it needs no salt. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The `Set-Cookie` value that signs a browser in. Lax, because Strict would withhold the cookie on
 * the way back from the identity provider and on every link from a chat (RFC 6265bis, 8.8.2).
 */
export function sessionCookie(token: string, maxAgeSeconds: number): string {
  return hostCookie(SESSION_COOKIE, { value: token, maxAge: maxAgeSeconds });
}

/** The `Set-Cookie` value that signs a browser out. */
export function clearSessionCookie(): string {
  return hostCookie(SESSION_COOKIE, { value: '', maxAge: 0 });
}

/** The `Cookie` header as one string, or as the list that an HTTP API event carries. */
export type CookieHeader = string | readonly string[] | undefined;

/** The session token that a browser sent; undefined if there is none or it is malformed. */
export function readSessionToken(header: CookieHeader): string | undefined {
  const token = readCookies(header)[SESSION_COOKIE];
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

/** A `Set-Cookie` value for this host alone. @param content `maxAge`: in seconds, 0 deletes the cookie */
export function hostCookie(name: string, content: { value: string; maxAge: number }): string {
  // The `__Host-` prefix requires exactly this: Secure, Path=/ and no Domain (RFC 6265bis, 4.1.3.2).
  return stringifySetCookie({ name, ...content, path: '/', secure: true, httpOnly: true, sameSite: 'lax' });
}

/** The cookies that a browser sent, by name. */
export function readCookies(header: CookieHeader): Readonly<Record<string, string | undefined>> {
  if (header === undefined) return {};
  return parseCookie(typeof header === 'string' ? header : header.join('; '));
}
