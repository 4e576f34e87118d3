import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

/** SQS's maximum of messages per call; below, how long received ones stay hidden from others. */
const BATCH = 10;
const HIDDEN_SECONDS = 300;
const WAIT_SECONDS = 2;

export type DeadLetterMove = {
  readonly client: SQSClient;
  /** URLs of the dead-letter queue and of the queue whose messages it holds. */
  readonly from: string;
  readonly to: string;
  /** In milliseconds since 1970. Messages that arrived later are left: they have just failed again. */
  readonly startedMs: number;
};

export type MovedCounts = {
  readonly moved: number;
  /** Failed again since the start. */
  readonly failedAgain: number;
  /** About table changes that could not be processed: no queue's worker understands them. */
  readonly streamFailures: number;
};

/**
 * Sends dead-letter messages back to their queue, each once. A message is deleted only after it was sent, so
 * a program that dies in between sends some twice, which is harmless. SQS's own move task is not used,
 * because it cannot tell messages apart: it would send those of the table's stream to a worker that cannot
 * read them, and continue for as long as messages come back.
 */
export async function moveDeadLetters(move: DeadLetterMove): Promise<MovedCounts> {
  const left: Message[] = [];
  const count = { moved: 0, failedAgain: 0, streamFailures: 0 };
  for (;;) {
    const received = await receive(move);
    if (received.length === 0) break;
    const back: Message[] = [];
    for (const message of received) {
      const kind = kindOf(message, move.startedMs);
      count[kind] += 1;
      (kind === 'moved' ? back : left).push(message);
    }
    await sendBack(move, back);
  }
  await makeVisible(move, left);
  return count;
}

function kindOf({ Body = '', Attributes }: Message, startedMs: number): keyof MovedCounts {
  if (/^\s*\{.*"DDBStreamBatchInfo"\s*:/s.test(Body)) return 'streamFailures';
  return Number(Attributes?.SentTimestamp ?? 0) < startedMs ? 'moved' : 'failedAgain';
}

async function receive({ client, from }: DeadLetterMove): Promise<Message[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: from,
      MaxNumberOfMessages: BATCH,
      VisibilityTimeout: HIDDEN_SECONDS,
      WaitTimeSeconds: WAIT_SECONDS,
      MessageSystemAttributeNames: ['SentTimestamp', 'MessageGroupId'],
    }),
  );
  return Messages;
}

async function sendBack({ client, from, to }: DeadLetterMove, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const bodies = messages.map(({ Body, Attributes }, at) => ({
    Id: String(at),
    MessageBody: Body ?? '',
    MessageGroupId: Attributes?.MessageGroupId,
  }));
  const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: to, Entries: bodies }));
  const failed = new Set(Failed.map(({ Id }) => Id));
  const sent = handles(messages).filter(({ Id }) => !failed.has(Id));
  if (sent.length > 0) await client.send(new DeleteMessageBatchCommand({ QueueUrl: from, Entries: sent }));
  if (failed.size > 0) throw new Error(`${failed.size} messages were not taken: ${Failed[0]?.Message ?? ''}`);
}

/** So that the messages that stay can be inspected right away. */
async function makeVisible({ client, from }: DeadLetterMove, messages: readonly Message[]): Promise<void> {
  for (let at = 0; at < messages.length; at += BATCH) {
    const Entries = handles(messages.slice(at, at + BATCH)).map((entry) => ({
      ...entry,
      VisibilityTimeout: 0,
    }));
    await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: from, Entries }));
  }
}

const handles = (messages: readonly Message[]) =>
  messages.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle }));
