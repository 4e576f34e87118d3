import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { LOGIN_SECONDS } from '../domain/sign-in-lifetimes.ts';

const SESSION_COOKIE = '__Host-session';
const LOGIN_COOKIE = '__Host-login';

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

/**
 * The `Set-Cookie` value that ties a sign-in to the browser that began it. Without it an attacker could send
 * somebody the callback link of the attacker's own sign-in, and have them upload to the attacker's account.
 */
export function loginCookie(state: string): string {
  return hostCookie(LOGIN_COOKIE, { value: state, maxAge: LOGIN_SECONDS });
}

/** The `Set-Cookie` value that ends a sign-in, successful or not. */
export function clearLoginCookie(): string {
  return hostCookie(LOGIN_COOKIE, { value: '', maxAge: 0 });
}

/** The `Cookie` header as one string, or as the list that an HTTP API event carries. */
export type CookieHeader = string | readonly string[] | undefined;

/** The session token that a browser sent; undefined if there is none or it is malformed. */
export function readSessionToken(header: CookieHeader): string | undefined {
  const token = readCookie(header, SESSION_COOKIE);
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

/** Whether this browser began the sign-in that `state` names. */
export function isLoginOf(header: CookieHeader, state: string): boolean {
  const begun = readCookie(header, LOGIN_COOKIE);
  if (begun === undefined || state === '') return false;
  // timingSafeEqual requires equal lengths, which hashes have whatever was sent.
  return timingSafeEqual(Buffer.from(hashToken(begun)), Buffer.from(hashToken(state)));
}

function hostCookie(name: string, content: { value: string; maxAge: number }): string {
  // The `__Host-` prefix requires exactly this: Secure, Path=/ and no Domain (RFC 6265bis, 4.1.3.2).
  return stringifySetCookie({ name, ...content, path: '/', secure: true, httpOnly: true, sameSite: 'lax' });
}

function readCookie(header: CookieHeader, name: string): string | undefined {
  if (header === undefined) return undefined;
  return parseCookie(typeof header === 'string' ? header : header.join('; '))[name];
}
