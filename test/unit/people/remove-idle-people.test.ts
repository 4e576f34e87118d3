import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PersonKey } from '../../../functions/domain/caller.ts';
import { removeIdlePeople } from '../../../functions/people/remove-idle-people.ts';
import type { TransactItem } from '../../../functions/table/dynamo.ts';
import { keys, nameIn, votesByVoter } from '../../../functions/table/keys.ts';
import { newMembership } from '../../../functions/table/membership-row.ts';
import { idOf } from '../../fixtures/records.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const eventId = idOf('evt', 1);
const now = new Date('2026-06-30T18:00:00Z');

/** The event's idle people, each with the items they voted for, and its count of people. */
let votes: Map<PersonKey, Set<string>>;
let counted: number;
let withdrawn: string[];
/** Runs before each transaction; may throw. */
let before: (items: readonly TransactItem[]) => void;

const person = (number: number): PersonKey => `guest:${idOf('gst', number)}`;
const item = (number: number): string => idOf('med', number);
const rowOf = (key: PersonKey) => ({
  ...keys.membership(eventId, key),
  ...newMembership(eventId, { person: key, standing: 'guest', since: '2026-01-01T00:00:00.000Z' }),
  countedIn: 1,
});

function people(count: number, votesOfEach: number): void {
  for (let number = 1; number <= count; number += 1)
    votes.set(person(number), new Set(Array.from({ length: votesOfEach }, (_, at) => item(at + 1))));
  counted = count;
}

const failed = (at: number) =>
  new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: [0, 1, 2].map((one) => ({ Code: one === at ? 'ConditionalCheckFailed' : 'None' })),
  });

function write(items: readonly TransactItem[]): void {
  before(items);
  const { pk, sk } = items[0]?.Delete?.Key ?? {};
  for (const [voter, own] of votes) {
    if (pk === votesByVoter({ eventId, voter })) {
      if (!own.delete(nameIn(String(sk)))) throw failed(0);
      withdrawn.push(`${voter} ${sk}`);
    }
    if (pk === keys.event(eventId).pk && sk === `PERSON#${voter}`) {
      votes.delete(voter);
      counted += Number(items[1]?.Update?.ExpressionAttributeValues?.[':less']);
    }
  }
}

beforeEach(() => {
  dynamo.reset();
  votes = new Map();
  withdrawn = [];
  before = () => {};
  dynamo.on(UpdateCommand).resolves({});
  dynamo.on(TransactWriteCommand).callsFake(({ TransactItems }) => {
    write(TransactItems);
    return {};
  });
  dynamo.on(QueryCommand).callsFake(({ ExpressionAttributeValues: values, Limit }) => {
    const pk = String(values[':pk']);
    if (pk !== keys.event(eventId).pk) {
      const [, own] = [...votes].find(([voter]) => pk === votesByVoter({ eventId, voter })) ?? [];
      return { Items: [...(own ?? [])].map((mediaId) => ({ mediaId })) };
    }
    const rest = [...votes.keys()].toSorted().filter((key) => `PERSON#${key}` > String(values[':from']));
    const last = rest[Limit - 1];
    return {
      Items: rest.slice(0, Limit).map(rowOf),
      ...(rest.length > Limit && last && { LastEvaluatedKey: keys.membership(eventId, last) }),
    };
  });
});

async function removeAll(): Promise<number[]> {
  const removed: number[] = [];
  for (let next: PersonKey | '' | undefined = ''; next !== undefined;) {
    const call = await removeIdlePeople(eventId, next, now);
    removed.push(call.people);
    ({ next } = call);
  }
  return removed;
}

