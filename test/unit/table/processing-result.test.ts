import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { setProcessingResult, setUnfinished } from '../../../functions/table/processing-result.ts';
import { mediaRecord } from '../../fixtures/records.ts';
import { mediaRow } from '../../fixtures/table-rows.ts';

const dynamo = mockClient(DynamoDBDocumentClient);

beforeEach(() => {
  dynamo.reset();
  dynamo.on(UpdateCommand).resolves({});
});

const fresh = mediaRecord(1, { state: 'processing' });
const discarded = mediaRecord(1, { state: 'unsupported', isDiscarded: true });
const refused = (at: number) =>
  new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: [0, 1].map((one) => ({ Code: one === at ? 'ConditionalCheckFailed' : 'None' })),
  });
const written = () =>
  dynamo.commandCalls(TransactWriteCommand).map(({ args }) => args[0].input.TransactItems);

it('that nothing can be made of an item is counted with it', async () => {
  dynamo.on(TransactWriteCommand).resolves({});
  expect(await setProcessingResult(fresh, { state: 'unsupported' })).toBe(true);
  const [item, uploader] = written()[0] ?? [];
  expect(item?.Update).toMatchObject({
    UpdateExpression: 'SET #state = :state, #isDiscarded = :isDiscarded REMOVE gsi5pk, gsi5sk',
    ConditionExpression:
      'statusVersion = :seen AND attribute_not_exists(isDiscarded) AND uploader = :uploader',
  });
  expect(uploader?.Update?.ExpressionAttributeValues).toMatchObject({ ':uploads': 0, ':discarded': 1 });
});

it('that something can after all is counted off', async () => {
  dynamo.on(TransactWriteCommand).resolves({});
  expect(await setProcessingResult(discarded, { state: 'ready' })).toBe(true);
  const [item, uploader] = written()[0] ?? [];
  expect(item?.Update?.UpdateExpression).toBe('SET #state = :state REMOVE gsi5pk, gsi5sk, isDiscarded');
  expect(uploader?.Update?.ExpressionAttributeValues).toMatchObject({ ':discarded': -1 });
});

it('what was rejected stays discarded, whatever becomes of its file', async () => {
  const rejected = mediaRecord(1, { status: 'rejected', state: 'processing', isDiscarded: true });
  for (const state of ['unsupported', 'ready'] as const)
    expect(await setProcessingResult(rejected, { state })).toBe(true);
  expect(written()).toEqual([]);
});

it('an item that has changed meanwhile is read again, and one of somebody who has left counts for nobody', async () => {
  dynamo.on(TransactWriteCommand).rejectsOnce(refused(0)).rejectsOnce(refused(1));
  expect(await setProcessingResult(fresh, { state: 'unsupported' })).toBe(false);
  expect(dynamo.commandCalls(UpdateCommand)).toEqual([]);
  expect(await setProcessingResult(fresh, { state: 'unsupported' })).toBe(true);
  expect(dynamo.commandCalls(UpdateCommand)).toHaveLength(1);
});

it('an item that is to be tried again is an upload again', async () => {
  dynamo.on(GetCommand).resolves({ Item: mediaRow(discarded) });
  dynamo.on(TransactWriteCommand).rejectsOnce(refused(0)).resolves({});
  await setUnfinished(discarded);
  expect(dynamo.commandCalls(GetCommand)).toHaveLength(2);
  const [item, uploader] = written()[1] ?? [];
  expect(item?.Update?.ConditionExpression).toMatch(/ AND #state = :from AND /);
  expect(uploader?.Update?.ExpressionAttributeValues).toMatchObject({ ':discarded': -1 });
  dynamo.on(GetCommand).resolves({ Item: mediaRow(fresh) });
  await setUnfinished(discarded);
  expect(written()).toHaveLength(2);
});
