import { parseSetCookie } from 'cookie';
import { describe, expect, test } from 'vitest';
import { clearLoginCookie, loginCookies, readLogin } from '../../../functions/sign-in/login-cookie.ts';

const now = new Date('2026-06-30T18:00:00.000Z');
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const login = (name: string) => ({
  state: `state-${name}`,
  nonce: 'n'.repeat(43),
  codeVerifier: 'v'.repeat(43),
  returnTo: `/event/${name}`,
});

/** What a browser has after it took these. */
function browserWith(lines: readonly string[], had: ReadonlyMap<string, string> = new Map()) {
  const cookies = new Map(had);
  for (const { name, value = '', maxAge } of lines.map((line) => parseSetCookie(line))) {
    if (maxAge === 0) cookies.delete(name);
    else cookies.set(name, value);
  }
  return cookies;
}
const sentBy = (cookies: ReadonlyMap<string, string>): string[] =>
  [...cookies].map(([name, value]) => `${name}=${value}`);

describe('a sign-in that was begun', () => {
  const cookies = browserWith(loginCookies(login('one'), undefined, now));

  test('is kept by its browser, with all that the __Host- prefix and a hostile page call for', () => {
    for (const line of [...loginCookies(login('one'), [], now), clearLoginCookie('state-one')]) {
      expect(parseSetCookie(line)).toMatchObject({
        name: expect.stringMatching(/^__Host-login-[\da-f]{16}$/),
        path: '/',
        secure: true,
        httpOnly: true,
        sameSite: 'lax',
      });
    }
    expect(readLogin(sentBy(cookies), 'state-one', later(599))).toMatchObject(login('one'));
    expect(readLogin(sentBy(cookies).join('; '), 'state-one', now)).toMatchObject(login('one'));
  });

  test.each([
    ['too late', sentBy(cookies), 'state-one', 600],
    ['by another browser', undefined, 'state-one', 1],
    ['by a link that names another sign-in', sentBy(cookies), 'state-two', 1],
    ['by a link that names none', sentBy(cookies), '', 1],
    ['with what is no sign-in', [...cookies.keys()].map((name) => `${name}=e30`), 'state-one', 1],
    ['with what is no JSON', [...cookies.keys()].map((name) => `${name}=%%`), 'state-one', 1],
  ])('is not finished %s', (_how, sent, state, seconds) => {
    expect(readLogin(sent, state, later(seconds))).toBeUndefined();
  });

  test('under the name of another is none', () => {
    const [value = ''] = cookies.values();
    const [name = ''] = browserWith(loginCookies(login('two'), undefined, now)).keys();
    expect(readLogin([`${name}=${value}`], 'state-two', now)).toBeUndefined();
  });
});

describe('several tabs', () => {
  test('that begin at the same moment can all finish, in whatever order', () => {
    // Neither request carries what the other was answered.
    const both = ['one', 'two'].flatMap((name) => loginCookies(login(name), undefined, now));
    let cookies = browserWith(both);
    for (const name of ['two', 'one']) {
      expect(readLogin(sentBy(cookies), `state-${name}`, now)?.returnTo).toBe(`/event/${name}`);
      cookies = browserWith([clearLoginCookie(`state-${name}`)], cookies);
    }
    expect(cookies.size).toBe(0);
  });

  test('and a page that begins one after another leave the newest, so that requests stay small', () => {
    let cookies = browserWith([]);
    for (let at = 0; at < 20; at += 1) {
      const begun = { ...login(String(at)), returnTo: `/${'x'.repeat(1023)}` };
      cookies = browserWith(loginCookies(begun, sentBy(cookies), later(at)), cookies);
    }
    const kept = Array.from({ length: 20 }, (_, at) =>
      readLogin(sentBy(cookies), `state-${at}`, later(20)),
    ).flatMap((one, at) => (one ? [at] : []));
    expect(kept).toEqual([17, 18, 19]);
    // Of the 10,240 bytes that the gateway takes for all headers.
    expect(sentBy(cookies).join('; ').length).toBeLessThan(5500);
  });
});
