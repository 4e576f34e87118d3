import { describe, expect, test } from 'vitest';
import { readProfile } from '../../../functions/sign-in/profile.ts';

const sub = '1f0c2f3e-0000-4000-8000-000000000000';
const nobody = { sub, email: 'ada@example.com', firstName: null, lastName: null, profileImageUrl: null };

describe('readProfile', () => {
  test('reads what Cognito says', () => {
    const picture = 'https://pictures.example/ada.jpg';
    const claims = { sub, email: 'ada@example.com', given_name: 'Ada', family_name: 'Lovelace', picture };
    expect(readProfile({ ...claims, 'cognito:username': sub })).toEqual({
      sub,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
      profileImageUrl: picture,
    });
  });

  test('one address is one person, however it is written', () => {
    expect(readProfile({ sub, email: ' Ada@Example.COM ' })).toEqual(nobody);
  });

  test.each([
    { given_name: '', family_name: '  ', picture: '' },
    { given_name: 7, family_name: null, picture: {} },
    { picture: 'javascript:alert(1)' },
    { picture: 'http://pictures.example/ada.jpg' },
    { picture: 'data:image/png;base64,AA==' },
    { given_name: 'x'.repeat(201), picture: `https://pictures.example/${'x'.repeat(2048)}` },
  ])('leaves out what is odd: %j', (odd) => {
    expect(readProfile({ sub, email: 'ada@example.com', ...odd })).toEqual(nobody);
  });

  test.each([
    {},
    { sub },
    { email: 'ada@example.com' },
    { sub: '', email: 'ada@example.com' },
    { sub, email: 7 },
  ])('is nobody without a sub and an address: %j', (claims) => expect(readProfile(claims)).toBeUndefined());
});
