import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { messages } from '../../shared/messages.ts';
import { AppError, notFound, unauthenticated } from '../domain/app-error.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { MediaRecord } from '../domain/records.ts';
import { assertVotable } from '../domain/access.ts';
import { RANK_PER_VOTE } from '../domain/vote-rank.ts';
import { dynamoClient } from '../aws/clients.ts';
import { ConditionsFailed, getRow, type Row, tableName, transact, type TransactItem } from './dynamo.ts';
import { keys, votesForMedia, votesByVoter } from './keys.ts';
import { mediaCountsUpdate } from './counts.ts';
import { parseMedia } from './media-row.ts';
import { queryKeys, queryRows } from './query-rows.ts';
import { deleteVote, putVote, type Vote, votedIdOf } from './vote-row.ts';
import { activeGuestCondition } from './active-guest-condition.ts';

type Voting = { media: MediaRecord; voter: PersonKey };

const voteOf = ({ media, voter }: Voting): Vote => ({ eventId: media.eventId, mediaId: media.id, voter });

/**
 * Adds or takes away one vote. The item's count is added to, never read and written back, so that
 * simultaneous votes all count. Only an item's first and last vote change the event's count of voted items,
 * and only these two depend on the count that was read.
 */
function countVote(media: MediaRecord, step: 1 | -1): TransactItem[] {
  const crosses = step === 1 ? media.voteCount === 0 : media.voteCount === 1;
  const condition = `voteCount ${crosses ? '=' : '>'} :edge`;
  const count: TransactItem = {
    Update: {
      TableName: tableName(),
      Key: keys.media(media.id),
      UpdateExpression: 'SET voteCount = voteCount + :step, gsi2sk = gsi2sk + :rank',
      ConditionExpression: `attribute_exists(pk) AND #status = :status AND ${condition}`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':step': step,
        ':rank': BigInt(step) * RANK_PER_VOTE,
        ':status': media.status,
        ':edge': step === 1 ? 0 : 1,
      },
    },
  };
  const changesMediaCounts = crosses && media.status === 'approved';
  return changesMediaCounts ? [count, mediaCountsUpdate(media, { voted: step })] : [count];
}

/**
 * @returns the item's votes afterwards
 * @throws AppError 409 for a second vote or an item that is not approved, 404 for one that is gone, 401 for a
 * guest who has just been claimed or has left
 */
export async function castVote({ media, voter }: Voting, now: Date): Promise<number> {
  const vote = putVote(voteOf({ media, voter }), now);
  const guest = activeGuestCondition(voter);
  let seen = media;
  for (;;) {
    assertVotable(seen);
    try {
      await transact([vote, ...guest, ...countVote(seen, 1)]);
      return await countOf(media);
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      if (guest.length > 0 && error.failures[1]) throw unauthenticated();
      const [voted, counted] = error.failures.toSpliced(1, guest.length);
      if (voted) throw new AppError('conflict', 'already_voted', { message: messages.alreadyVoted });
      seen = currentItem(counted);
    }
  }
}

/**
 * Withdraws a vote; without one, nothing changes.
 * @returns the item's votes afterwards
 * @throws AppError 404 if the item is gone
 */
export async function withdrawVote({ media, voter }: Voting): Promise<number> {
  const vote = deleteVote(voteOf({ media, voter }));
  let seen = media;
  for (;;) {
    try {
      await transact([vote, ...countVote(seen, -1)]);
      return await countOf(media);
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const [missing, counted] = error.failures;
      if (missing) return await countOf(media);
      seen = currentItem(counted);
    }
  }
}

/** The item as the failed condition found it, for the next attempt. */
function currentItem(failure: { found: Row | undefined } | undefined): MediaRecord {
  if (!failure?.found) throw notFound();
  return parseMedia(failure.found);
}

async function countOf(media: MediaRecord): Promise<number> {
  const row = await getRow(keys.media(media.id));
  if (!row) throw notFound();
  return parseMedia(row).voteCount;
}

export async function hasVoted(voting: Voting): Promise<boolean> {
  return (await getRow(keys.vote(voteOf(voting)))) !== undefined;
}

/** The ids of an event's items that somebody voted for. */
export async function listVotedIds(eventId: string, voter: PersonKey): Promise<Set<string>> {
  const rows = await queryRows({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': votesByVoter({ eventId, voter }) },
    ProjectionExpression: 'mediaId',
    ConsistentRead: true,
  });
  return new Set(rows.map(votedIdOf));
}

/** Deletes all votes for an item that is gone. Safe to repeat. */
export async function deleteVotesFor(mediaId: string): Promise<void> {
  const voteKeys = await queryKeys({
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': votesForMedia(mediaId) },
  });
  for (const Key of voteKeys) await dynamoClient().send(new DeleteCommand({ TableName: tableName(), Key }));
}
