import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  type Message,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { failedItems, failureReason } from '../lambda/batch-reply.ts';
import { failedInvocation, type Invoke } from '../lambda/invoke.ts';
import { settlesWithin, systemTimers, type Timers } from '../process/timers.ts';
import { batchesThatFit, queueEvent } from './queue-event.ts';
import { localQueueClient, type LocalQueues } from './start-queues.ts';

/** Longest that SQS keeps a receive call open, and most messages that one gives. */
const LONG_POLL_SECONDS = 20;
const MAX_RECEIVED = 10;
const PAUSE_AFTER_ERROR_MILLISECONDS = 1_000;
const CLOSE_MILLISECONDS = 10_000;

export type QueueMapping = {
  /**
   * Stops receiving and waits for the batches in flight, but at most so long (default: ten seconds). False where some
   * still run: their messages appear again when their visibility ends.
   */
  close(atMostMilliseconds?: number): Promise<boolean>;
};

type Input = {
  queues: LocalQueues;
  /** The queue's name. */
  queue: string;
  batchSize: number;
  /** How long to wait for a full batch once there is a first message. Default: not at all. */
  maxBatchingWindowSeconds?: number;
  /** Most batches in flight. */
  maxConcurrency?: number;
  invoke: Invoke;
  log: (message: string) => void;
  timers?: Timers;
};

/**
 * Lambda's event source mapping of a queue on one machine, with ReportBatchItemFailures. Messages of a batch that did
 * not fail are deleted; failed ones stay invisible until their visibility time-out ends, and go to the dead-letter
 * queue by the queue's own count.
 */
export function startQueueMapping(input: Input): QueueMapping {
  const { queues, queue, maxConcurrency = 2, timers = systemTimers } = input;
  const client = localQueueClient(queues.endpoint);
  const source = { client, url: queues.urlOf(queue), arn: queues.arnOf(queue) };
  const inFlight = new Set<Promise<void>>();
  let closed = false;

  async function poll(): Promise<void> {
    while (!closed)
      try {
        await slot();
        await takeOne();
      } catch (error) {
        if (closed) break;
        input.log(`Messages of the queue ${queue} could not be received: ${String(error)}`);
        await new Promise<void>((resolve) => timers.after(PAUSE_AFTER_ERROR_MILLISECONDS, resolve));
      }
    await Promise.all(inFlight);
    client.destroy();
  }

  async function slot(): Promise<void> {
    while (inFlight.size >= maxConcurrency) await Promise.race(inFlight);
  }

  async function takeOne(): Promise<void> {
    if (closed) return;
    const messages = await collect(source, { ...input, stopped: () => closed });
    if (closed) return await giveBack(source, messages);
    for (const part of batchesThatFit(messages, source.arn)) {
      await slot();
      const work = process(part).finally(() => inFlight.delete(work));
      inFlight.add(work);
    }
  }

  async function process(messages: Message[]): Promise<void> {
    const event = queueEvent(messages, source.arn);
    const result = await input
      .invoke(event)
      .catch((error: unknown) => failedInvocation('Invoke', String(error)));
    const failures = failedItems(result, messages.map(idOf));
    if (failures.size > 0)
      input.log(
        `${failures.size} of ${messages.length} messages of the queue ${queue} failed${failureReason(result)}.`,
      );
    const done = messages.filter((message) => !failures.has(idOf(message)));
    await remove(source, done).catch((error: unknown) =>
      input.log(`Messages of the queue ${queue} could not be deleted: ${String(error)}`),
    );
  }

  void poll();
  return {
    async close(atMostMilliseconds = CLOSE_MILLISECONDS) {
      closed = true;
      // The open receive call is not cut off: fauxqs would give it the next message all the same.
      return await settlesWithin(Promise.all(inFlight), atMostMilliseconds);
    },
  };
}

type Source = { client: SQSClient; url: string; arn: string };

const idOf = (message: Message) => message.MessageId ?? '';

/** Waits for a first message, and then for as many as the batch may have or until the window ends. */
async function collect(
  source: Source,
  {
    batchSize,
    maxBatchingWindowSeconds = 0,
    stopped,
  }: Pick<Input, 'batchSize' | 'maxBatchingWindowSeconds'> & { stopped: () => boolean },
): Promise<Message[]> {
  const messages = await receive(source, batchSize, LONG_POLL_SECONDS);
  if (messages.length === 0) return messages;
  const end = performance.now() + maxBatchingWindowSeconds * 1000;
  while (messages.length < batchSize && !stopped()) {
    const seconds = Math.ceil((end - performance.now()) / 1000);
    if (seconds <= 0) break;
    messages.push(...(await receive(source, batchSize - messages.length, seconds)));
  }
  return messages;
}

async function receive({ client, url }: Source, atMost: number, waitSeconds: number): Promise<Message[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: Math.min(atMost, MAX_RECEIVED),
      WaitTimeSeconds: Math.min(waitSeconds, LONG_POLL_SECONDS),
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    }),
  );
  return Messages;
}

async function remove({ client, url }: Source, messages: Message[]): Promise<void> {
  for (const Entries of entries(messages))
    await client.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }));
}

/** Lets messages appear again soon that came after the end. Never at once: see `startQueues` on a visibility of 0. */
async function giveBack({ client, url }: Source, messages: Message[]): Promise<void> {
  for (const batch of entries(messages)) {
    const Entries = batch.map((entry) => ({ ...entry, VisibilityTimeout: 1 }));
    await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: url, Entries }));
  }
}

type Entry = { Id: string; ReceiptHandle: string | undefined };

/** Messages as the batch calls take them, ten at a time. */
function entries(messages: Message[]): Entry[][] {
  const batches: Entry[][] = [];
  for (const [index, { ReceiptHandle }] of messages.entries()) {
    if (index % MAX_RECEIVED === 0) batches.push([]);
    batches.at(-1)?.push({ Id: String(index), ReceiptHandle });
  }
  return batches;
}
