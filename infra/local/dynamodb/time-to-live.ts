import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  paginateScan,
  type AttributeValue,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { tableSchema } from '../../../functions/table/schema.ts';
import type { Timers } from '../timers/timers.ts';

const EVERY_MILLISECONDS = 60_000;
/** DynamoDB does not delete rows that expired longer ago than this: it takes them for mistakes. */
const OLDEST_SECONDS = 5 * 365 * 24 * 60 * 60;
/**
 * Dynoxide takes about 80 µs to scan one row, and serves nobody meanwhile. So pages are small, and the sweep
 * rests so long between them that it uses at most a fiftieth of one processor's time.
 */
const PAGE_ITEMS = 200;
const REST_FACTOR = 49;

type Sweep = {
  client: DynamoDBClient;
  tableName: string;
  /** Milliseconds since 1970. */
  now: () => number;
};

/** Deletes expired rows, because dynoxide does not: first after a minute, then a minute after each sweep. */
export function startTimeToLive(sweep: Sweep & { timers: Timers; log: (message: string) => void }): {
  close(): Promise<void>;
} {
  const closing = Promise.withResolvers<void>();
  let closed = false;
  let cancel: (() => void) | undefined;

  const rest = async (milliseconds: number) => {
    const over = Promise.withResolvers<void>();
    cancel = sweep.timers.after(milliseconds, over.resolve);
    await Promise.race([over.promise, closing.promise]);
    return closed;
  };

  async function run(): Promise<void> {
    while (!(await rest(EVERY_MILLISECONDS)))
      try {
        await deleteExpired({ ...sweep, rest });
      } catch (error) {
        sweep.log(`Expired items could not be deleted: ${String(error)}`);
      }
  }

  const running = run();
  return {
    async close() {
      closed = true;
      closing.resolve();
      cancel?.();
      await running;
    },
  };
}

/**
 * Deletes what has expired; resolves to the number of rows deleted. `rest` is called between pages with the
 * milliseconds to wait; if it resolves to true, the sweep ends.
 */
export async function deleteExpired({
  client,
  tableName,
  now,
  rest = async () => false,
}: Sweep & { rest?: (milliseconds: number) => Promise<boolean> }): Promise<number> {
  const nowSeconds = Math.floor(now() / 1000);
  const { partitionKey, sortKey, timeToLiveAttribute } = tableSchema;
  const values = {
    ExpressionAttributeNames: { '#expires': timeToLiveAttribute },
    ExpressionAttributeValues: {
      ':now': { N: String(nowSeconds) },
      ':oldest': { N: String(nowSeconds - OLDEST_SECONDS) },
    },
  };
  const expired = '#expires < :now AND #expires > :oldest';
  const ProjectionExpression = `${partitionKey.name}, ${sortKey.name}`;
  const query = { TableName: tableName, FilterExpression: expired, ProjectionExpression, ...values };
  let deleted = 0;
  let since = performance.now();
  for await (const page of paginateScan({ client, pageSize: PAGE_ITEMS }, query)) {
    for (const Key of page.Items ?? [])
      // Conditional: the row may have been renewed since it was read.
      deleted += await remove(client, { TableName: tableName, Key, ConditionExpression: expired, ...values });
    if (page.LastEvaluatedKey && (await rest((performance.now() - since) * REST_FACTOR))) break;
    since = performance.now();
  }
  return deleted;
}

async function remove(
  client: DynamoDBClient,
  input: { TableName: string; Key: Record<string, AttributeValue>; ConditionExpression: string },
): Promise<0 | 1> {
  try {
    await client.send(new DeleteItemCommand(input));
    return 1;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return 0;
    throw error;
  }
}
