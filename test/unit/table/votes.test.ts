import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { isConditionFailure } from '../../../functions/table/dynamo.ts';
import { keys } from '../../../functions/table/keys.ts';
import { voteShardOf } from '../../../functions/table/shards.ts';
import { castVote, listVotesAmong, withdrawVote } from '../../../functions/table/votes.ts';
import { mediaRecord } from '../../fixtures/records.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const now = new Date('2026-06-30T18:00:00Z');
const voter = 'guest:gst_aaaaaaaaaaaaaaaaaaaaaaaaaa' as const;

beforeEach(() => {
  dynamo.reset();
});

/** A cancelled transaction: a word per action of it, or the row that its refused condition found. */
function cancelled(...reasons: ('ok' | 'conflict' | 'throttled' | 'missing' | object)[]) {
  return new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: reasons.map((reason) => {
      if (reason === 'ok') return { Code: 'None' };
      if (reason === 'conflict') return { Code: 'TransactionConflict' };
      if (reason === 'throttled') return { Code: 'ThrottlingError' };
      if (reason === 'missing') return { Code: 'ConditionalCheckFailed' };
      return { Code: 'ConditionalCheckFailed', Item: marshall(reason, { removeUndefinedValues: true }) };
    }),
  });
}

const items = (call = 0) =>
  dynamo.commandCalls(TransactWriteCommand)[call]?.args[0].input.TransactItems ?? [];

describe('casting a vote', () => {
  const media = mediaRecord(1, { voteCount: 4 });

  it('is one transaction that names no row of other voters, nor of the item or its event', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    await castVote({ media, voter }, now);
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(1);
    const [vote, count, guest, ...more] = items();
    expect(more).toEqual([]);
    expect(guest?.ConditionCheck).toMatchObject({
      Key: { pk: 'GUEST#gst_aaaaaaaaaaaaaaaaaaaaaaaaaa', sk: 'GUEST' },
      ConditionExpression: 'claimedBy = :nobody',
      ExpressionAttributeValues: { ':nobody': null },
    });
    expect(vote?.Put?.ConditionExpression).toBe('attribute_not_exists(pk)');
    expect(count?.Update).toMatchObject({
      Key: keys.voteCount(media.id, voteShardOf(voter)),
      UpdateExpression: 'ADD votes :step',
      ExpressionAttributeValues: { ':step': 1 },
    });
  });

  it('of an account asks whether it is being deleted', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    await castVote({ media, voter: 'user:u' }, now);
    expect(items()[2]?.ConditionCheck).toMatchObject({
      Key: keys.user('u'),
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(erasedAt)',
    });
  });

  it('of a guest whom an account has just claimed is a 401, and is not tried again', async () => {
    dynamo.on(TransactWriteCommand).rejects(cancelled('ok', 'ok', { pk: 'GUEST#x', sk: 'GUEST' }));
    await expect(castVote({ media, voter }, now)).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });

  it.each(['conflict', 'throttled'] as const)(
    'waits out a %s without troubling the voter',
    async (reason) => {
      dynamo
        .on(TransactWriteCommand)
        .rejectsOnce(cancelled('ok', reason, 'ok'))
        .rejectsOnce(cancelled('ok', reason, 'ok'))
        .resolves({});
      await castVote({ media, voter }, now);
      expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(3);
    },
  );

  it.each(['ProvisionedThroughputExceededException', 'ThrottlingException', 'InternalServerError'])(
    'waits out %s',
    async (name) => {
      dynamo
        .on(TransactWriteCommand)
        .rejectsOnce(Object.assign(new Error(name), { name }))
        .resolves({});
      await castVote({ media, voter }, now);
      expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(2);
    },
  );

  it('a second time is a 409', async () => {
    dynamo.on(TransactWriteCommand).rejects(cancelled({ pk: 'x', sk: 'y' }, 'ok', 'ok'));
    await expect(castVote({ media, voter }, now)).rejects.toMatchObject({
      kind: 'conflict',
      message: 'Already voted',
    });
  });

  it.each(['pending', 'rejected'] as const)(
    'for what is %s is a 409, and nothing is written',
    async (status) => {
      const vote = castVote({ media: { ...media, status }, voter }, now);
      await expect(vote).rejects.toMatchObject({ code: 'not_approved' });
      expect(dynamo.calls()).toEqual([]);
    },
  );

  it('does not hide a fault', async () => {
    const denied = Object.assign(new Error('no'), { name: 'AccessDeniedException' });
    dynamo.on(TransactWriteCommand).rejects(denied);
    await expect(castVote({ media, voter }, now)).rejects.toBe(denied);
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });
});

describe('taking a vote back', () => {
  it('takes it off the count that it was added to', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    await withdrawVote({ media: mediaRecord(1), voter });
    expect(items()[0]?.Delete?.ConditionExpression).toBe('attribute_exists(pk)');
    expect(items()[1]?.Update).toMatchObject({
      Key: keys.voteCount(mediaRecord(1).id, voteShardOf(voter)),
      ExpressionAttributeValues: { ':step': -1 },
    });
  });

  it('where there is none changes nothing', async () => {
    dynamo.on(TransactWriteCommand).rejects(cancelled('missing', 'ok'));
    await withdrawVote({ media: mediaRecord(1), voter });
    expect(dynamo.calls()).toHaveLength(1);
  });
});

it('a single refused condition is told from a fault', () => {
  expect(isConditionFailure(new ConditionalCheckFailedException({ message: 'no', $metadata: {} }))).toBe(
    true,
  );
  expect(isConditionFailure(new Error('no'))).toBe(false);
});

const voteFor = (id: string) => ({ mediaId: id, createdAt: now.toISOString() });

describe("a page with its viewer's votes", () => {
  const [eventId, shown] = [mediaRecord(1).eventId, mediaRecord(7)];
  const ask = () => listVotesAmong(Promise.resolve([shown]), { eventId, voter });

  it('costs one bounded query, however many votes there are, and then those for its own items', async () => {
    const first = Array.from({ length: 200 }, (_, at) => voteFor(`med_${at}`));
    dynamo
      .on(QueryCommand)
      .resolves({ Items: first, LastEvaluatedKey: { pk: 'p', sk: 's' } })
      .on(BatchGetCommand)
      .resolves({ Responses: { [process.env['TABLE_NAME'] ?? '']: [voteFor(shown.id)] } });
    expect([...(await ask()).keys()]).toEqual([shown.id]);
    const queries = dynamo.commandCalls(QueryCommand);
    expect(queries).toHaveLength(1);
    expect(queries[0]?.args[0].input.Limit).toBe(200);
    const [batch] = dynamo.commandCalls(BatchGetCommand);
    expect(Object.values(batch?.args[0].input.RequestItems ?? {})).toEqual([
      { Keys: [keys.vote({ eventId, mediaId: shown.id, voter })], ConsistentRead: true },
    ]);
  });

  it('costs that query alone for most people', async () => {
    dynamo.on(QueryCommand).resolves({ Items: [voteFor(shown.id)] });
    expect((await ask()).has(shown.id)).toBe(true);
    expect(dynamo.commandCalls(BatchGetCommand)).toEqual([]);
  });
});
