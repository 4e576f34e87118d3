import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { withRecentVotes } from '../../../functions/gallery/own-votes.ts';
import { mediaRecord } from '../../fixtures/records.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const now = new Date('2026-06-30T18:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();
const items = [1, 2, 3].map((number) => mediaRecord(number, { voteCount: 4 }));
const [justNow, earlier] = items.map(({ id }) => id) as [string, string];

beforeEach(() => {
  dynamo.reset();
  dynamo.on(QueryCommand).resolves({ Items: [] });
});

it('only what the viewer voted for a moment ago is counted anew', async () => {
  const votes = new Map([
    [justNow, ago(119)],
    [earlier, ago(121)],
  ]);
  await withRecentVotes(items, votes, now);
  const asked = dynamo.commandCalls(QueryCommand).map(({ args }) => args[0].input);
  expect(asked.map((input) => [input.ExpressionAttributeValues?.[':pk'], input.ConsistentRead])).toEqual([
    [`MEDIA#${justNow}`, true],
  ]);
});

it('an item that was deleted meanwhile stays as it was listed', async () => {
  expect(await withRecentVotes(items, new Map([[justNow, ago(1)]]), now)).toEqual(items);
});
