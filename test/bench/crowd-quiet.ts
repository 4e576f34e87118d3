import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { GetQueueAttributesCommand, type QueueAttributeName, type SQSClient } from '@aws-sdk/client-sqs';
import { queues } from '../../functions/manifest/queues.ts';
import { unsignedCredentials } from '../../infra/local/aws-protocol/unsigned-credentials.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';
import { readCheckpoint } from '../../infra/local/dynamodb-streams/checkpoint.ts';
import { isEmptyChange } from '../../infra/local/dynamodb-streams/stream-event.ts';
import { streamReader } from '../../infra/local/dynamodb-streams/stream-reader.ts';
import { localQueueClient } from '../../infra/local/sqs/start-queues.ts';
import type { CrowdSystem } from './crowd-system.ts';

const PAUSE_MS = 500;
const COUNTS: QueueAttributeName[] = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
];

/**
 * Waits until nothing is left to be done: no message in any queue, and no change of the table that its stream's
 * function has not seen.
 * @returns messages that were given up, which lie in dead-letter queues
 */
export async function waitUntilQuiet({ environment, tableEndpoint, dataDir }: CrowdSystem): Promise<number> {
  const client = localQueueClient(environment['AWS_ENDPOINT_URL_SQS'] ?? '');
  const urls = queues.map(({ name }) => environment[`${name.toUpperCase()}_QUEUE_URL`] ?? '');
  const stream = await openStream({
    endpoint: tableEndpoint,
    tableName: environment['TABLE_NAME'] ?? '',
    checkpointFile: path.join(dataDir, 'table', 'dispatch-changes.checkpoint.json'),
  });
  const areEmpty = async () => (await countMessages(client, urls)) === 0;
  const isQuiet = async () => (await areEmpty()) && (await stream.isFollowed()) && (await areEmpty());
  try {
    // Twice: the last message may have changed the table after its stream was looked at.
    while (!((await isQuiet()) && (await isQuiet()))) await pause(PAUSE_MS);
    return await countMessages(
      client,
      urls.map((url) => `${url}-dlq`),
    );
  } finally {
    client.destroy();
    stream.close();
  }
}

async function countMessages(client: SQSClient, urls: readonly string[]): Promise<number> {
  let count = 0;
  for (const QueueUrl of urls) {
    const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: COUNTS });
    const { Attributes = {} } = await client.send(asked);
    count += Object.values(Attributes).reduce((sum, value) => sum + Number(value), 0);
  }
  return count;
}

async function openStream(input: { endpoint: string; tableName: string; checkpointFile: string }) {
  const { endpoint, tableName, checkpointFile } = input;
  const table = localTableClient(endpoint);
  const { Table } = await table.send(new DescribeTableCommand({ TableName: tableName }));
  table.destroy();
  const client = new DynamoDBStreamsClient({ endpoint, ...unsignedCredentials });
  return {
    /** Whether its function has seen every change. */
    async isFollowed(): Promise<boolean> {
      const checkpoint = await readCheckpoint(checkpointFile, Table?.LatestStreamArn ?? '');
      const reader = streamReader({ client, checkpoint, log: () => undefined });
      for (;;) {
        const batch = await reader.next(1000);
        if (batch === undefined) return true;
        if (!batch.records.every(isEmptyChange)) return false;
      }
    },
    close: () => client.destroy(),
  };
}
