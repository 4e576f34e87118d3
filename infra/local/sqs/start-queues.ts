import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { unsignedCredentials } from '../aws-protocol/unsigned-credentials.ts';

const ACCOUNT = '000000000000';
/** 14 days, SQS's maximum: a person has to look at dead-letter messages. */
const DEAD_LETTER_SECONDS = 1_209_600;

export type QueueDefinition = {
  readonly name: string;
  readonly visibilityTimeoutSeconds: number;
  /** How often a message is received before it goes to the dead-letter queue instead. */
  readonly maxReceiveCount: number;
  /** Name of the dead-letter queue, which is created as well. */
  readonly dlq: string;
};

export type LocalQueues = {
  /** For AWS_ENDPOINT_URL_SQS. */
  readonly endpoint: string;
  urlOf(name: string): string;
  arnOf(name: string): string;
  /** Ends the server. All messages are lost: queues are in memory. */
  close(): Promise<void>;
};

const arnOf = (name: string) => `arn:aws:sqs:${unsignedCredentials.region}:${ACCOUNT}:${name}`;

/**
 * SQS on one machine: fauxqs in this process, with the given queues. Its own start function listens on all
 * interfaces, so its app is built here and listens on 127.0.0.1 only. In memory, because with a data folder
 * fauxqs fails on a visibility of 0; the work that is lost with the process is found in the table and done
 * again at the next start.
 */
export async function startQueues({ queues }: { queues: readonly QueueDefinition[] }): Promise<LocalQueues> {
  const app = buildApp({ logger: false });
  const endpoint = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = localQueueClient(endpoint);
  const create = (QueueName: string, Attributes: Record<string, string>) =>
    client.send(new CreateQueueCommand({ QueueName, Attributes }));
  try {
    for (const { name, visibilityTimeoutSeconds, maxReceiveCount, dlq } of queues) {
      await create(dlq, { MessageRetentionPeriod: String(DEAD_LETTER_SECONDS) });
      await create(name, {
        VisibilityTimeout: String(visibilityTimeoutSeconds),
        RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arnOf(dlq), maxReceiveCount }),
      });
    }
  } catch (error) {
    await app.close();
    throw error;
  } finally {
    client.destroy();
  }
  return {
    endpoint,
    // Not the URL that fauxqs returns: its host name ends in "localhost", which not every system resolves.
    urlOf: (name) => `${endpoint}/${ACCOUNT}/${name}`,
    arnOf,
    close: () => app.close(),
  };
}

export function localQueueClient(endpoint: string): SQSClient {
  return new SQSClient({ endpoint, ...unsignedCredentials });
}
