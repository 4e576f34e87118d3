import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { isConditionFailure } from '../../../functions/table/dynamo.ts';
import { castVote, withdrawVote } from '../../../functions/table/votes.ts';
import { RANK_PER_VOTE } from '../../../functions/domain/vote-rank.ts';
import { mediaRecord } from '../../fixtures/records.ts';
import { mediaRow } from '../../fixtures/table-rows.ts';

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

  beforeEach(() => {
    dynamo.on(GetCommand).resolves({ Item: mediaRow({ ...media, voteCount: 5 }) });
  });

  it('is one transaction that adds and never writes back', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    expect(await castVote({ media, voter }, now)).toBe(5);
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(1);
    const [vote, guest, count, ...more] = items();
    expect(more).toEqual([]);
    expect(guest?.ConditionCheck).toMatchObject({
      Key: { pk: 'GUEST#gst_aaaaaaaaaaaaaaaaaaaaaaaaaa', sk: 'GUEST' },
      ConditionExpression: 'claimedBy = :nobody',
      ExpressionAttributeValues: { ':nobody': null },
    });
    expect(vote?.Put?.ConditionExpression).toBe('attribute_not_exists(pk)');
    expect(count?.Update).toMatchObject({
      UpdateExpression: 'SET voteCount = voteCount + :step, gsi2sk = gsi2sk + :rank',
      ConditionExpression: 'attribute_exists(pk) AND #status = :status AND voteCount > :edge',
      ExpressionAttributeValues: { ':step': 1, ':rank': RANK_PER_VOTE, ':status': 'approved', ':edge': 0 },
    });
  });

  it("counts an item's first vote as a voted item of its event, too", async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    await castVote({ media: { ...media, voteCount: 0 }, voter }, now);
    expect(items()[2]?.Update?.ConditionExpression).toContain('voteCount = :edge');
    expect(items()[3]?.Update).toMatchObject({ UpdateExpression: 'ADD #voted :voted' });
  });

  it('of an account asks nothing more', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    await castVote({ media, voter: 'user:u' }, now);
    expect(items()).toHaveLength(2);
  });

  it('of a guest whom an account has just claimed is a 401, and is not tried again', async () => {
    dynamo.on(TransactWriteCommand).rejects(cancelled('ok', { pk: 'GUEST#x', sk: 'GUEST' }, 'ok'));
    await expect(castVote({ media, voter }, now)).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });

  it.each(['conflict', 'throttled'] as const)(
    'waits out a %s without troubling the voter',
    async (reason) => {
      dynamo
        .on(TransactWriteCommand)
        .rejectsOnce(cancelled('ok', 'ok', reason))
        .rejectsOnce(cancelled('ok', 'ok', reason))
        .resolves({});
      expect(await castVote({ media, voter }, now)).toBe(5);
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
      expect(await castVote({ media, voter }, now)).toBe(5);
    },
  );

  it('tries again with what it found when the first vote came in between', async () => {
    const seen = { ...media, voteCount: 0 };
    dynamo
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled('ok', 'ok', mediaRow({ ...media, voteCount: 1 }), 'ok'))
      .resolves({});
    expect(await castVote({ media: seen, voter }, now)).toBe(5);
    expect(items(1)).toHaveLength(3);
  });

  it('a second time is a 409', async () => {
    dynamo.on(TransactWriteCommand).rejects(cancelled({ pk: 'x', sk: 'y' }, 'ok', 'ok'));
    await expect(castVote({ media, voter }, now)).rejects.toMatchObject({
      kind: 'conflict',
      message: 'Already voted',
    });
  });

  it('for what was rejected meanwhile is a 409, for what was deleted a 404', async () => {
    dynamo
      .on(TransactWriteCommand)
      .rejects(cancelled('ok', 'ok', mediaRow({ ...media, status: 'rejected' })));
    await expect(castVote({ media, voter }, now)).rejects.toMatchObject({ code: 'not_approved' });
    dynamo.on(TransactWriteCommand).rejects(cancelled('ok', 'ok', 'missing'));
    await expect(castVote({ media, voter }, now)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('does not hide a fault', async () => {
    const denied = Object.assign(new Error('no'), { name: 'AccessDeniedException' });
    dynamo.on(TransactWriteCommand).rejects(denied);
    await expect(castVote({ media, voter }, now)).rejects.toBe(denied);
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });
});

describe('taking a vote back', () => {
  it('where there is none changes nothing', async () => {
    const media = mediaRecord(1, { voteCount: 2 });
    dynamo.on(GetCommand).resolves({ Item: mediaRow(media) });
    dynamo.on(TransactWriteCommand).rejects(cancelled('missing', 'ok'));
    expect(await withdrawVote({ media, voter })).toBe(2);
  });

  it('the last one takes the item off the voted ones', async () => {
    const media = mediaRecord(1, { voteCount: 1 });
    dynamo.on(GetCommand).resolves({ Item: mediaRow({ ...media, voteCount: 0 }) });
    dynamo.on(TransactWriteCommand).resolves({});
    expect(await withdrawVote({ media, voter })).toBe(0);
    expect(items()[2]?.Update?.ExpressionAttributeValues).toEqual({ ':voted': -1 });
  });
});

it('a single refused condition is told from a fault', () => {
  expect(isConditionFailure(new ConditionalCheckFailedException({ message: 'no', $metadata: {} }))).toBe(
    true,
  );
  expect(isConditionFailure(new Error('no'))).toBe(false);
});
