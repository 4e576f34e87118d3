import { BatchGetCommand, BatchWriteCommand, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { BatchWriteCommandInput, TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { randomUUID } from 'node:crypto';
import { exactNumber, dynamoClient } from '../aws/clients.ts';
import { tableName } from '../aws/settings.ts';
import { mapConcurrent } from '../aws/map-concurrent.ts';
import { withRetry } from '../aws/retry.ts';
import type { Key } from './keys.ts';

/** A row as DynamoDB returns it; every store parses it before use. */
export type Row = Record<string, unknown>;

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A transaction of which at least one condition did not hold. */
export class ConditionsFailed extends Error {
  override readonly name = 'ConditionsFailed';
  /** By position in the transaction: undefined if that condition held, else the row that it found. */
  readonly failures: readonly ({ found: Row | undefined } | undefined)[];

  constructor(failures: ConditionsFailed['failures']) {
    super('A condition of the transaction did not hold.');
    this.failures = failures;
  }
}

export { tableName };

/** One row, by a consistent read. */
export async function getRow(key: Key): Promise<Row | undefined> {
  const { Item } = await dynamoClient().send(
    new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
  );
  return Item;
}

/**
 * Many rows, in one request per 100 keys. What the table leaves unprocessed is asked for again, after a
 * pause. Rows that do not exist are left out; the order is not that of the keys.
 */
export async function getRows(keys: readonly Key[], options: { consistent: boolean }): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < keys.length; start += 100) {
    let open = keys.slice(start, start + 100);
    await withRetry(async () => {
      const answer = await dynamoClient().send(
        new BatchGetCommand({
          RequestItems: { [tableName()]: { Keys: open, ConsistentRead: options.consistent } },
        }),
      );
      rows.push(...(answer.Responses?.[tableName()] ?? []));
      open = (answer.UnprocessedKeys?.[tableName()]?.Keys as Key[] | undefined) ?? [];
      if (open.length > 0) throw unprocessed();
    }, 'read');
  }
  return rows;
}

/** How many requests of one deletion run at once. */
const DELETERS = 4;

/** Deletes many rows, 25 per request, without conditions. Safe to repeat. */
export async function deleteRows(keys: readonly Key[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(keys.length / 25) }, (_, at) =>
    keys.slice(at * 25, at * 25 + 25).map((Key) => ({ DeleteRequest: { Key } })),
  );
  await mapConcurrent(batches, DELETERS, writeBatch);
}

type BatchRequests = NonNullable<BatchWriteCommandInput['RequestItems']>[string];

/** What the table leaves unprocessed is written again, after a pause. */
async function writeBatch(requests: BatchRequests): Promise<void> {
  let open = requests;
  await withRetry(async () => {
    const answer = await dynamoClient().send(
      new BatchWriteCommand({ RequestItems: { [tableName()]: open } }),
    );
    open = answer.UnprocessedItems?.[tableName()] ?? [];
    if (open.length > 0) throw unprocessed();
  });
}

/** A partly processed request is retried like a throttled one: after a pause. */
const unprocessed = (): Error => Object.assign(new Error('Put off.'), { name: 'ThrottlingException' });

/**
 * Writes all or nothing. Conflicts with other transactions and throttling are retried, with full jitter.
 * @throws ConditionsFailed if a condition did not hold
 */
export async function transact(items: TransactItem[]): Promise<void> {
  // The same for all attempts: if an answer was lost, what has been written is neither written again nor
  // refused.
  const ClientRequestToken = randomUUID();
  await withRetry(async () => {
    try {
      await dynamoClient().send(
        new TransactWriteCommand({ TransactItems: items.map(asksForFoundRow), ClientRequestToken }),
      );
    } catch (error) {
      throw cancellation(error);
    }
  });
}

/** Like `transact`, but a failed condition is no error. @returns false if one did not hold */
export async function tryTransact(items: TransactItem[]): Promise<boolean> {
  try {
    await transact(items);
    return true;
  } catch (error) {
    if (error instanceof ConditionsFailed) return false;
    throw error;
  }
}

/** Makes a failed condition return the row that it found, which saves a read. */
function asksForFoundRow(item: TransactItem): TransactItem {
  const returnsFound = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  if (item.Put) return { Put: { ...returnsFound, ...item.Put } };
  if (item.Update) return { Update: { ...returnsFound, ...item.Update } };
  if (item.Delete) return { Delete: { ...returnsFound, ...item.Delete } };
  if (item.ConditionCheck) return { ConditionCheck: { ...returnsFound, ...item.ConditionCheck } };
  return item;
}

type WithRow = { readonly Item?: Record<string, AttributeValue> };
type CancellationReason = WithRow & { readonly Code?: string };

/**
 * The row that a failed condition found; undefined if there is none, or it was not asked for. The document client
 * unmarshalls answers but not errors, so there it is in DynamoDB's notation.
 */
export function foundIn({ Item }: WithRow): Row | undefined {
  return Item && unmarshall(Item, { wrapNumbers: exactNumber });
}

function cancellation(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return error;
  const reasons = (error as Error & { CancellationReasons?: CancellationReason[] }).CancellationReasons ?? [];
  if (!reasons.some((reason) => reason.Code === 'ConditionalCheckFailed')) return error;
  return new ConditionsFailed(
    reasons.map((reason) =>
      reason.Code === 'ConditionalCheckFailed' ? { found: foundIn(reason) } : undefined,
    ),
  );
}

/** Whether the condition of a single write, not of a transaction, did not hold. */
export function isConditionFailure(error: unknown): boolean {
  return error instanceof Error && error.name === 'ConditionalCheckFailedException';
}
