import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoClient } from '../aws/clients.ts';
import type { PersonKey } from '../domain/caller.ts';
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
import { ALL_PEOPLE, keys, nameIn } from './keys.ts';
import { parseMembership } from './membership-row.ts';
import { discountPlace, placeUnchanged } from './place-writes.ts';
import { parseKey } from './query-rows.ts';
import { updateRow } from './update-row.ts';
import { countVote, deleteVote, type Vote } from './vote-row.ts';

/**
 * People who hold a place in an event and have no items in it. The owner is none of them, nor is anybody who has paid,
 * has begun to pay or is blocked. Every write about them has this condition, so that people who upload meanwhile stay.
 */
const idle = {
  expression:
    'standing <> :owner AND isBlocked = :no AND hasPaid = :no AND uploadCount <= :none AND (attribute_not_exists(paymentIds) OR size(paymentIds) = :none)',
  values: { ':owner': 'owner', ':no': false, ':none': 0 },
};

/**
 * The idle people among the next of an event's people.
 * @param page `after`: the person to begin after, or empty; `limit`: how many people are looked at
 * @returns `last`: the person to go on after; undefined at the end
 */
export async function listIdlePeople(
  eventId: string,
  page: { after: PersonKey | ''; limit: number },
): Promise<{ people: Membership[]; last: PersonKey | undefined }> {
  const { Items = [], LastEvaluatedKey } = await dynamoClient().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      FilterExpression: idle.expression,
      ExpressionAttributeValues: {
        ...idle.values,
        ':pk': keys.event(eventId).pk,
        // `!` sorts before every character of a person key: the page begins right after `after`.
        ':from': page.after ? `${ALL_PEOPLE}${page.after}!` : ALL_PEOPLE,
        ':to': `${ALL_PEOPLE}~`,
      },
      ConsistentRead: true,
      Limit: page.limit,
    }),
  );
  const last = LastEvaluatedKey && (nameIn(parseKey(LastEvaluatedKey).sk) as PersonKey);
  return { people: Items.map(parseMembership), last };
}

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
  const present = new Set(rows.map(({ sk }) => sk));
  for (const vote of votes)
    if (!present.has(keys.membership(vote.eventId, vote.voter).sk)) await withdrawLateVote(vote);
}

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
  return withdrawIf(vote, { ConditionExpression: 'attribute_not_exists(pk)' });
}

type Condition = { ConditionExpression: string; ExpressionAttributeValues?: Record<string, unknown> };

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

/** Takes an idle person's place back; they may come again. @returns false if they are not idle any more, or gone */
export async function deleteIdleMembership(membership: Membership): Promise<boolean> {
  const { eventId, person, countedIn } = membership;
  const unchanged = placeUnchanged(membership);
  const gone: TransactItem = {
    Delete: {
      TableName: tableName(),
      Key: keys.membership(eventId, person),
      ConditionExpression: `${idle.expression} AND ${unchanged.condition}`,
      ExpressionAttributeValues: { ...idle.values, ...unchanged.values },
    },
  };
  return tryTransact([gone, ...discountPlace(eventId, countedIn)]);
}
