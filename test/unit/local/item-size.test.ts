import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, it } from 'vitest';
import { indexChanges } from '../../../infra/local/dynamodb/index-changes.ts';
import { itemBytes, readUnits, writeUnits, type Item } from '../../../infra/local/dynamodb/item-size.ts';

// Sizes by the Developer Guide, "DynamoDB item sizes and formats".
it.each([
  ['a text, in UTF-8', { a: 'é' }, 1 + 2],
  ['a number, by its digits', { a: 12_345 }, 1 + 4],
  ['zeros at the end of a number', { a: 1200 }, 1 + 2],
  ['a negative number', { a: -12 }, 1 + 3],
  ['zero', { a: 0 }, 1 + 1],
  ['true and null', { a: true, b: null }, 2 + 2],
  ['bytes', { a: new Uint8Array(5) }, 1 + 5],
  ['a list', { a: ['xy', 'z'] }, 1 + 3 + 2 + 3],
  ['a map', { a: { bc: 'd' } }, 1 + 3 + 1 + 2 + 1],
  ['a set', { a: new Set(['x', 'yz']) }, 1 + 3],
])('measures %s', (_, item, bytes) => {
  expect(itemBytes(marshall(item) as Item)).toBe(bytes);
});

it('counts units begun', () => {
  expect([0, 1024, 1025].map(writeUnits)).toEqual([1, 1, 2]);
  expect([0, 4096, 4097].map(readUnits)).toEqual([1, 1, 2]);
});

const at = (pk: string, sk: string, more: Item = {}): Item => ({
  pk: { S: 'p' },
  gsi3pk: { S: pk },
  gsi3sk: { S: sk },
  ...more,
});
const large = { text: { S: 'x'.repeat(1500) } };
const write = (pk: string, units: number, isEntry: boolean) => ({ index: 'gsi3', pk, units, isEntry });
const changes = (before?: Item, after?: Item) => indexChanges({ before, after });

it('says what a change writes to which partition of an index', () => {
  expect(changes(undefined, at('a', '1'))).toEqual([write('a', 1, true)]);
  expect(changes(at('a', '1', large))).toEqual([write('a', 2, false)]);
  expect(changes(at('a', '1'), at('a', '1'))).toEqual([]);
  expect(changes(at('a', '1'), at('a', '1', large))).toEqual([write('a', 2, false)]);
  expect(changes(at('a', '1', large), at('a', '2'))).toEqual([write('a', 2, false), write('a', 1, false)]);
  expect(changes(at('a', '1'), at('b', '1'))).toEqual([write('a', 1, false), write('b', 1, true)]);
  // Without a sort value it is in no index.
  expect(changes(undefined, { gsi3pk: { S: 'a' } })).toEqual([]);
});
