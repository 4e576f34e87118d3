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

/** One row as DynamoDB gave it; every store parses it before use. */
export type Row = Record<string, unknown>;

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A transaction that one of its conditions refused. */
export class ConditionsFailed extends Error {
  override readonly name = 'ConditionsFailed';
  /** By position in the transaction: undefined where that condition held, else the row that was found. */
  readonly failures: readonly ({ found: Row | undefined } | undefined)[];

  constructor(failures: ConditionsFailed['failures']) {
    super('A condition of the transaction did not hold.');
    this.failures = failures;
  }
}

export { tableName };

/** One row, consistently read. */
export async function getRow(key: Key): Promise<Row | undefined> {
  const { Item } = await dynamoClient().send(
    new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
  );
  return Item;
}

/** Many rows in one request per 100 keys, and again, with pauses, for what the table puts off; the order of the answer is not that of the keys. */
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
    });
  }
  return rows;
}

/** How many requests of one deletion are under way at once. */
const DELETERS = 4;

/** Deletes many rows, 25 a request. No condition: who deletes so wants them gone. Safe to repeat. */
export async function deleteRows(keys: readonly Key[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(keys.length / 25) }, (_, at) =>
    keys.slice(at * 25, at * 25 + 25).map((Key) => ({ DeleteRequest: { Key } })),
  );
  await mapConcurrent(batches, DELETERS, writeBatch);
}

type BatchRequests = NonNullable<BatchWriteCommandInput['RequestItems']>[string];

/** What the table puts off is written again, with pauses. */
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

/** What the table left undone of a request is asked again like a whole one that it throttled: after a pause. */
const unprocessed = (): Error => Object.assign(new Error('Put off.'), { name: 'ThrottlingException' });

/**
 * Writes all or nothing. Conflicts with other transactions and throttling are waited out with full jitter.
 * @throws ConditionsFailed where a condition did not hold
 */
export async function transact(items: TransactItem[]): Promise<void> {
  // One for all tries: what was written although the answer was lost is then not written, nor refused, once more.
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

/** The same where a refused condition is an answer. @returns false where a condition did not hold */
export async function tryTransact(items: TransactItem[]): Promise<boolean> {
  try {
    await transact(items);
    return true;
  } catch (error) {
    if (error instanceof ConditionsFailed) return false;
    throw error;
  }
}

/** A refused condition then tells what it found, which saves a read. */
function asksForFoundRow(item: TransactItem): TransactItem {
  const told = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  if (item.Put) return { Put: { ...told, ...item.Put } };
  if (item.Update) return { Update: { ...told, ...item.Update } };
  if (item.Delete) return { Delete: { ...told, ...item.Delete } };
  if (item.ConditionCheck) return { ConditionCheck: { ...told, ...item.ConditionCheck } };
  return item;
}

// The document client translates answers but not errors: what an error found comes in DynamoDB's own notation.
type CancellationReason = { Code?: string; Item?: Record<string, AttributeValue> };

function cancellation(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return error;
  const reasons = (error as Error & { CancellationReasons?: CancellationReason[] }).CancellationReasons ?? [];
  if (!reasons.some((reason) => reason.Code === 'ConditionalCheckFailed')) return error;
  return new ConditionsFailed(
    reasons.map((reason) =>
      reason.Code === 'ConditionalCheckFailed'
        ? { found: reason.Item && unmarshall(reason.Item, { wrapNumbers: exactNumber }) }
        : undefined,
    ),
  );
}

/** True where a single write's condition did not hold. */
export function isConditionFailure(error: unknown): boolean {
  return error instanceof Error && error.name === 'ConditionalCheckFailedException';
}
