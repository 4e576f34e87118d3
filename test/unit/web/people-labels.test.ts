import { expect, test } from 'vitest';
import type { PersonView } from '../../../shared/contract/people.ts';
import { personSearch } from '../../../shared/rules/person-search.ts';
import { shortenReason } from '../../../web/src/features/highlights/shorten-reason.ts';
import { sortPeople, personName } from '../../../web/src/features/people/person-labels.ts';

function person(id: string, change: Partial<PersonView> = {}): PersonView {
  return {
    id,
    kind: 'user',
    name: id,
    email: null,
    standing: 'participant',
    isBlocked: false,
    hasPaid: false,
    uploadCount: 0,
    since: '2026-01-01T00:00:00.000Z',
    ...change,
  };
}

test('people are sorted with the owner first, then co-hosts, then by name', () => {
  const people = [
    person('3', { name: 'Zoë' }),
    person('2', { name: 'élise' }),
    person('4', { name: 'Yan', standing: 'owner' }),
    person('1', { name: 'Zoë' }),
    person('5', { name: 'Zed', standing: 'co-host' }),
  ];
  expect(sortPeople(people).map(({ id }) => id)).toEqual(['4', '5', '2', '1', '3']);
});

test('a person with a deleted account has a placeholder name', () => {
  expect(personName({ name: null })).toBe('Someone who left');
  expect(personSearch('some')({ name: null, email: null })).toBe(false);
});

test.each([
  ['gra', true],
  [' HOPPER ', true],
  ['@navy', true],
  ['grâce', true],
  ['ada', false],
])('searching for %j finds Grace Hopper: %s', (search, isFound) =>
  expect(personSearch(search)({ name: 'Grace Hópper', email: 'grace@navy.example' })).toBe(isFound),
);

test('the reason of a highlight is shown without its common opening', () => {
  expect(shortenReason('Picked because it is in sharp focus and its colours are vivid.')).toBe(
    'It is in sharp focus and its colours are vivid.',
  );
  expect(shortenReason('The couple laughs in sharp focus.')).toBe('The couple laughs in sharp focus.');
});
