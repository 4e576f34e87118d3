import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import type { PersonKey } from '../../../functions/domain/caller.ts';
import { blockRecentGuests } from '../../../functions/people/block-recent-guests.ts';
import type { TransactItem } from '../../../functions/table/dynamo.ts';
import { keys } from '../../../functions/table/keys.ts';
import { newMembership } from '../../../functions/table/membership-row.ts';
import { idOf } from '../../fixtures/records.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const eventId = idOf('evt', 1);
const since = '2026-06-30T18:00:00.000Z';

/** The event's recent guests, each with a place that is counted. */
let guests: Set<PersonKey>;
let counted: number;
/** Runs before each transaction; may throw. */
let before: (items: readonly TransactItem[]) => void;

const guest = (number: number): PersonKey => `guest:${idOf('gst', number)}`;
const rowOf = (person: PersonKey) => ({
  ...keys.membership(eventId, person),
  ...newMembership(eventId, { person, standing: 'guest', since }),
  hasPlace: true,
  countedIn: 1,
});
const transactions = () =>
  dynamo.commandCalls(TransactWriteCommand).map(({ args }) => args[0].input.TransactItems ?? []);

beforeEach(() => {
  dynamo.reset();
  guests = new Set(Array.from({ length: 450 }, (_, at) => guest(at + 1)));
  counted = guests.size;
  before = () => {};
  dynamo.on(TransactWriteCommand).callsFake(({ TransactItems: [membership, place] }) => {
    before([membership, place]);
    for (const person of guests)
      if (membership.Update.Key.sk === keys.membership(eventId, person).sk) guests.delete(person);
    counted += place.Update.ExpressionAttributeValues[':less'];
    return {};
  });
  dynamo.on(QueryCommand).callsFake(({ ExpressionAttributeValues: values, Limit }) => {
    if (values[':pk'] !== keys.event(eventId).pk) return { Items: [] };
    const rest = [...guests].toSorted().filter((person) => `PERSON#${person}` > String(values[':from']));
    const last = rest[Limit - 1];
    return {
      Items: rest.slice(0, Limit).map(rowOf),
      ...(rest.length > Limit && last && { LastEvaluatedKey: keys.membership(eventId, last) }),
    };
  });
});

async function blockAll(): Promise<number[]> {
  const blocked: number[] = [];
  for (let next: PersonKey | '' | undefined = ''; next !== undefined;) {
    const call = await blockRecentGuests(eventId, { since, after: next });
    blocked.push(call.people);
    ({ next } = call);
  }
  return blocked;
}

it('takes a batch a call, each guest in one transaction with the place that it frees', async () => {
  expect(await blockAll()).toEqual([200, 200, 50]);
  expect([guests.size, counted]).toEqual([0, 0]);
});

it('asks for guests alone, since that instant, and not for who has paid', async () => {
  await blockAll();
  const [query] = dynamo.commandCalls(QueryCommand);
  expect(query?.args[0].input).toMatchObject({
    FilterExpression: expect.stringMatching(
      /^since >= :since AND isBlocked = :no AND .*hasPlace = :yes.* AND hasPaid = :no AND .*paymentIds/,
    ),
    ExpressionAttributeValues: { ':since': since, ':from': 'PERSON#guest:', ':to': 'PERSON#guest:~' },
    ConsistentRead: true,
  });
  expect(transactions()[0]?.[0]?.Update?.ConditionExpression).toMatch(
    /^isBlocked = :wasBlocked AND attribute_not_exists\(isCoHost\) AND countedIn = :countedIn AND .* AND hasPaid = :no AND .*paymentIds/,
  );
});

it('is finished by a repeated call, wherever it was killed, and frees no place twice', async () => {
  let left = 201;
  before = () => {
    if ((left -= 1) === 0) throw new Error('killed');
  };
  await expect(blockAll()).rejects.toThrow('killed');
  before = () => {};
  await blockAll();
  expect([guests.size, counted]).toEqual([0, 0]);
});

it('leaves alone who has paid meanwhile', async () => {
  guests = new Set([guest(1), guest(2)]);
  before = ([membership]) => {
    if (membership?.Update?.Key?.['sk'] !== keys.membership(eventId, guest(1)).sk) return;
    throw new TransactionCanceledException({
      message: 'cancelled',
      $metadata: {},
      CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, { Code: 'None' }],
    });
  };
  expect(await blockAll()).toEqual([1]);
  expect([...guests]).toEqual([guest(1)]);
});
