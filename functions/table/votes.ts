import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { messages } from '../../shared/messages.ts';
import { assertVotable } from '../domain/access.ts';
import { AppError, unauthenticated } from '../domain/app-error.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { MediaRecord } from '../domain/records.ts';
import { dynamoClient } from '../aws/clients.ts';
import { activePersonCondition } from './active-person-condition.ts';
import { type Newcomer, takePlace } from './membership-capacity.ts';
import { ConditionsFailed, getRow, getRows, tableName, transact, tryTransact } from './dynamo.ts';
import { votesForMedia } from './index-keys.ts';
import { keys, votesByVoter } from './keys.ts';
import { queryKeys, queryRows } from './query-rows.ts';
import { countVote, deleteVote, putVote, type Vote, votedItem } from './vote-row.ts';

type Voting = { media: Pick<MediaRecord, 'id' | 'eventId'>; voter: PersonKey };

const voteOf = ({ media, voter }: Voting): Vote => ({ eventId: media.eventId, mediaId: media.id, voter });

/**
 * Casts a vote. That the item is there and approved is not checked again with the write: all votes for it
 * would meet at its row.
 * @param voting `newcomer`: if the vote takes its voter's place in the event
 * @throws AppError 409 for a second vote or an item that is not approved, 401 for somebody who has just left
 * or, as a guest, been claimed, 403 for a newcomer to a full event
 */
export async function castVote(
  { media, voter, newcomer }: { media: MediaRecord; voter: PersonKey; newcomer?: Newcomer | undefined },
  now: Date,
): Promise<void> {
  assertVotable(media);
  const vote = voteOf({ media, voter });
  const writes = [putVote(vote, now), countVote(vote, 1)];
  try {
    if (newcomer && (await takePlace(newcomer, { writes }))) return;
    await transact([...writes, activePersonCondition(voter)]);
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    const [voted, , left] = error.failures;
    if (left) throw unauthenticated();
    if (!voted) throw error;
    throw new AppError('conflict', 'already_voted', { message: messages.alreadyVoted });
  }
}

/** Withdraws a vote; without one, nothing changes. */
export async function withdrawVote(voting: Voting): Promise<void> {
  const vote = voteOf(voting);
  await tryTransact([deleteVote(vote), countVote(vote, -1)]);
}

export async function hasVoted(voting: Voting): Promise<boolean> {
  return (await getRow(keys.vote(voteOf(voting)))) !== undefined;
}

/** The items of an event that somebody voted for: by id, when. */
export async function listVotes(eventId: string, voter: PersonKey): Promise<Map<string, string>> {
  return new Map((await queryRows(votesOf(eventId, voter))).map(votedItem));
}

const votesOf = (eventId: string, voter: PersonKey) => ({
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': votesByVoter({ eventId, voter }) },
  ProjectionExpression: 'mediaId, createdAt',
  ConsistentRead: true,
});

/** As many votes of one person as one query reads to answer for a page: about 14 read units. */
const VOTES_READ_AT_ONCE = 200;

/**
 * Which of some items somebody voted for: by id, when. Most people's votes are found by one query, asked while the items
 * are not known yet; of somebody with more votes only those for the items are read, however many others there are.
 * @param items at most a page, awaited when they are needed
 */
export async function listVotesAmong(
  items: Promise<readonly Pick<MediaRecord, 'id'>[]>,
  { eventId, voter }: { eventId: string; voter: PersonKey },
): Promise<Map<string, string>> {
  const [first, shown] = await Promise.all([queryRows(votesOf(eventId, voter), VOTES_READ_AT_ONCE), items]);
  if (first.length < VOTES_READ_AT_ONCE) return new Map(first.map(votedItem));
  const votes = shown.map(({ id }) => keys.vote({ eventId, mediaId: id, voter }));
  return new Map((await getRows(votes, { consistent: true })).map(votedItem));
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
