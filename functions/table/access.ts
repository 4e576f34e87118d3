import { BatchGetCommand, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import pRetry from 'p-retry';
import { exactNumber, table } from '../platform/clients.ts';
import { setting } from '../platform/config.ts';
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

export const tableName = (): string => setting('TABLE_NAME');

/** One row, consistently read. */
export async function getRow(key: Key): Promise<Row | undefined> {
  const { Item } = await table().send(
    new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
  );
  return Item;
}

/** Many rows in one request per 100 keys; the order of the answer is not that of the keys. */
export async function getRows(keys: readonly Key[], options: { consistent: boolean }): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < keys.length; start += 100) {
    let open: Key[] | undefined = keys.slice(start, start + 100);
    while (open?.length) {
      const wanted: Key[] = open;
      open = await retried(async () => {
        const answer = await table().send(
          new BatchGetCommand({
            RequestItems: { [tableName()]: { Keys: wanted, ConsistentRead: options.consistent } },
          }),
        );
        rows.push(...(answer.Responses?.[tableName()] ?? []));
        return answer.UnprocessedKeys?.[tableName()]?.Keys as Key[] | undefined;
      });
    }
  }
  return rows;
}

/**
 * Writes all or nothing. Conflicts with other transactions and throttling are waited out with full jitter.
 * @throws ConditionsFailed where a condition did not hold
 */
export async function transact(items: TransactItem[]): Promise<void> {
  await retried(async () => {
    try {
      await table().send(
        new TransactWriteCommand({
          TransactItems: items.map(asksForFoundRow),
        }),
      );
    } catch (error) {
      throw cancellation(error);
    }
  });
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

/** Names of errors that pass by themselves. A cancelled transaction comes here only without a refused condition. */
const PASSING = new Set([
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'InternalServerError',
]);

/** Runs until it succeeds or fails for good, at most about ten seconds. */
export async function retried<T>(run: () => Promise<T>): Promise<T> {
  return pRetry(run, {
    retries: 40,
    minTimeout: 10,
    maxTimeout: 500,
    factor: 1.5,
    randomize: true,
    maxRetryTime: 10_000,
    shouldRetry: ({ error }) => PASSING.has(error.name),
  });
}

/** True where a single write's condition did not hold. */
export function isConditionFailure(error: unknown): boolean {
  return error instanceof Error && error.name === 'ConditionalCheckFailedException';
}
