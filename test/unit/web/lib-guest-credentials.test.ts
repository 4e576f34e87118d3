import { describe, expect, test } from 'vitest';
import { guestFields, parseGuestCredentials } from '../../../web/src/lib/guest-credentials.ts';
import { avatarLetter, displayName } from '../../../web/src/lib/person-name.ts';

describe('stored guest credentials', () => {
  const guest = { id: 'gst_1', name: 'Ada', token: 't', email: null };

  test('are parsed', () => {
    expect(parseGuestCredentials(JSON.stringify(guest))).toEqual(guest);
    expect(parseGuestCredentials('{"id":"gst_1","token":"t","name":7}')).toEqual({ ...guest, name: '' });
  });

  test.each([
    null,
    '',
    'null',
    '[]',
    '"x"',
    '{',
    '{"id":"gst_1"}',
    '{"id":"","token":"t"}',
    '{"id":1,"token":2}',
  ])('are rejected: %s', (raw) => expect(parseGuestCredentials(raw)).toBeNull());

  test('are sent as guestId and token', () => {
    expect(guestFields(guest)).toEqual({ guestId: 'gst_1', token: 't' });
    expect(guestFields(null)).toEqual({});
  });
});

describe('a profile', () => {
  test.each([
    [{ firstName: 'maria', email: 'x@y.z' }, 'maria', 'M'],
    [{ firstName: null, email: 'x@y.z' }, 'x@y.z', 'X'],
    [{ firstName: '', email: '' }, 'User', 'U'],
    [{ firstName: '😀 Ana', email: '' }, '😀 Ana', '😀'],
  ])('of %o has the name %s and the letter %s', (user, name, letter) => {
    expect(displayName(user)).toBe(name);
    expect(avatarLetter(user)).toBe(letter);
  });
});
