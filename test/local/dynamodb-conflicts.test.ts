import {
  BatchWriteItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type TransactWriteItem,
} from '@aws-sdk/client-dynamodb';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTable, type LocalTable } from '../../infra/local/dynamodb/start-table.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';

const tableName = 'gatherlens-test';
const HOLD_MS = 7;
const WRITE_HOLD_MS = 3;
const dataDir = mkdtempSync(join(tmpdir(), 'gatherlens-conflicts-'));
/** Whether single writes are held until `endHolds` is called. */
let holdsWrites = false;
/** The holds that have begun, each ended by a call. */
let holds: (() => void)[] = [];
let begun = Promise.withResolvers<void>();
const answers: Promise<unknown>[] = [];
let table: LocalTable;
let client: ReturnType<typeof localTableClient>;

beforeAll(async () => {
  table = await startTable({
    dataDir,
    tableName,
    log: () => undefined,
    now: () => 0,
    settings: { holdMs: HOLD_MS, writeHoldMs: WRITE_HOLD_MS, indexDelayMs: 0 },
    timers: {
      after(milliseconds, run) {
        if (milliseconds === HOLD_MS || (milliseconds === WRITE_HOLD_MS && holdsWrites)) {
          holds.push(run);
          begun.resolve();
        } else if (milliseconds === WRITE_HOLD_MS) run();
        return () => undefined;
      },
      every: () => () => undefined,
    },
  });
  client = localTableClient(table.endpoint, { maxAttempts: 1 });
});

afterEach(async () => {
  holdsWrites = false;
  endHolds();
  await Promise.allSettled(answers.splice(0));
});

afterAll(async () => {
  client.destroy();
  await table.close();
  rmSync(dataDir, { recursive: true });
});

function endHolds(): void {
  for (const end of holds) end();
  holds = [];
  begun = Promise.withResolvers();
}

const key = (sk: string) => ({ pk: { S: 'p' }, sk: { S: sk } });
const put = (sk: string): TransactWriteItem => ({ Put: { TableName: tableName, Item: key(sk) } });
const check = (sk: string, ConditionExpression = 'attribute_not_exists(extra)'): TransactWriteItem => ({
  ConditionCheck: { TableName: tableName, Key: key(sk), ConditionExpression },
});
const transact = (TransactItems: TransactWriteItem[], ClientRequestToken?: string) =>
  client.send(new TransactWriteItemsCommand({ TransactItems, ClientRequestToken }));
const single = {
  PutItem: (sk: string) => client.send(new PutItemCommand({ TableName: tableName, Item: key(sk) })),
  UpdateItem: (sk: string) => client.send(new UpdateItemCommand({ TableName: tableName, Key: key(sk) })),
  DeleteItem: (sk: string) => client.send(new DeleteItemCommand({ TableName: tableName, Key: key(sk) })),
};
const get = async (sk: string) =>
  (await client.send(new GetItemCommand({ TableName: tableName, Key: key(sk) }))).Item;

/** A transaction that holds its items until `endHolds` is called. */
async function holding(items: TransactWriteItem[], token?: string) {
  const answer = transact(items, token);
  answers.push(answer);
  answer.catch(() => undefined);
  await begun.promise;
  return { answer };
}

/** A write that is under way until `endHolds` is called. */
async function writing(write: () => Promise<unknown>) {
  holdsWrites = true;
  const answer = write();
  answers.push(answer);
  await begun.promise;
  holdsWrites = false;
  return { answer };
}
const batch = () =>
  client.send(
    new BatchWriteItemCommand({
      RequestItems: {
        [tableName]: [{ PutRequest: { Item: key('w') } }, { PutRequest: { Item: key('v') } }],
      },
    }),
  );

