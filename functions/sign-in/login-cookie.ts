import * as z from 'zod/mini';
import { expirySeconds } from '../domain/expiry.ts';
import { LOGIN_SECONDS } from '../domain/sign-in-lifetimes.ts';
import { type CookieHeader, hashToken, hostCookie, readCookies } from './session-cookie.ts';

/**
 * A sign-in that has begun, kept by its browser alone: in a cookie of its own for each, so that several tabs can
 * sign in at once. It also ties the sign-in to that browser: without it an attacker could send somebody the
 * callback link of the attacker's own sign-in, and have them upload to the attacker's account.
 */
export type PendingLogin = {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
};

const PREFIX = '__Host-login-';

/** How many a browser keeps beside a new one: all cookies must fit into the head of a request. */
const MAX_OTHERS = 2;

/** The name tells which sign-in a way back belongs to, and holds nothing that a URL may decide. */
const nameOf = (state: string): string => `${PREFIX}${hashToken(state).slice(0, 16)}`;

const content = z.object({
  state: z.string().check(z.minLength(1)),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string(),
  expiresAtSeconds: z.number(),
});

/**
 * The `Set-Cookie` values that keep a sign-in until its callback, for ten minutes. Of the others that the browser
 * has, the oldest are dropped if they are many.
 */
export function loginCookies(login: PendingLogin, sent: CookieHeader, now: Date): string[] {
  const kept = { ...login, expiresAtSeconds: expirySeconds(now, LOGIN_SECONDS) };
  const value = Buffer.from(JSON.stringify(kept)).toString('base64url');
  const others = Object.entries(readCookies(sent))
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, other]) => ({ name, endsAt: parseLogin(other)?.expiresAtSeconds ?? 0 }))
    .toSorted((a, b) => b.endsAt - a.endsAt);
  return [
    hostCookie(nameOf(login.state), { value, maxAge: LOGIN_SECONDS }),
    ...others.slice(MAX_OTHERS).map(({ name }) => hostCookie(name, { value: '', maxAge: 0 })),
  ];
}

/** The `Set-Cookie` value that ends a sign-in, successful or not. */
export function clearLoginCookie(state: string): string {
  return hostCookie(nameOf(state), { value: '', maxAge: 0 });
}

/** The sign-in that `state` names; undefined if this browser did not begin it, or too long ago. */
export function readLogin(sent: CookieHeader, state: string, now: Date): PendingLogin | undefined {
  const login = parseLogin(readCookies(sent)[nameOf(state)]);
  if (login?.state !== state || login.expiresAtSeconds * 1000 <= now.getTime()) return undefined;
  return login;
}

function parseLogin(value: string | undefined): z.output<typeof content> | undefined {
  try {
    return content.safeParse(JSON.parse(Buffer.from(value ?? '', 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}
