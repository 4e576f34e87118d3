import { SQSClient } from '@aws-sdk/client-sqs';
import { createServer } from 'node:http';
import { unsignedCredentials } from '../aws-protocol/unsigned-credentials.ts';
import { dropAndClose, listenLocally } from '../http/local-server.ts';
import { systemTimers, type Timers } from '../timers/timers.ts';
import { createLongPollWakeups } from './long-poll-wakeups.ts';
import { type DeliversTwice, openMessageStore } from './message-store.ts';
import { ACCOUNT, arnOf, queuesByName, type QueueDefinition } from './queue-definition.ts';
import { serveSqs } from './serve-sqs.ts';

export type LocalQueues = {
  /** For AWS_ENDPOINT_URL_SQS. */
  readonly endpoint: string;
  urlOf(name: string): string;
  arnOf(name: string): string;
  /** Makes what was in flight visible, for when it is known that nobody works on it any more. */
  releaseInFlight(name: string): void;
  /** Ends the server, and calls that wait for messages. Every message stays. */
  close(): Promise<void>;
};

type Options = {
  queues: readonly QueueDefinition[];
  /** All messages are kept here, with their visibility, delays and receive counts. */
  folder: string;
  now?: () => number;
  timers?: Timers;
  /** Has messages delivered twice, as SQS may at any time; for tests. */
  deliversTwice?: DeliversTwice | undefined;
  log: (message: string) => void;
};

/** SQS on one machine, in this process, with the given queues and their dead-letter queues. */
export async function startQueues(options: Options): Promise<LocalQueues> {
  const { now = Date.now, timers = systemTimers, log } = options;
  const queues = queuesByName(options.queues);
  const wakeups = createLongPollWakeups(timers);
  const store = openMessageStore({
    folder: options.folder,
    now,
    onVisible: (name) => wakeups.announce(name),
    deliversTwice: options.deliversTwice,
  });
  const closing = new AbortController();
  const server = createServer(serveSqs({ queues, store, wakeups, now, log, closing: closing.signal }));
  const endpoint = await listenLocally(server);
  async function shutDown(): Promise<void> {
    closing.abort();
    await dropAndClose(server);
    store.close();
  }
  let closed: Promise<void> | undefined;

  return {
    endpoint,
    urlOf: (name) => `${endpoint}/${ACCOUNT}/${name}`,
    arnOf,
    releaseInFlight(name) {
      const queue = queues.get(name);
      if (queue) store.release(queue);
    },
    close: () => (closed ??= shutDown()),
  };
}

export function localQueueClient(endpoint: string): SQSClient {
  return new SQSClient({ endpoint, ...unsignedCredentials });
}