describe('an item of a transaction under way', () => {
  test.each(['PutItem', 'UpdateItem', 'DeleteItem'] as const)(
    'refuses %s, also where it is only checked',
    async (write) => {
      const done = await holding([put('a'), check('b')]);
      for (const sk of ['a', 'b'])
        await expect(single[write](sk)).rejects.toMatchObject({
          name: 'TransactionConflictException',
          message: 'Transaction is ongoing for the item',
        });
      await expect(single[write]('c')).resolves.toBeDefined();
      endHolds();
      await done.answer;
      await expect(single[write]('a')).resolves.toBeDefined();
      await expect(single[write]('b')).resolves.toBeDefined();
    },
  );

  test.each([
    ['writes', put],
    ['only checks', check],
  ])('cancels another transaction that %s it, and says which items are in the way', async (_, action) => {
    const done = await holding([put('a'), check('b')]);
    await expect(transact([put('d'), action('b'), action('a')])).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      message:
        'Transaction cancelled, please refer cancellation reasons for specific reasons [None, TransactionConflict, TransactionConflict]',
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' },
        { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' },
      ],
    });
    expect(await get('d')).toBeUndefined();
    endHolds();
    await done.answer;
    const second = await holding([put('d'), action('b'), action('a')]);
    endHolds();
    await second.answer;
    expect(await get('d')).toEqual(key('d'));
    await single.DeleteItem('d');
  });

  test('is left unprocessed by a batch, whose other items are written', async () => {
    const done = await holding([put('a'), check('b')]);
    const batch = (...names: string[]) =>
      client.send(
        new BatchWriteItemCommand({
          RequestItems: { [tableName]: names.map((sk) => ({ DeleteRequest: { Key: key(sk) } })) },
        }),
      );
    await single.PutItem('e');
    expect((await batch('b', 'e', 'a')).UnprocessedItems).toEqual({
      [tableName]: ['b', 'a'].map((sk) => ({ DeleteRequest: { Key: key(sk) } })),
    });
    expect(await get('e')).toBeUndefined();
    expect((await batch('a')).UnprocessedItems?.[tableName]).toHaveLength(1);
    endHolds();
    await done.answer;
    expect((await batch('a', 'b')).UnprocessedItems).toEqual({});
  });

  test('can be read, but not in a transaction', async () => {
    const done = await holding([put('a')]);
    const read = new TransactGetItemsCommand({
      TransactItems: [
        { Get: { TableName: tableName, Key: key('x') } },
        { Get: { TableName: tableName, Key: key('a') } },
      ],
    });
    await expect(client.send(read)).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
    });
    await expect.poll(() => get('a')).toEqual(key('a'));
    const query = new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': { S: 'p' } },
    });
    await expect(client.send(query)).resolves.toMatchObject({ Items: [key('a')] });
    endHolds();
    await done.answer;
    await expect(client.send(read)).resolves.toMatchObject({ Responses: [{}, { Item: key('a') }] });
    await single.DeleteItem('a');
  });
});

describe('an item of a single write under way', () => {
  test.each([
    ['PutItem', () => single.PutItem('w')],
    ['UpdateItem', () => single.UpdateItem('w')],
    ['DeleteItem', () => single.DeleteItem('w')],
    ['BatchWriteItem', batch],
  ])('of %s cancels a transaction that names it, and keeps out no other write', async (_, write) => {
    const { answer } = await writing(write);
    for (const action of [put, check])
      await expect(transact([put('u'), action('w')])).rejects.toMatchObject({
        name: 'TransactionCanceledException',
        CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
      });
    await expect(single.PutItem('w')).resolves.toBeDefined();
    endHolds();
    await answer;
    const after = await holding([put('w')]);
    endHolds();
    await after.answer;
  });
});

describe('a transaction', () => {
  test('is answered only when its time is up', async () => {
    const answered: string[] = [];
    const done = await holding([put('a')]);
    const noted = done.answer.then(() => answered.push('the transaction'));
    await single.PutItem('f');
    answered.push('a write after it');
    endHolds();
    await noted;
    expect(answered).toEqual(['a write after it', 'the transaction']);
  });

  test('holds its items as long if a condition fails, and no longer', async () => {
    const failing = await holding([put('a'), check('b', 'attribute_exists(extra)')]);
    await expect(single.PutItem('a')).rejects.toThrow('Transaction is ongoing for the item');
    endHolds();
    await expect(failing.answer).rejects.toMatchObject({
      CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }],
    });
    await expect(single.PutItem('a')).resolves.toBeDefined();
  });

  test('that is sent again while it is under way is told so, and afterwards that it succeeded', async () => {
    const done = await holding([put('a')], 'token-1');
    await expect(transact([put('a')], 'token-1')).rejects.toMatchObject({
      name: 'TransactionInProgressException',
    });
    endHolds();
    await done.answer;
    const again = await holding([put('a')], 'token-1');
    endHolds();
    await expect(again.answer).resolves.toBeDefined();
  });

  test('is carried out although its sender has gone', async () => {
    await single.DeleteItem('a');
    const hasty = localTableClient(table.endpoint, { maxAttempts: 1 });
    const abort = new AbortController();
    const command = new TransactWriteItemsCommand({ TransactItems: [put('a')] });
    const sent = hasty.send(command, { abortSignal: abort.signal });
    await begun.promise;
    abort.abort();
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
    endHolds();
    await expect.poll(() => single.UpdateItem('a').catch(() => undefined)).toBeDefined();
    expect(await get('a')).toEqual(key('a'));
    hasty.destroy();
  });
});
