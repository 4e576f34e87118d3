import { createHash } from 'node:crypto';
import type { LongPollWakeups } from './long-poll-wakeups.ts';
import type { MessageStore, ReceivedMessage } from './message-store.ts';
import { ACCOUNT, arnOf, type Queue } from './queue-definition.ts';
import * as read from './read-input.ts';
import { SqsError } from './sqs-error.ts';

export type Served = {
  readonly store: MessageStore;
  readonly wakeups: LongPollWakeups;
  readonly now: () => number;
};

/** One request: its queue, what it holds besides the queue's URL, and the signal that nobody waits any more. */
export type SqsRequest = Served & {
  readonly queue: Queue;
  readonly input: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
};

type Operation = (request: SqsRequest) => object | Promise<object>;

/**
 * The operations that functions, the mapping, operators' programs and tests use.
 * Source: Amazon SQS API Reference.
 */
export const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>(
  Object.entries<Operation>({
    SendMessage: (request) => send(request, request.input),
    SendMessageBatch: (request) => inBatch(request, send),
    ReceiveMessage: receive,
    DeleteMessageBatch: (request) => inBatch(request, remove),
    ChangeMessageVisibilityBatch: (request) => inBatch(request, changeVisibility),
    GetQueueAttributes: getAttributes,
  }),
);

/** How often a call that waits looks whether a full queue has room again. */
const FULL_PAUSE_MS = 1_000;

/** The one attribute that not every message has. */
const OPTIONAL = 'MessageGroupId';

type Entry = Readonly<Record<string, unknown>>;

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

function send({ queue, store }: SqsRequest, entry: Entry): object {
  const sent = read.readInput(read.sendEntry, entry);
  const { MessageBody: body, DelaySeconds: delaySeconds, MessageGroupId: group = null } = sent;
  read.checkBody(body);
  return { MessageId: store.send(queue, { body, delaySeconds, group }), MD5OfMessageBody: md5(body) };
}

function remove({ queue, store }: SqsRequest, entry: Entry): object {
  store.remove(queue, read.readInput(read.deleteEntry, entry).ReceiptHandle);
  return {};
}

function changeVisibility({ queue, store }: SqsRequest, entry: Entry): object {
  const change = read.readInput(read.visibilityEntry, entry);
  const outcome = store.changeVisibility(queue, {
    receipt: change.ReceiptHandle,
    seconds: change.VisibilityTimeout,
  });
  if (outcome === 'changed') return {};
  if (outcome === 'too-late')
    throw new SqsError('MessageNotInflight', 'The specified message is not in flight.');
  throw new SqsError(
    'InvalidParameterValue',
    `Total VisibilityTimeout for the message is beyond the limit [${read.MAX_VISIBILITY_SECONDS} seconds].`,
  );
}

/** Does each entry in one transaction; an entry that is refused does not hold up the others. */
function inBatch(request: SqsRequest, one: (request: SqsRequest, entry: Entry) => object): object {
  const { Entries } = read.readInput(read.batchInput, request.input);
  read.checkEntries(Entries);
  const sizes = Entries.map(({ MessageBody: body }) =>
    typeof body === 'string' ? Buffer.byteLength(body) : 0,
  );
  if (sizes.reduce((sum, size) => sum + size, 0) > read.MAX_MESSAGE_BYTES)
    throw new SqsError('BatchRequestTooLong', 'The entries are longer together than a message may be.');
  const [Successful, Failed]: [object[], object[]] = [[], []];
  request.store.transaction(() => {
    for (const { Id, ...entry } of Entries) {
      try {
        Successful.push({ Id, ...one(request, entry) });
      } catch (error) {
        if (!(error instanceof SqsError)) throw error;
        Failed.push({ Id, SenderFault: true, Code: error.code, Message: error.message });
      }
    }
  });
  return { Successful, Failed };
}

/** Waits for messages as long as it is told, and no longer than anybody waits for the answer. */
async function receive({ queue, input, store, wakeups, now, signal }: SqsRequest): Promise<object> {
  const wanted = read.readInput(read.receiveInput, input);
  const { MaxNumberOfMessages: atMost, MessageSystemAttributeNames: names } = wanted;
  const visibilitySeconds = wanted.VisibilityTimeout ?? queue.visibilityTimeoutSeconds;
  const endMs = now() + wanted.WaitTimeSeconds * 1000;
  while (!signal.aborted) {
    const isFull = store.isFull(queue);
    if (isFull && wanted.WaitTimeSeconds === 0)
      throw new SqsError('OverLimit', 'Too many messages of the queue are in flight.');
    const messages = isFull ? [] : store.receive(queue, { atMost, visibilitySeconds });
    if (messages.length > 0) return { Messages: messages.map((message) => described(message, names)) };
    if (now() >= endMs) break;
    const nextMs = Math.min(endMs, store.nextVisibleMs(queue) ?? endMs);
    await wakeups.wait(queue.name, Math.max(isFull ? FULL_PAUSE_MS : 1, nextMs - now()), signal);
  }
  return {};
}

function described(message: ReceivedMessage, names: readonly string[]): object {
  return {
    MessageId: message.id,
    ReceiptHandle: message.receipt,
    Body: message.body,
    MD5OfBody: md5(message.body),
    Attributes: chosen(names, {
      SenderId: ACCOUNT,
      SentTimestamp: String(message.sentMs),
      ApproximateReceiveCount: String(message.receiveCount),
      ApproximateFirstReceiveTimestamp: String(message.firstReceivedMs),
      ...(message.group !== null && { MessageGroupId: message.group }),
    }),
  };
}

function getAttributes({ queue, input, store }: SqsRequest): object {
  const { AttributeNames } = read.readInput(read.attributesInput, input);
  const { waiting, inFlight, delayed } = store.count(queue);
  const { redrive } = queue;
  return {
    Attributes: chosen(AttributeNames, {
      QueueArn: arnOf(queue.name),
      VisibilityTimeout: String(queue.visibilityTimeoutSeconds),
      MessageRetentionPeriod: String(queue.retentionSeconds),
      ApproximateNumberOfMessages: String(waiting),
      ApproximateNumberOfMessagesNotVisible: String(inFlight),
      ApproximateNumberOfMessagesDelayed: String(delayed),
      ...(redrive && {
        RedrivePolicy: JSON.stringify({
          deadLetterTargetArn: arnOf(redrive.dlq),
          maxReceiveCount: redrive.maxReceiveCount,
        }),
      }),
    }),
  };
}

/** The attributes of these names, or `All`. @throws SqsError for a name that is not among them */
function chosen(names: readonly string[], attributes: Readonly<Record<string, string>>): object {
  const unknown = names.find((name) => name !== 'All' && name !== OPTIONAL && !(name in attributes));
  if (unknown !== undefined) throw new SqsError('InvalidAttributeName', `Unknown attribute ${unknown}.`);
  if (names.includes('All')) return attributes;
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => names.includes(name)));
}
