import { expect, it } from 'vitest';
import { guestRow, userRow } from '../../../functions/table/person-row.ts';

const user = { id: 'u', email: 'ada@example.com', firstName: null, lastName: null };

it.each([
  ['/media/people/ada.webp', '/media/people/ada.webp'],
  ['https://pictures.example/ada.jpg', null],
  ['//pictures.example/ada.jpg', null],
  ['data:image/png;base64,AA==', null],
  [null, null],
])('a picture at %s is shown at %s: this site’s own alone', (kept, shown) => {
  expect(userRow.parse({ ...user, profileImageUrl: kept }).profileImageUrl).toBe(shown);
});

it('names that a release before kept are plain', () => {
  const kept = { ...user, firstName: 'A\u202Eda\u0000', lastName: '\r\n', profileImageUrl: null };
  expect(userRow.parse(kept)).toMatchObject({ firstName: 'Ada', lastName: '' });
  const guest = { id: 'g', name: '\u200B', email: null, tokenHash: 'h', createdAt: '', claimedBy: null };
  expect(guestRow.parse(guest).name).toBe('Unnamed');
});
