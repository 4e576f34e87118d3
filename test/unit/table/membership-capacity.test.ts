import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseMembership } from '../../../functions/table/membership-row.ts';
import { deleteMembership, ensureMembership } from '../../../functions/table/membership-capacity.ts';
import { peopleShardOf } from '../../../functions/table/keys.ts';
import { eventRecord, idOf } from '../../fixtures/records.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const event = eventRecord();
const input = { person: { kind: 'guest', guestId: idOf('gst', 1) }, now: new Date(0) } as const;
const first = peopleShardOf(`guest:${input.person.guestId}`);

const refused = (...codes: ('None' | 'ConditionalCheckFailed')[]) =>
  new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
const full = refused('ConditionalCheckFailed', 'None');
const there = refused('None', 'ConditionalCheckFailed');

beforeEach(() => {
  dynamo.reset();
  process.env['EVENT_PEOPLE_LIMIT'] = '10';
});

/** Which counts were asked, and with which limit. */
const asked = () =>
  dynamo.commandCalls(TransactWriteCommand).map(({ args }) => {
    const update = args[0].input.TransactItems?.[0]?.Update;
    return [update?.Key?.['sk'], update?.ExpressionAttributeValues?.[':limit']];
  });

describe("somebody's first act in an event", () => {
  it('notes and counts them in one transaction', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    await ensureMembership(event, input);
    const [call] = dynamo.commandCalls(TransactWriteCommand);
    const [count, membership] = call?.args[0].input.TransactItems ?? [];
    expect(count?.Update?.ConditionExpression).toBe('attribute_not_exists(people) OR people < :limit');
    expect(membership?.Put).toMatchObject({
      Item: { standing: 'guest', uploadCount: 0, countedIn: first },
      ConditionExpression: 'attribute_not_exists(pk)',
    });
  });

  it('is a second act where they are there already, full or not', async () => {
    dynamo.on(TransactWriteCommand).rejectsOnce(there);
    await ensureMembership(event, input);
    dynamo.on(TransactWriteCommand).rejectsOnce(refused('ConditionalCheckFailed', 'ConditionalCheckFailed'));
    await ensureMembership(event, input);
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(2);
  });

  it('looks for a place in every count before the event is said to be full', async () => {
    dynamo.on(TransactWriteCommand).rejects(full);
    await expect(ensureMembership(event, input)).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'event_full',
    });
    const parts = new Map([
      ['PEOPLE#0', 3],
      ['PEOPLE#1', 3],
      ['PEOPLE#2', 2],
      ['PEOPLE#3', 2],
    ]);
    expect(new Map(asked() as [string, number][])).toEqual(parts);
    expect(asked()[0]?.[0]).toBe(`PEOPLE#${first}`);
  });

  it('has no place in a count that may hold nobody', async () => {
    process.env['EVENT_PEOPLE_LIMIT'] = '2';
    dynamo.on(TransactWriteCommand).rejects(full);
    await expect(ensureMembership(event, input)).rejects.toMatchObject({ code: 'event_full' });
    expect(asked().map(([sk]) => sk)).toEqual(expect.arrayContaining(['PEOPLE#0', 'PEOPLE#1']));
    expect(asked()).toHaveLength(2);
  });
});

describe('a row from before there were limits', () => {
  const row = {
    eventId: event.id,
    person: `guest:${idOf('gst', 1)}`,
    standing: 'guest',
    isBlocked: false,
    hasPaid: false,
    since: '2026-01-01T00:00:00.000Z',
    uploadCount: 3,
    pendingCount: 0,
  };

  it('is read, and leaving takes nobody off a count', async () => {
    const membership = parseMembership(row);
    expect(membership).toMatchObject({ uploadCount: 3, everUploaded: 0 });
    dynamo.on(TransactWriteCommand).resolves({});
    await deleteMembership(membership);
    await deleteMembership({ ...membership, countedIn: 2 });
    const sizes = dynamo.commandCalls(TransactWriteCommand).map(({ args }) => args[0].input.TransactItems);
    expect(sizes.map((items) => items?.length)).toEqual([1, 2]);
    expect(sizes[1]?.[1]?.Update).toMatchObject({
      Key: { sk: 'PEOPLE#2' },
      ExpressionAttributeValues: { ':less': -1 },
    });
  });
});
