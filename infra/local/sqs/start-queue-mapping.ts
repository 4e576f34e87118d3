import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  type Message,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { failedItems, failureReason } from '../lambda/batch-reply.ts';
import { failedInvocation, isThrottled, type Invoke, type InvokeResult } from '../lambda/invoke.ts';
import { retryPauseMs } from '../lambda/retry-pause.ts';
import { settlesWithin, systemTimers, type Timers } from '../timers/timers.ts';
import { queueEvent } from './queue-event.ts';
import { localQueueClient, type LocalQueues } from './start-queues.ts';

/** The longest that SQS keeps a receive call open. */
const LONG_POLL_SECONDS = 20;
const PAUSE_AFTER_ERROR_MILLISECONDS = 1_000;
const CLOSE_MILLISECONDS = 10_000;

export type QueueMapping = {
  /**
   * Stops receiving and waits for the batches in flight, by default up to ten seconds. Resolves to false if
   * some still run: their messages appear again when their visibility time-out ends.
   */
  close(atMostMilliseconds?: number): Promise<boolean>;
};

type Input = {
  queues: LocalQueues;
  queue: string;
  /** Of a larger batch ten at a time are delivered, because one receive call returns no more, and none is waited for. */
  batchSize: number;
  /** How many batches may be in flight; two by default. */
  maxConcurrency?: number;
  /** For how long received messages are hidden. */
  visibilitySeconds: number;
  invoke: Invoke;
  log: (message: string) => void;
  timers?: Timers;
};

/**
 * Lambda's event source mapping of a queue on one machine, with ReportBatchItemFailures. Messages that did
 * not fail are deleted; failed ones stay invisible until their visibility time-out ends, and the queue moves
 * them to its dead-letter queue by its own count. A batch that is throttled is tried again while it is hidden.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function startQueueMapping(input: Input): QueueMapping {
  const { queues, queue, maxConcurrency = 2, timers = systemTimers } = input;
  const client = localQueueClient(queues.endpoint);
  const source = { client, url: queues.urlOf(queue), arn: queues.arnOf(queue) };
  const inFlight = new Set<Promise<void>>();
  const closing = Promise.withResolvers<void>();
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
    const messages = await receive(source, Math.min(10, input.batchSize));
    if (messages.length === 0) return;
    if (closed) return await giveBack(source, messages);
    const work = process(messages).finally(() => inFlight.delete(work));
    inFlight.add(work);
  }

  async function process(messages: Message[]): Promise<void> {
    const result = await callWhileHidden(queueEvent(messages, source.arn));
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

  /** What is throttled for longer than its messages are hidden has failed. */
  async function callWhileHidden(event: unknown): Promise<InvokeResult> {
    let leftMs = input.visibilitySeconds * 1000;
    for (let attempt = 1; ; attempt += 1) {
      const result = await input
        .invoke(event)
        .catch((error: unknown) => failedInvocation('Invoke', String(error)));
      leftMs -= retryPauseMs(attempt);
      if (!isThrottled(result) || leftMs <= 0 || closed) return result;
      await rest(retryPauseMs(attempt));
    }
  }

  async function rest(milliseconds: number): Promise<void> {
    const over = Promise.withResolvers<void>();
    const cancel = timers.after(milliseconds, over.resolve);
    await Promise.race([over.promise, closing.promise]);
    cancel();
  }

  void poll();
  return {
    async close(atMostMilliseconds = CLOSE_MILLISECONDS) {
      closed = true;
      closing.resolve();
      // The open receive call is not aborted: it may have received messages already, which are then given back.
      return await settlesWithin(Promise.all(inFlight), atMostMilliseconds, input.timers);
    },
  };
}

type Source = { client: SQSClient; url: string; arn: string };

const idOf = (message: Message) => message.MessageId ?? '';

async function receive({ client, url }: Source, atMost: number): Promise<Message[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: atMost,
      WaitTimeSeconds: LONG_POLL_SECONDS,
      MessageSystemAttributeNames: ['All'],
    }),
  );
  return Messages;
}

async function remove({ client, url }: Source, messages: Message[]): Promise<void> {
  if (messages.length === 0) return;
  await client.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries: messages.map(entry) }));
}

/** Makes late messages visible again. */
async function giveBack({ client, url }: Source, messages: Message[]): Promise<void> {
  const Entries = messages.map((message, at) => ({ ...entry(message, at), VisibilityTimeout: 0 }));
  await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: url, Entries }));
}

const entry = ({ ReceiptHandle }: Message, at: number) => ({ Id: String(at), ReceiptHandle });
