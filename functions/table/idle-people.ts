import type { Membership } from '../domain/records.ts';
import {
  ConditionsFailed,
  getRows,
  type Row,
  tableName,
  transact,
  type TransactItem,
  tryTransact,
} from './dynamo.ts';
import { keys } from './keys.ts';
import { type Look, lookAtPeople, type PeoplePage } from './look-at-people.ts';
import { HAS_NEVER_PAID, HOLDS_PLACE, parseMembership } from './membership-row.ts';
import { discountPlace, placeUnchanged } from './place-writes.ts';
import { updateRow } from './update-row.ts';
import { countVote, deleteVote, type Vote } from './vote-row.ts';

/**
 * People who hold a place in an event and have no items in it but discarded ones. Hosts are none of them, nor is anybody who
 * has paid, has begun to pay or is blocked. Every write about them has this condition, so that people who upload meanwhile stay.
 */
const idle = {
  expression: `standing <> :owner AND attribute_not_exists(isCoHost) AND isBlocked = :no AND ${HOLDS_PLACE} AND ${HAS_NEVER_PAID} AND (uploadCount <= :none OR uploadCount <= discardedCount)`,
  values: { ':owner': 'owner', ':no': false, ':yes': true, ':none': 0 },
};

/** The idle people among the next of an event's people. */
export const listIdlePeople = (eventId: string, look: Look): Promise<PeoplePage> =>
  lookAtPeople(eventId, look, idle);

/**
 * Notes on an event's row that people are about to be removed: from now on the job that follows each vote asks whether
 * its voter is still there. No other condition: the later of two removals says the same.
 */
export async function noteRemoval(eventId: string, now: Date): Promise<void> {
  await updateRow(keys.event(eventId), {
    UpdateExpression: 'SET peopleRemovedAt = :now',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':now': now.toISOString() },
  });
}

/** Whether people have ever been removed from the event with this row. */
export const hasLostPeople = (event: Row): boolean => event['peopleRemovedAt'] !== undefined;

/**
 * Withdraws those of an event's votes whose voters are not in it: each overtook the removal of its voter. Asked once a
 * vote is written, so that either the removal finds the vote or this finds the removal. Safe to repeat.
 */
export async function withdrawVotesOfRemoved(votes: readonly Vote[]): Promise<void> {
  const voters = new Map(votes.map(({ eventId, voter }) => [voter, keys.membership(eventId, voter)]));
  const rows = await getRows([...voters.values()], { consistent: true });
  const present = new Set(rows.filter((row) => isIn(parseMembership(row))).map(({ sk }) => sk));
  for (const vote of votes)
    if (!present.has(keys.membership(vote.eventId, vote.voter).sk)) await withdrawLateVote(vote);
}

/** Whether somebody's votes count: also those of who was blocked. */
const isIn = ({ hasPlace, isBlocked }: Membership): boolean => hasPlace || isBlocked;

/** Withdraws the vote of a person while they are idle. Safe to repeat. @returns false if they are not any more */
export function withdrawVoteOfIdle(vote: Vote): Promise<boolean> {
  return withdrawIf(vote, {
    ConditionExpression: idle.expression,
    ExpressionAttributeValues: idle.values,
  });
}

/**
 * Withdraws a vote that overtook the removal of its voter. Safe to repeat.
 * @returns false if they have come back meanwhile
 */
export function withdrawLateVote(vote: Vote): Promise<boolean> {
  return withdrawIf(vote, {
    ConditionExpression: 'attribute_not_exists(pk) OR (hasPlace = :no AND isBlocked = :no)',
    ExpressionAttributeValues: { ':no': false },
  });
}

type Condition = { ConditionExpression: string; ExpressionAttributeValues: Record<string, unknown> };

/** @param condition on the voter's membership */
async function withdrawIf(vote: Vote, condition: Condition): Promise<boolean> {
  const Key = keys.membership(vote.eventId, vote.voter);
  try {
    await transact([
      deleteVote(vote),
      countVote(vote, -1),
      { ConditionCheck: { TableName: tableName(), Key, ...condition } },
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    return error.failures[2] === undefined;
  }
}

/**
 * Takes an idle person's place back; they may come again. Whoever has discarded items keeps a membership that counts them,
 * without a place. @returns false if they are not idle any more, or gone
 */
export async function takePlaceBack(membership: Membership): Promise<boolean> {
  const unchanged = placeUnchanged(membership);
  const row = {
    TableName: tableName(),
    Key: keys.membership(membership.eventId, membership.person),
    ConditionExpression: `${idle.expression} AND ${unchanged.condition}`,
    ExpressionAttributeValues: { ...idle.values, ...unchanged.values },
  };
  const write = membership.uploadCount > 0 ? withoutPlace(membership, row) : withoutItems(row);
  return tryTransact([write, ...discountPlace(membership.eventId, membership.countedIn)]);
}

type ConditionedRow = Pick<
  NonNullable<TransactItem['Update']>,
  'TableName' | 'Key' | 'ConditionExpression' | 'ExpressionAttributeValues'
>;

const withoutItems = (row: ConditionedRow): TransactItem => ({
  Delete: { ...row, ConditionExpression: `${row.ConditionExpression} AND uploadCount <= :none` },
});

function withoutPlace({ standing }: Membership, row: ConditionedRow): TransactItem {
  const hasJoined = standing === 'participant';
  return {
    Update: {
      ...row,
      UpdateExpression: `SET hasPlace = :no${hasJoined ? ', standing = :visitor' : ''} REMOVE countedIn`,
      ExpressionAttributeValues: {
        ...row.ExpressionAttributeValues,
        ...(hasJoined && { ':visitor': 'visitor' }),
      },
    },
  };
}
