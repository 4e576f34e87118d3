import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { MediaStatus } from '../../../shared/contract/entities.ts';
import { handler } from '../../../functions/jobs/dispatch-changes.ts';
import { log } from '../../../functions/aws/log.ts';
import { idOf } from '../../fixtures/records.ts';

const queues = mockClient(SQSClient);
const AT = '2026-06-30T18:00:00.000Z';

beforeAll(() => {
  Object.assign(process.env, {
    PUSH_QUEUE_URL: 'push',
    MOVES_QUEUE_URL: 'moves',
    AWS_REGION: 'us-east-1',
  });
  log.setLogLevel('SILENT');
});
beforeEach(() => {
  queues.reset();
  queues.on(SendMessageCommand).resolves({});
});

/** A change of an item, as the table's stream tells it. */
function change(number: number, statuses: { before?: MediaStatus; after?: MediaStatus }): DynamoDBRecord {
  const image = (status: MediaStatus) => ({
    id: { S: idOf('med', number) },
    eventId: { S: idOf('evt', 1) },
    status: { S: status },
    uploadedAt: { S: AT },
    moderatedAt: { NULL: true },
    place: { NULL: true },
  });
  return {
    dynamodb: {
      SequenceNumber: String(number),
      Keys: { pk: { S: `MEDIA#${idOf('med', number)}` }, sk: { S: 'MEDIA' } },
      ...(statuses.before && { OldImage: image(statuses.before) }),
      ...(statuses.after && { NewImage: image(statuses.after) }),
    },
  };
}

const follow = (...Records: DynamoDBRecord[]) => handler({ Records } satisfies DynamoDBStreamEvent);

/** Which items were told of, message by message. */
const told = () =>
  queues
    .commandCalls(SendMessageCommand, { QueueUrl: 'push' })
    .map(({ args }) => JSON.parse(args[0].input.MessageBody ?? '') as object);

const news = (...numbers: number[]) => ({
  kind: 'new',
  eventId: idOf('evt', 1),
  mediaIds: numbers.map((number) => idOf('med', number)),
  at: AT,
});

it('tells of what came together in one message', async () => {
  const changes = [1, 2, 3].map((number) => change(number, { after: 'approved' }));
  expect(await follow(...changes, change(4, { before: 'approved', after: 'approved' }))).toEqual({
    batchItemFailures: [],
  });
  expect(told()).toEqual([news(1, 2, 3)]);
});

it('tells of what came before a failure, and begins again at the failure', async () => {
  queues.on(SendMessageCommand, { QueueUrl: 'moves' }).rejects(new Error('down'));
  const answer = await follow(
    change(1, { after: 'approved' }),
    change(2, { before: 'approved' }),
    change(3, { after: 'approved' }),
  );
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
  expect(told()).toEqual([news(1)]);
});

it('begins again at the first where nobody could be told', async () => {
  queues.on(SendMessageCommand, { QueueUrl: 'push' }).rejects(new Error('down'));
  const answer = await follow(change(1, { after: 'approved' }), change(2, { after: 'approved' }));
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
});

it('has files moved that lie where they may not, and says which of them everybody could see', async () => {
  const item = change(1, { before: 'approved', after: 'rejected' });
  const { OldImage, NewImage } = item.dynamodb ?? {};
  const [wasOpen, wasHeld] = ['open', 'held'].map((place) => {
    const placed = { place: { S: place }, placeVersion: { N: '1' } };
    const before = { ...OldImage, ...placed, statusVersion: { N: '1' } };
    const after = { ...NewImage, ...placed, statusVersion: { N: '2' } };
    return { dynamodb: { ...item.dynamodb, OldImage: before, NewImage: after } };
  });
  await follow(wasOpen ?? {}, wasHeld ?? {}, { dynamodb: { ...wasOpen?.dynamodb, NewImage: undefined } });
  const sent = queues.commandCalls(SendMessageCommand, { QueueUrl: 'moves' });
  const ids = { eventId: idOf('evt', 1), mediaId: idOf('med', 1) };
  expect(sent.map(({ args }) => JSON.parse(args[0].input.MessageBody ?? '') as object)).toEqual([
    { ...ids, wasOpen: true },
    { ...ids, wasOpen: false },
    { ...ids, wasOpen: true },
  ]);
});
