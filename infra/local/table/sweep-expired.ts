import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  paginateScan,
  type AttributeValue,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { tableSchema } from '../../../functions/table/schema.ts';
import type { Timers } from '../function-host/timers.ts';

const EVERY_MILLISECONDS = 60_000;
/** DynamoDB leaves items alone that expired longer ago than this: they are taken for mistakes. */
const OLDEST_SECONDS = 5 * 365 * 24 * 60 * 60;

type Sweep = { client: DynamoDBClient; tableName: string; now: () => number };

/**
 * Deletes expired items once a minute, which dynoxide does not do. `now` is milliseconds since 1970. A sweep reads the
 * whole table, so the pause before the next one also grows with what this one took.
 */
export function startSweeper(sweep: Sweep & { timers: Timers; log: (message: string) => void }): {
  close(): Promise<void>;
} {
  let closed = false;
  let running = Promise.resolve();
  let cancel = sweep.timers.after(EVERY_MILLISECONDS, run);

  function run(): void {
    running = once();
  }

  async function once(): Promise<void> {
    const started = performance.now();
    try {
      await sweepExpired({ ...sweep, stopped: () => closed });
    } catch (error) {
      sweep.log(`Expired items could not be deleted: ${String(error)}`);
    }
    const took = performance.now() - started;
    if (!closed) cancel = sweep.timers.after(Math.max(EVERY_MILLISECONDS, took * 50), run);
  }

  return {
    async close() {
      closed = true;
      cancel();
      await running;
    },
  };
}

/** Deletes what has expired by now; gives how many items went. */
export async function sweepExpired({
  client,
  tableName,
  now,
  stopped = () => false,
}: Sweep & { stopped?: () => boolean }): Promise<number> {
  const nowSeconds = Math.floor(now() / 1000);
  const condition = {
    ExpressionAttributeNames: { '#expires': tableSchema.timeToLiveAttribute },
    ExpressionAttributeValues: {
      ':now': { N: String(nowSeconds) },
      ':oldest': { N: String(nowSeconds - OLDEST_SECONDS) },
    },
  };
  const expired = '#expires < :now AND #expires > :oldest';
  const { partitionKey, sortKey } = tableSchema;
  const pages = paginateScan(
    { client },
    {
      TableName: tableName,
      ...condition,
      FilterExpression: expired,
      ProjectionExpression: `${partitionKey.name}, ${sortKey.name}`,
    },
  );
  let deleted = 0;
  for await (const page of pages)
    for (const key of page.Items ?? []) {
      if (stopped()) return deleted;
      // Conditional: the item may have been renewed since it was read.
      deleted += await remove(client, {
        TableName: tableName,
        Key: key,
        ConditionExpression: expired,
        ...condition,
      });
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
