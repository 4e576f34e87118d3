import {
  type AttributeValue,
  BatchWriteItemCommand,
  type DynamoDBClient,
  ScanCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import pRetry from 'p-retry';

/** BatchWriteItem's maximum. */
const BATCH = 25;
/** How many batches are written in parallel. */
const AT_ONCE = 8;

export type TableLocation = { readonly client: DynamoDBClient; readonly tableName: string };
type Key = Record<string, AttributeValue>;

export type ItemsCopied = { readonly copied: number; readonly after?: Key };

/**
 * Writes every row of a table into another one unchanged: numbers keep all their digits, and sets stay sets.
 * Existing rows are written again, so that a copy can be resumed from any position.
 * @param after where an earlier copy stopped
 * @returns a report after each written page
 */
export async function* copyItems(
  from: TableLocation,
  to: TableLocation,
  after?: Key,
): AsyncGenerator<ItemsCopied> {
  let next = after;
  do {
    const { Items = [], LastEvaluatedKey } = await from.client.send(
      new ScanCommand({ TableName: from.tableName, ConsistentRead: true, ExclusiveStartKey: next }),
    );
    await writeItems(to, Items);
    next = LastEvaluatedKey;
    yield { copied: Items.length, after: next };
  } while (next);
}

async function writeItems(to: TableLocation, items: readonly Key[]): Promise<void> {
  const batches: WriteRequest[][] = [];
  for (let at = 0; at < items.length; at += BATCH) {
    batches.push(items.slice(at, at + BATCH).map((Item) => ({ PutRequest: { Item } })));
  }
  for (let at = 0; at < batches.length; at += AT_ONCE) {
    await Promise.all(batches.slice(at, at + AT_ONCE).map((batch) => writeBatch(to, batch)));
  }
}

/** A busy table takes only part of a batch; the rest is sent again with growing pauses. */
async function writeBatch({ client, tableName }: TableLocation, batch: WriteRequest[]): Promise<void> {
  let left = batch;
  await pRetry(
    async () => {
      const { UnprocessedItems = {} } = await client.send(
        new BatchWriteItemCommand({ RequestItems: { [tableName]: left } }),
      );
      left = UnprocessedItems[tableName] ?? [];
      if (left.length > 0) throw new Error(`${tableName} is too busy: ${left.length} items are not taken.`);
    },
    { retries: 12, minTimeout: 50, maxTimeout: 20_000, randomize: true },
  );
}
