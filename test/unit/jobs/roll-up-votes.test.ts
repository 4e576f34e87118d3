import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/jobs/roll-up-votes.ts';
import { keys } from '../../../functions/table/keys.ts';
import { newMembership } from '../../../functions/table/membership-row.ts';
import { delivery, lambda } from '../../fixtures/media-world.ts';
import { eventRecord, idOf, mediaRecord } from '../../fixtures/records.ts';
import { eventRow, mediaRow } from '../../fixtures/table-rows.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const queues = mockClient(SQSClient);
const event = eventRecord();
const media = mediaRecord(1, { voteCount: 3 });
const shard = keys.voteCount(media.id, 4);
const voter = `user:${'a'.repeat(8)}` as const;
const message = { eventId: event.id, items: [{ mediaId: media.id, voters: [voter] }] };

beforeEach(() => {
  dynamo.reset();
  queues.reset();
  queues.on(SendMessageCommand).resolves({});
  dynamo.on(GetCommand).resolves({ Item: eventRow(event) });
  dynamo.on(QueryCommand).resolves({ Items: [mediaRow(media), { ...shard, votes: 2 }] });
  dynamo.on(UpdateCommand).resolves({});
  dynamo.on(BatchWriteCommand).resolves({});
});

const run = (context = lambda) => handler(delivery(JSON.stringify(message)), context);

const counts = () =>
  dynamo
    .commandCalls(UpdateCommand, { Key: keys.media(media.id) })
    .map(({ args }) => args[0].input.ExpressionAttributeValues);

const deleted = () =>
  dynamo
    .commandCalls(BatchWriteCommand)
    .flatMap(({ args }) => args[0].input.RequestItems?.['table'] ?? [])
    .map(({ DeleteRequest }) => DeleteRequest?.Key);

const sent = () =>
  queues.commandCalls(SendMessageCommand).map(({ args }) => JSON.parse(args[0].input.MessageBody ?? ''));

const delays = () => queues.commandCalls(SendMessageCommand).map(({ args }) => args[0].input.DelaySeconds);

it('adds to an item what its shards hold and its row does not', async () => {
  expect(await run()).toEqual({ batchItemFailures: [] });
  expect(counts()).toMatchObject([{ ':step': 2, ':rollUp': { votes: 2, version: 1 } }]);
  expect([deleted(), sent()]).toEqual([[], []]);
});

describe('an item that is not brought in line now is looked at again in a moment', () => {
  it('because its event has had enough of them this second', async () => {
    const full = Object.assign(new Error('full'), { name: 'ConditionalCheckFailedException' });
    dynamo.on(UpdateCommand).rejects(full);
    expect(await run()).toEqual({ batchItemFailures: [] });
    expect([counts(), deleted(), sent()]).toEqual([[], [], [message]]);
    expect(delays()[0]).toBeGreaterThanOrEqual(2);
    expect(delays()[0]).toBeLessThanOrEqual(10);
  });

  it('nor are those after it, because each refusal is a write, too', async () => {
    const full = Object.assign(new Error('full'), { name: 'ConditionalCheckFailedException' });
    dynamo.on(UpdateCommand).rejects(full);
    const items = Array.from({ length: 40 }, (_, at) => ({ mediaId: idOf('med', at + 1), voters: [] }));
    await handler(delivery(JSON.stringify({ eventId: event.id, items })), lambda);
    expect(dynamo.commandCalls(UpdateCommand).length).toBeLessThanOrEqual(8);
    expect(sent()).toHaveLength(1);
    expect(sent()[0].items).toHaveLength(40);
  });

  it('because the time of this run is over', async () => {
    await run({ ...lambda, getRemainingTimeInMillis: () => 0 });
    expect([counts(), deleted(), sent()]).toEqual([[], [], [message]]);
  });
});

describe('votes that overtook a deletion are removed with their counts', () => {
  const gone = [keys.vote({ eventId: event.id, voter, mediaId: media.id }), shard];

  it('of their item', async () => {
    dynamo.on(QueryCommand).resolves({ Items: [{ ...shard, votes: 1 }] });
    await run();
    expect([counts(), deleted(), sent()]).toEqual([[], gone, []]);
  });

  it.each([
    ['that has begun', eventRow(event, { deletedAt: '2026' })],
    ['that is done', undefined],
  ])('of their event, %s', async (_, Item) => {
    dynamo.on(GetCommand).resolves({ Item });
    dynamo.on(QueryCommand).resolves({ Items: [shard] });
    await run();
    expect([counts(), deleted(), sent()]).toEqual([[], gone, []]);
  });

  it('but never that of an item that is there', async () => {
    dynamo.on(QueryCommand).resolves({ Items: [mediaRow(media)] });
    await run();
    expect(deleted()).toEqual([]);
  });
});

const peopleAre = (...rows: object[]) =>
  dynamo.on(BatchGetCommand).resolves({ Responses: { table: rows } as never });
const withdrawn = () =>
  dynamo
    .commandCalls(TransactWriteCommand)
    .flatMap(({ args }) => args[0].input.TransactItems ?? [])
    .map(({ Delete, ConditionCheck }) => Delete?.Key ?? ConditionCheck?.ConditionExpression)
    .filter((one) => one !== undefined);

describe('a vote that overtook the removal of its voter', () => {
  const member = keys.membership(event.id, voter);
  const standing = { person: voter, standing: 'guest', since: '2026-01-01T00:00:00.000Z' } as const;
  const here = { ...newMembership(event.id, standing), hasPlace: true };
  beforeEach(() => {
    dynamo.on(GetCommand).resolves({ Item: eventRow(event, { peopleRemovedAt: '2026' }) });
    dynamo.on(TransactWriteCommand).resolves({});
  });

  it('is withdrawn, on the condition that they have not come back', async () => {
    peopleAre();
    await run();
    const vote = keys.vote({ eventId: event.id, voter, mediaId: media.id });
    expect(withdrawn()).toEqual([vote, 'attribute_not_exists(pk) OR (hasPlace = :no AND isBlocked = :no)']);
    expect(dynamo.commandCalls(BatchGetCommand)[0]?.args[0].input.RequestItems?.['table']).toEqual({
      Keys: [member],
      ConsistentRead: true,
    });
  });

  it('is withdrawn if they have kept a membership without a place', async () => {
    peopleAre({ ...member, ...here, hasPlace: false });
    await run();
    expect(withdrawn()).toHaveLength(2);
  });

  it('stays if its voter is there', async () => {
    peopleAre({ ...member, ...here });
    await run();
    expect(withdrawn()).toEqual([]);
  });

  it('costs nothing in an event from which nobody was removed', async () => {
    dynamo.on(GetCommand).resolves({ Item: eventRow(event) });
    await run();
    expect([withdrawn(), dynamo.commandCalls(BatchGetCommand)]).toEqual([[], []]);
  });
});
