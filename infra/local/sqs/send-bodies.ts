import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { localQueueClient } from './start-queues.ts';

/** Limits of one SendMessageBatch. */
const MAX_ENTRIES = 10;
const MAX_BYTES = 1_048_576;

/**
 * Sends message bodies to a queue, in order: at the start of the local system, those whose messages the in-memory queue
 * lost with the last process.
 * @throws Error where the queue refuses one; those before it are sent.
 */
export async function sendBodies({
  endpoint,
  queueUrl,
  bodies,
}: {
  endpoint: string;
  queueUrl: string;
  bodies: readonly string[];
}): Promise<void> {
  const client = localQueueClient(endpoint);
  try {
    for (const batch of batchesOf(bodies)) await send(client, queueUrl, batch);
  } finally {
    client.destroy();
  }
}

async function send(client: SQSClient, queueUrl: string, bodies: readonly string[]): Promise<void> {
  const { Failed } = await client.send(
    new SendMessageBatchCommand({
      QueueUrl: queueUrl,
      Entries: bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody })),
    }),
  );
  const first = Failed?.[0];
  if (first) throw new Error(`The queue ${queueUrl} refused a message: ${first.Code} ${first.Message ?? ''}`);
}

function* batchesOf(bodies: readonly string[]): Generator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const body of bodies) {
    const length = Buffer.byteLength(body);
    if (batch.length === MAX_ENTRIES || (batch.length > 0 && bytes + length > MAX_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(body);
    bytes += length;
  }
  if (batch.length > 0) yield batch;
}
