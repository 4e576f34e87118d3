import { BatchGetCommand, BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteRows, getRows } from '../../../functions/table/dynamo.ts';
import type { Key } from '../../../functions/table/keys.ts';
import { useLeapingClock } from '../../fixtures/leaping-clock.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const keysOf = (count: number): Key[] =>
  Array.from({ length: count }, (_, at) => ({ pk: `P${at}`, sk: 'S' }));
const startedAt = Date.UTC(2026, 5, 30);

// Pauses are over at once, and leave their length on the clock.
beforeEach(() => {
  useLeapingClock({ now: startedAt, toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  dynamo.reset();
});
afterEach(() => {
  vi.useRealTimers();
});

type Reads = { RequestItems: { table: { Keys: Key[]; ConsistentRead: boolean } } };
type Writes = { RequestItems: { table: { DeleteRequest: { Key: Key } }[] } };

/** Answers so many keys a request and puts the others off. */
const reading = (most: number) =>
  dynamo.on(BatchGetCommand).callsFake(({ RequestItems: { table } }: Reads) => ({
    Responses: { table: table.Keys.slice(0, most) },
    UnprocessedKeys: table.Keys.length > most ? { table: { Keys: table.Keys.slice(most) } } : {},
  }));

/** Deletes so many rows a request and puts the others off. @returns what is deleted */
const deleting = (most: number, deleted = new Set<string>()) => {
  dynamo.on(BatchWriteCommand).callsFake(({ RequestItems: { table } }: Writes) => {
    for (const { DeleteRequest } of table.slice(0, most)) deleted.add(DeleteRequest.Key.pk);
    return { UnprocessedItems: table.length > most ? { table: table.slice(most) } : {} };
  });
  return deleted;
};

describe('reading many rows', () => {
  it('asks for 100 at most at once', async () => {
    reading(100);
    expect(await getRows(keysOf(230), { consistent: true })).toEqual(keysOf(230));
    const asked = dynamo
      .commandCalls(BatchGetCommand)
      .map(({ args }) => args[0].input.RequestItems?.['table']);
    expect(asked.map((one) => one?.Keys?.length)).toEqual([100, 100, 30]);
    expect(asked.every((one) => one?.ConsistentRead)).toBe(true);
    expect(Date.now()).toBe(startedAt);
  });

  it('asks again, after a pause, for what the table puts off, and has each row once', async () => {
    reading(40);
    expect(await getRows(keysOf(100), { consistent: false })).toEqual(keysOf(100));
    expect(dynamo.commandCalls(BatchGetCommand)).toHaveLength(3);
    expect(Date.now()).toBeGreaterThan(startedAt);
  });

  it('goes on with what is left after a throttled request', async () => {
    const throttled = Object.assign(new Error('slow'), { name: 'ProvisionedThroughputExceededException' });
    dynamo
      .on(BatchGetCommand)
      .resolvesOnce({
        Responses: { table: keysOf(1) },
        UnprocessedKeys: { table: { Keys: keysOf(2).slice(1) } },
      })
      .rejectsOnce(throttled)
      .resolves({ Responses: { table: keysOf(2).slice(1) } });
    expect(await getRows(keysOf(2), { consistent: true })).toEqual(keysOf(2));
  });

  it('gives up where nothing comes any more', async () => {
    reading(0);
    await expect(getRows(keysOf(2), { consistent: true })).rejects.toThrow('Put off.');
    expect(dynamo.commandCalls(BatchGetCommand).length).toBeLessThanOrEqual(41);
    expect(Date.now()).toBeLessThanOrEqual(startedAt + 10_000);
  });
});

describe('deleting many rows', () => {
  it('asks for 25 at most at once, and again for what the table puts off', async () => {
    const deleted = deleting(20);
    await deleteRows(keysOf(60));
    expect(deleted.size).toBe(60);
    expect(dynamo.commandCalls(BatchWriteCommand)).toHaveLength(5);
  });

  it('gives up where nothing goes any more', async () => {
    deleting(0);
    await expect(deleteRows(keysOf(2))).rejects.toThrow('Put off.');
  });
});
