import * as z from 'zod/mini';
import type { PersonKey } from '../domain/caller.ts';
import { type Row, tableName, type TransactItem } from './dynamo.ts';
import { votesForMedia } from './index-keys.ts';
import { keys } from './keys.ts';
import { voteShardOf } from './shards.ts';

/** One person's vote for one item of an event. */
export type Vote = { readonly eventId: string; readonly mediaId: string; readonly voter: PersonKey };

const voteRow = z.object({ mediaId: z.string(), createdAt: z._default(z.string(), '') });

/** The id of the item that a vote is for, and when it was cast. */
export const votedItem = (row: Row): [mediaId: string, createdAt: string] => {
  const { mediaId, createdAt } = voteRow.parse(row);
  return [mediaId, createdAt];
};

/**
 * Adds a vote to its item's count, or takes it off. No condition: a shard begins with its first vote, and what is
 * counted for an item that is gone is removed by the job that follows each vote.
 */
export function countVote({ mediaId, voter }: Vote, step: 1 | -1): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: keys.voteCount(mediaId, voteShardOf(voter)),
      UpdateExpression: 'ADD votes :step',
      ExpressionAttributeValues: { ':step': step },
    },
  };
}

/** Writes a vote; fails if the voter has already voted for the item. */
export function putVote(vote: Vote, now: Date): TransactItem {
  return {
    Put: {
      TableName: tableName(),
      Item: {
        ...keys.vote(vote),
        gsi1pk: votesForMedia(vote.mediaId),
        gsi1sk: vote.voter,
        mediaId: vote.mediaId,
        createdAt: now.toISOString(),
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** Deletes a vote; fails if there is none. */
export function deleteVote(vote: Vote): TransactItem {
  return {
    Delete: { TableName: tableName(), Key: keys.vote(vote), ConditionExpression: 'attribute_exists(pk)' },
  };
}
