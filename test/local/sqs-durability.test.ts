import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localQueueClient, startQueues } from '../../infra/local/sqs/start-queues.ts';

const jobs = { name: 'jobs', visibilityTimeoutSeconds: 600, maxReceiveCount: 3, dlq: 'jobs-dlq' };

let folder: string;
let cleanups: (() => unknown)[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'queues-'));
  cleanups = [() => rm(folder, { recursive: true, force: true })];
});
afterEach(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

async function startProcess(): Promise<{ child: ChildProcess; client: SQSClient; url: string }> {
  const child = fork(path.join(import.meta.dirname, 'sqs-process.ts'), [folder], { execArgv: [] });
  cleanups.push(() => child.kill('SIGKILL'));
  const [{ endpoint }] = (await once(child, 'message')) as [{ endpoint: string }];
  return { child, client: clientOf(endpoint), url: `${endpoint}/000000000000/jobs` };
}

function clientOf(endpoint: string): SQSClient {
  const client = localQueueClient(endpoint);
  cleanups.push(() => client.destroy());
  return client;
}

/** The queues in this process, at a time of the test's choice. */
async function start(now: () => number = Date.now) {
  const queues = await startQueues({ folder, now, queues: [jobs], log: (line) => expect.fail(line) });
  cleanups.push(() => queues.close());
  const client = clientOf(queues.endpoint);
  return { ...queues, client, url: queues.urlOf('jobs'), deadLetters: queues.urlOf('jobs-dlq') };
}

const send = (client: SQSClient, QueueUrl: string, MessageBody: string, DelaySeconds = 0) =>
  client.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds }));

async function receive(client: SQSClient, QueueUrl: string): Promise<Message[]> {
  const input = { QueueUrl, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['All' as const] };
  return (await client.send(new ReceiveMessageCommand(input))).Messages ?? [];
}

const told = (messages: readonly Message[]) =>
  messages.map(({ Body, Attributes }) => `${Body} ${Attributes?.ApproximateReceiveCount}`).toSorted();

/** Makes a message visible. @returns what was refused */
async function show(client: SQSClient, QueueUrl: string, message: Message | undefined): Promise<unknown> {
  const Entries = [{ Id: 'shown', ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout: 0 }];
  const command = new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries });
  return (await client.send(command)).Failed;
}

async function counts(client: SQSClient, QueueUrl: string): Promise<Record<string, number>> {
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
  );
  return {
    waiting: Number(Attributes['ApproximateNumberOfMessages']),
    inFlight: Number(Attributes['ApproximateNumberOfMessagesNotVisible']),
    delayed: Number(Attributes['ApproximateNumberOfMessagesDelayed']),
  };
}

describe('after the process was killed', () => {
  it('every message is there as it was: waiting, in flight, delayed, received twice, deleted', async () => {
    const { child, client, url } = await startProcess();
    await send(client, url, 'twice');
    await show(client, url, (await receive(client, url))[0]);
    expect(told(await receive(client, url))).toEqual(['twice 2']);
    await send(client, url, 'in flight');
    expect(told(await receive(client, url))).toEqual(['in flight 1']);
    await send(client, url, 'done');
    const done = await receive(client, url);
    const Entries = done.map(({ ReceiptHandle }) => ({ Id: 'done', ReceiptHandle }));
    await client.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }));
    await send(client, url, 'delayed', 900);
    await send(client, url, 'waiting');
    child.kill('SIGKILL');
    await once(child, 'exit');

    let aheadMs = 0;
    const again = await start(() => Date.now() + aheadMs);
    expect(await counts(again.client, again.url)).toEqual({ waiting: 1, inFlight: 2, delayed: 1 });
    expect(told(await receive(again.client, again.url))).toEqual(['waiting 1']);
    // After a visibility time-out, after the delay, and after another time-out.
    aheadMs = 601_000;
    expect(told(await receive(again.client, again.url))).toEqual(['in flight 2', 'twice 3', 'waiting 2']);
    aheadMs = 901_000;
    expect(told(await receive(again.client, again.url))).toEqual(['delayed 1']);
    aheadMs = 1_300_000;
    expect(told(await receive(again.client, again.url))).toEqual(['in flight 3', 'waiting 3']);
    expect(told(await receive(again.client, again.deadLetters))).toEqual(['twice 4']);
  });

  it('what was in flight can be released, with its receive count', async () => {
    const { child, client, url } = await startProcess();
    await send(client, url, 'held');
    await receive(client, url);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const again = await start();
    expect(await receive(again.client, again.url)).toEqual([]);
    again.releaseInFlight('jobs');
    expect(told(await receive(again.client, again.url))).toEqual(['held 2']);
  });
});

