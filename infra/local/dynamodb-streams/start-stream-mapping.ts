import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient, type _Record } from '@aws-sdk/client-dynamodb-streams';
import { failureReason } from '../lambda/batch-reply.ts';
import { failedInvocation, type Invoke } from '../lambda/invoke.ts';
import { retryPauseMs } from '../lambda/retry-pause.ts';
import { writeJsonFile } from '../files/json-file.ts';
import { settlesWithin, systemTimers, type Timers } from '../timers/timers.ts';
import { readCheckpoint, type Checkpoint } from './checkpoint.ts';
import { deliverRecords, type Delivery } from './deliver-records.ts';
import { failureRecord } from './failure-record.ts';
import { createPollBackoff } from './poll-backoff.ts';
import { isEmptyChange, streamEvent } from './stream-event.ts';
import { streamReader, type StreamReader } from './stream-reader.ts';
import { localTableClient } from '../dynamodb/table-client.ts';
import { unsignedCredentials } from '../aws-protocol/unsigned-credentials.ts';

const PAUSE_AFTER_ERROR_MILLISECONDS = 1_000;
const CLOSE_MILLISECONDS = 10_000;

export type StreamMapping = {
  /** The table has probably been written to: reads its stream at once. Cheap. */
  poke(): void;
  /**
   * Stops reading and waits for the batch in flight, by default up to ten seconds. Resolves to false if it
   * still runs: its records come again at the next start.
   */
  close(atMostMilliseconds?: number): Promise<boolean>;
};

type Input = {
  endpoint: string;
  tableName: string;
  /** Keeps how far the stream has been processed. */
  checkpointFile: string;
  functionId: string;
  batchSize: number;
  /** Retries of a single record. */
  maxRetryAttempts: number;
  /** Called for each record that was given up, with the JSON that Lambda sends to an on-failure queue. */
  onFailure: (body: string) => Promise<void>;
  invoke: Invoke;
  log: (message: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  timers?: Timers;
};

/**
 * Lambda's event source mapping of the table's stream on one machine: each shard in order, at least once,
 * from the checkpoint or else from the oldest record (TRIM_HORIZON). Retries like `deliverRecords`.
 * @throws Error if the table has no stream
 */
export async function startStreamMapping(input: Input): Promise<StreamMapping> {
  const { log, timers = systemTimers } = input;
  const client = new DynamoDBStreamsClient({ endpoint: input.endpoint, ...unsignedCredentials });
  const checkpoint = await readCheckpoint(input.checkpointFile, await streamArnOf(input));
  const reader = streamReader({ client, checkpoint, log });
  const backoff = createPollBackoff(timers);
  const closing = Promise.withResolvers<void>();
  let closed = false;

  const rest = async (milliseconds: number) => {
    const over = Promise.withResolvers<void>();
    const cancel = timers.after(milliseconds, over.resolve);
    await Promise.race([over.promise, closing.promise]);
    cancel();
  };
  const stopped = () => closed;

  async function run(): Promise<void> {
    while (!closed)
      try {
        if (await workOnce({ ...input, reader, checkpoint, rest, stopped })) backoff.found();
        else await backoff.wait();
      } catch (error) {
        log(`The table's stream could not be worked off: ${String(error)}`);
        await rest(PAUSE_AFTER_ERROR_MILLISECONDS);
      }
    client.destroy();
  }

  const running = run();
  return {
    poke: () => backoff.poke(),
    async close(atMostMilliseconds = CLOSE_MILLISECONDS) {
      closed = true;
      closing.resolve();
      backoff.close();
      return await settlesWithin(running, atMostMilliseconds);
    },
  };
}

async function streamArnOf({ endpoint, tableName }: Input): Promise<string> {
  const client = localTableClient(endpoint);
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    if (!Table?.LatestStreamArn) throw new Error(`The table ${tableName} has no stream.`);
    return Table.LatestStreamArn;
  } finally {
    client.destroy();
  }
}

type Work = Input & {
  reader: StreamReader;
  checkpoint: Checkpoint;
  rest: (milliseconds: number) => Promise<void>;
  stopped: () => boolean;
};

/** Processes the next batch; false if there is none. */
async function workOnce(work: Work): Promise<boolean> {
  const { reader, checkpoint } = work;
  const batch = await reader.next(work.batchSize);
  if (batch === undefined) return false;
  const { shardId, records } = batch;
  try {
    await deliverRecords(
      records.filter((record) => !isEmptyChange(record)),
      deliveryOf(work, shardId),
    );
    // Records without a change are finished as well. Not written yet: a restart may read them again.
    if (!work.stopped()) move(checkpoint, shardId, records.at(-1));
  } catch (error) {
    reader.rewind(shardId);
    throw error;
  }
  return true;
}

function move(checkpoint: Checkpoint, shardId: string, record: _Record | undefined): void {
  checkpoint.shards[shardId] = { after: record?.dynamodb?.SequenceNumber };
}

function deliveryOf(work: Work, shardId: string): Delivery {
  const { checkpoint, log } = work;
  const { streamArn } = checkpoint;
  return {
    stopped: work.stopped,
    maxRetryAttempts: work.maxRetryAttempts,
    async call(records) {
      const event = streamEvent(records, streamArn);
      const result = await work
        .invoke(event)
        .catch((error: unknown) => failedInvocation('Invoke', String(error)));
      if (!result.ok) log(`${work.functionId} failed on ${records.length} changes${failureReason(result)}.`);
      return result;
    },
    async advance(record) {
      move(checkpoint, shardId, record);
      await writeJsonFile(work.checkpointFile, checkpoint);
    },
    async discard(record, calls) {
      log(`${work.functionId} failed ${calls} times on one change; it goes to the on-failure queue.`);
      await work.onFailure(failureRecord({ ...work, streamArn, shardId, record, calls }));
    },
    pause: async (attempt) => await work.rest(retryPauseMs(attempt)),
  };
}
