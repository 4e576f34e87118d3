import { describe, expect, test } from 'vitest';
import { readProfile } from '../../../functions/sign-in/profile.ts';

const sub = '1f0c2f3e-0000-4000-8000-000000000000';
const nobody = { sub, email: 'ada@example.com', firstName: null, lastName: null };

describe('readProfile', () => {
  test('reads what Cognito says, but no picture, which would be another site’s', () => {
    const picture = 'https://pictures.example/ada.jpg';
    const claims = {
      sub,
      email: 'ada@example.com',
      given_name: 'Ada',
      family_name: 'Love\u202Elace',
      picture,
    };
    expect(readProfile({ ...claims, 'cognito:username': sub })).toEqual({
      sub,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
    });
  });

  test('one address is one person, however it is written', () => {
    expect(readProfile({ sub, email: ' Ada@Example.COM ' })).toEqual(nobody);
  });

  test.each([
    { given_name: '', family_name: '  ' },
    { given_name: 7, family_name: null },
    { given_name: '\u200B', family_name: '\u3164' },
    { given_name: 'x'.repeat(201) },
  ])('leaves out what is odd: %j', (odd) => {
    expect(readProfile({ sub, email: 'ada@example.com', ...odd })).toEqual(nobody);
  });

  test.each([
    {},
    { sub },
    { email: 'ada@example.com' },
    { sub: '', email: 'ada@example.com' },
    { sub, email: 7 },
    { sub, email: 'a\ud800@example.com' },
  ])('is nobody without a sub and an address: %j', (claims) => expect(readProfile(claims)).toBeUndefined());
});