describe('a receipt', () => {
  it('of an earlier delivery deletes nothing, and changes no visibility', async () => {
    const { client, url } = await start();
    await send(client, url, 'slow');
    const [first] = await receive(client, url);
    await show(client, url, first);
    expect(told(await receive(client, url))).toEqual(['slow 2']);
    const Entries = [{ Id: 'old', ReceiptHandle: first?.ReceiptHandle }];
    await client.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }));
    expect(await show(client, url, first)).toMatchObject([{ Id: 'shown', Code: 'MessageNotInflight' }]);
    expect(await counts(client, url)).toEqual({ waiting: 0, inFlight: 1, delayed: 0 });
  });

  it('that is none is refused', async () => {
    const { client, url } = await start();
    expect(await show(client, url, { ReceiptHandle: 'made up' })).toMatchObject([
      { Code: 'ReceiptHandleIsInvalid' },
    ]);
  });
});

it.each([
  ['a delay above 900 seconds', { DelaySeconds: 901 }, 'InvalidParameterValue'],
  ['a delay below 0', { DelaySeconds: -1 }, 'InvalidParameterValue'],
  ['a delay that is no whole number', { DelaySeconds: 0.5 }, 'InvalidParameterValue'],
  ['what it does not know', { MessageDeduplicationId: 'once' }, 'UnsupportedOperation'],
  ['a group with a space', { MessageGroupId: 'of two' }, 'InvalidParameterValue'],
])('a message with %s is refused, as in SQS, and the rest of its batch is not', async (_, wrong, code) => {
  const { client, url } = await start();
  const message = { MessageBody: 'x', ...wrong };
  await expect(client.send(new SendMessageCommand({ QueueUrl: url, ...message }))).rejects.toMatchObject({
    name: code,
  });
  const Entries = [
    { Id: 'wrong', ...message },
    { Id: 'right', MessageBody: 'right 😀' },
  ];
  expect(await client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }))).toMatchObject({
    Successful: [{ Id: 'right' }],
    Failed: [{ Id: 'wrong', Code: code, SenderFault: true }],
  });
  expect(told(await receive(client, url))).toEqual(['right 😀 1']);
});

it.each([
  ['none', [], 'EmptyBatchRequest'],
  ['eleven', Array.from({ length: 11 }, (_, at) => `${at}`), 'TooManyEntriesInBatchRequest'],
  ['two with the same id', ['1', '1'], 'BatchEntryIdsNotDistinct'],
  ['one with a strange id', ['no spaces'], 'InvalidBatchEntryId'],
])('a batch of %s is refused', async (_, ids, name) => {
  const { client, url } = await start();
  const Entries = ids.map((Id) => ({ Id, MessageBody: 'x' }));
  await expect(client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }))).rejects.toMatchObject({
    name,
  });
});

it('a message that is older than its queue keeps it is gone', async () => {
  let aheadMs = 0;
  const { client, url } = await start(() => Date.now() + aheadMs);
  await send(client, url, 'old');
  aheadMs = 4 * 24 * 3600_000;
  expect(await receive(client, url)).toEqual([]);
  expect(await counts(client, url)).toEqual({ waiting: 0, inFlight: 0, delayed: 0 });
});

it('a call that waits gets what is sent meanwhile, and an end when the queues close', async () => {
  const { client, url, close } = await start();
  const wait = () => client.send(new ReceiveMessageCommand({ QueueUrl: url, WaitTimeSeconds: 20 }));
  const first = wait();
  await send(client, url, 'late');
  expect((await first).Messages).toMatchObject([{ Body: 'late' }]);
  const second = wait().then(
    () => 'answered',
    () => 'ended',
  );
  // Only once it waits: a call before that would be refused.
  await counts(client, url);
  await close();
  expect(await second).toMatch(/answered|ended/);
});
