import { parseSetCookie } from 'cookie';
import { describe, expect, test } from 'vitest';
import {
  clearSessionCookie,
  hashToken,
  newSessionToken,
  readSessionToken,
  sessionCookie,
} from '../../../functions/sign-in/session-cookie.ts';

const token = 'A'.repeat(42) + '_';

describe('the session token', () => {
  test('is 32 random bytes in base64url', () => {
    const bytes = Buffer.from(Array.from({ length: 32 }, (_, at) => 255 - at));
    expect(newSessionToken((size) => bytes.subarray(0, size))).toBe(bytes.toString('base64url'));
    expect(newSessionToken()).toMatch(/^[\w-]{43}$/);
    expect(newSessionToken()).not.toBe(newSessionToken());
  });

  test('is stored as SHA-256 in hex', () => {
    // FIPS 180-2, the example "abc".
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('cookies', () => {
  test.each([
    ['session', sessionCookie(token, 3600), { name: '__Host-session', value: token, maxAge: 3600 }],
    ['cleared session', clearSessionCookie(), { name: '__Host-session', value: '', maxAge: 0 }],
  ])('%s: everything that the __Host- prefix and a hostile page call for', (_name, line, expected) => {
    expect(parseSetCookie(line)).toEqual({
      ...expected,
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'lax',
    });
  });

  test.each([
    ['a header', `a=b; __Host-session=${token}; c=d`, token],
    ["an HTTP API event's list", ['a=b', `__Host-session=${token}`], token],
    ['no header', undefined, undefined],
    ['another cookie', `session=${token}; __Host-sessions=${token}`, undefined],
    ['something shorter', `__Host-session=${token.slice(1)}`, undefined],
    ['something longer', `__Host-session=${token}A`, undefined],
    ['something else', `__Host-session=${'é'.repeat(43)}`, undefined],
    ['an emptied one', '__Host-session=', undefined],
  ])('reads a session token from %s', (_name, header, expected) => {
    expect(readSessionToken(header)).toBe(expected);
  });
});
