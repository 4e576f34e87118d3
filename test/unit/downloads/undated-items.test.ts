import {
  DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { numberOf, numbersFor } from '../../../functions/downloads/undated-items.ts';
import { SHARED_READS } from '../../../functions/domain/shared-reads.ts';
import type { MediaRecord } from '../../../functions/domain/records.ts';
import { type Key, keys } from '../../../functions/table/keys.ts';
import { noteUndated, NUMBERED_ITEMS } from '../../../functions/table/undated-numbers.ts';
import { idOf, mediaRecord } from '../../fixtures/records.ts';

type Row = Record<string, unknown> & Key;

const dynamo = mockClient(DynamoDBDocumentClient);
const NOW = new Date('2026-06-30T20:00:00.000Z');
let rows: Map<string, Row>;
let event: number = 0;

/** A table that holds one event's partition, and gives it in the order of its keys. */
beforeEach(() => {
  process.env['TABLE_NAME'] = 'table';
  rows = new Map();
  // What was read of an event is kept.
  event += 1;
  dynamo.reset();
  dynamo.on(UpdateCommand).callsFake(({ Key, ExpressionAttributeValues: values }) => {
    rows.set(Key.sk, { ...Key, mediaId: values[':id'] });
    return {};
  });
  dynamo
    .on(QueryCommand)
    .callsFake(({ ExpressionAttributeValues: values, ConsistentRead, Limit }: QueryCommandInput) => {
      const isMeant = ({ pk, sk }: Row) => pk === values?.[':pk'] && sk.startsWith(values?.[':undated']);
      const Items = [...rows.values()].filter(isMeant).toSorted((a, b) => (a.sk < b.sk ? -1 : 1));
      return { Items: ConsistentRead ? Items.slice(0, Limit) : [] };
    });
});

const item = (number: number, uploadedAt: string, change: Partial<MediaRecord> = {}): MediaRecord =>
  mediaRecord(number, {
    eventId: idOf('evt', event),
    uploadedAt: `2026-06-30T18:00:${uploadedAt}Z`,
    ...change,
  });

const noteAll = async (...items: readonly MediaRecord[]): Promise<void> => {
  for (const one of items) await noteUndated(one);
};

/** What each is called in a ZIP, and alone. */
const numbersOf = async (...items: readonly MediaRecord[]) => {
  const inZip = await numbersFor(items);
  const alone = await Promise.all(items.map((one) => numberOf(one, NOW)));
  expect(items.map(inZip)).toEqual(alone);
  return alone;
};

describe('undated items are numbered', () => {
  it('by upload, whichever was processed first, and by id within the same moment', async () => {
    const [first, second, third] = [item(3, '01.000'), item(1, '02.000'), item(2, '02.000')];
    await noteAll(third, first, second, first);
    expect(await numbersOf(first, second, third)).toEqual([1, 2, 3]);
  });

  it('as before when others are deleted: what was noted stays', async () => {
    const [first, second, third] = [item(1, '01.000'), item(2, '02.000'), item(3, '03.000')];
    await noteAll(first, second, third);
    expect(await numbersOf(second, third)).toEqual([2, 3]);
    expect(await numbersOf(third)).toEqual([3]);
  });

  it('behind those of an earlier release, which keep theirs', async () => {
    const [before, without, after] = [
      item(1, '01.000', { undatedNumber: 4 }),
      item(2, '02.000'),
      item(3, '03.000'),
    ];
    rows.set('UNDATED', { ...keys.lastUndatedNumber(after.eventId), last: 7 });
    await noteAll(after);
    expect(await numbersOf(before, without, after)).toEqual([4, undefined, 8]);
  });
});

const reads = (): number => dynamo.commandCalls(QueryCommand).length;

describe('the numbers are read', () => {
  it('once for a ZIP, and not at all where all items have a date', async () => {
    const dated = item(9, '00.000', { capturedAt: '2026-06-30T17:00:00.000Z', capturedAtZone: 'utc' });
    await numbersOf(dated, item(8, '00.000', { undatedNumber: 3 }));
    expect(reads()).toBe(0);
    const undated = [item(1, '01.000'), item(2, '02.000')];
    await noteAll(...undated);
    await numbersFor([dated, ...undated]);
    expect(reads()).toBe(1);
  });

  it('a few times for many who download single items', async () => {
    const undated = Array.from({ length: 50 }, (_, at) => item(at + 1, `${at + 10}.000`));
    await noteAll(...undated);
    for (const one of undated) await numberOf(one, NOW);
    expect(reads()).toBe(SHARED_READS.same.burst);
  });

  it('again for an item that was processed since', async () => {
    const [first, second] = [item(1, '01.000'), item(2, '02.000')];
    await noteAll(first);
    for (let times = 0; times <= SHARED_READS.same.burst; times += 1) await numberOf(first, NOW);
    await noteAll(second);
    expect(await numberOf(second, NOW)).toBe(2);
  });
});

it('as many undated items of an event are numbered as can be read in a moment', async () => {
  const { eventId } = item(1, '00.000');
  for (let at = 0; at < NUMBERED_ITEMS + 10; at += 1) {
    const [id, uploadedAt] = [idOf('med', at + 1), new Date(NOW.getTime() + at).toISOString()];
    rows.set(keys.undatedItem({ eventId, uploadedAt, id }).sk, {
      ...keys.undatedItem({ eventId, uploadedAt, id }),
      mediaId: id,
    });
  }
  const asked = [NUMBERED_ITEMS, NUMBERED_ITEMS + 1].map((number) => item(number, '00.000'));
  expect(await numbersOf(...asked)).toEqual([NUMBERED_ITEMS, undefined]);
  expect(rows.size).toBe(NUMBERED_ITEMS + 10);
  // For a ZIP, and twice for single downloads, as others read: not once more for what has no number.
  expect(reads()).toBe(3);
  const [query] = dynamo.commandCalls(QueryCommand);
  expect(query?.args[0].input.Limit).toBe(NUMBERED_ITEMS + 1);
});