describe('removing people without uploads', () => {
  it('takes as many calls as their votes require, even if one person has more than a call withdraws', async () => {
    people(3, 450);
    const removed = await removeAll();
    expect(removed.reduce((sum, one) => sum + one)).toBe(3);
    expect(removed.length).toBeGreaterThan(6);
    expect([votes.size, counted, withdrawn.length]).toEqual([0, 0, 3 * 450]);
  });

  it('looks at the next people where a page holds nobody to remove', async () => {
    people(600, 0);
    expect((await removeAll()).reduce((sum, one) => sum + one)).toBe(600);
    expect(counted).toBe(0);
  });

  it('is finished by a repeated call, wherever it was killed, and takes nothing back twice', async () => {
    for (let survived = 0; survived < 9; survived += 1) {
      people(3, 2);
      withdrawn = [];
      let transactions = 0;
      before = () => {
        if ((transactions += 1) > survived) throw new Error('killed');
      };
      await expect(removeIdlePeople(eventId, '', now)).rejects.toThrow('killed');
      before = () => {};
      await removeAll();
      expect([votes.size, counted, withdrawn.length]).toEqual([0, 0, 6]);
    }
  });

  it('leaves alone who uploads meanwhile, with the votes that are not withdrawn yet', async () => {
    people(2, 3);
    const uploads = person(1);
    let transactions = 0;
    before = ([gone]) => {
      const isTheirs = gone?.Delete?.Key?.['pk'] === votesByVoter({ eventId, voter: uploads });
      if (isTheirs && (transactions += 1) > 1) throw failed(2);
    };
    expect(await removeAll()).toEqual([1]);
    expect([...votes]).toEqual([[uploads, new Set([item(2), item(3)])]]);
    expect(counted).toBe(1);
  });

  it('notes on the event that people go before the first of them goes, and not if nobody does', async () => {
    people(1, 1);
    before = () => {
      const [note] = dynamo.commandCalls(UpdateCommand);
      expect(note?.args[0].input).toMatchObject({
        Key: keys.event(eventId),
        UpdateExpression: 'SET peopleRemovedAt = :now',
      });
    };
    await removeAll();
    expect(counted).toBe(0);
    dynamo.resetHistory();
    await removeAll();
    expect(dynamo.commandCalls(UpdateCommand)).toEqual([]);
  });

  it('names the condition in everything that it writes', async () => {
    people(1, 1);
    await removeAll();
    const [vote, membership] = dynamo
      .commandCalls(TransactWriteCommand)
      .map(({ args }) => args[0].input.TransactItems ?? []);
    const idle =
      /^standing <> :owner AND attribute_not_exists\(isCoHost\) AND isBlocked = :no AND .*hasPlace.* AND hasPaid = :no AND .*paymentIds.* AND \(uploadCount <= :none OR uploadCount <= discardedCount\)/;
    expect(vote?.[2]?.ConditionCheck?.ConditionExpression).toMatch(idle);
    expect(membership?.[0]?.Delete?.ConditionExpression).toMatch(idle);
    expect(membership?.[1]?.Update?.Key).toEqual(keys.peopleCount(eventId, 1));
  });

  it('withdraws a vote that overtook the removal, unless its voter has come back', async () => {
    people(1, 0);
    const late = new Set([item(9)]);
    before = ([gone]) => {
      if (gone?.Delete?.Key?.['sk'] !== `PERSON#${person(1)}`) return;
      dynamo
        .on(QueryCommand, {
          ExpressionAttributeValues: { ':pk': votesByVoter({ eventId, voter: person(1) }) },
        })
        .callsFake(() => ({ Items: [...late].map((mediaId) => ({ mediaId })) }));
    };
    await removeAll();
    const last = dynamo.commandCalls(TransactWriteCommand).at(-1)?.args[0].input.TransactItems ?? [];
    expect(last[0]?.Delete?.Key).toEqual(keys.vote({ eventId, voter: person(1), mediaId: item(9) }));
    expect(last[2]?.ConditionCheck?.ConditionExpression).toBe(
      'attribute_not_exists(pk) OR (hasPlace = :no AND isBlocked = :no)',
    );
  });
});
