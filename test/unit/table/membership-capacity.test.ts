import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseMembership } from '../../../functions/table/membership-row.ts';
import {
  deleteEmptyMembership,
  deleteMembership,
  setBlocked,
} from '../../../functions/table/give-up-place.ts';
import { ensureMembership, takePlace } from '../../../functions/table/membership-capacity.ts';
import { shardsOfRoom } from '../../../functions/table/shards.ts';
import { eventRecord, idOf } from '../../fixtures/records.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const event = eventRecord();
const input = { person: { kind: 'guest', guestId: idOf('gst', 1) }, now: new Date(0) } as const;
const [first = 0] = shardsOfRoom('guests', `guest:${input.person.guestId}`);

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
  const writes = [{ Delete: { TableName: 'table', Key: { pk: 'the', sk: 'act' } } }];

  it('is written with their place in one transaction', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    expect(await takePlace({ event, ...input }, { writes, as: { uploads: 1 } })).toBe(true);
    const [call] = dynamo.commandCalls(TransactWriteCommand);
    const [count, membership, act] = call?.args[0].input.TransactItems ?? [];
    expect(count?.Update?.ConditionExpression).toBe('attribute_not_exists(people) OR people < :limit');
    expect(membership?.Update).toMatchObject({
      ConditionExpression:
        'attribute_not_exists(pk) OR (hasPlace = :no AND isBlocked = :no AND attribute_not_exists(closedAt))',
      ExpressionAttributeValues: { ':standing': 'guest', ':uploadCount': 1, ':countedIn': first },
    });
    expect(act).toMatchObject(writes[0] ?? {});
  });

  it('tells by position which of its own writes was refused', async () => {
    dynamo
      .on(TransactWriteCommand)
      .rejects(refused('ConditionalCheckFailed', 'None', 'ConditionalCheckFailed'));
    await expect(takePlace({ event, ...input }, { writes })).rejects.toMatchObject({
      name: 'ConditionsFailed',
      failures: [{}],
    });
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });

  it('finds room where guests have used up theirs, if they have an account', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    await ensureMembership(event, { ...input, person: { kind: 'user', userId: 'ada' } });
    const [shard] = asked()[0] as [string, number];
    expect(shardsOfRoom('guests', 'user:ada').map((one) => `PEOPLE#${one}`)).not.toContain(shard);
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
    expect(membership).toMatchObject({ uploadCount: 3, everUploaded: 0, hasPlace: true });
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

/** What was written: the row's kind, the expression, and by how much a count changes. */
const written = () =>
  dynamo
    .commandCalls(TransactWriteCommand)
    .map(({ args }) =>
      args[0].input.TransactItems?.map(({ Update }) => [
        Update?.Key?.['sk'].split('#')[0],
        Update?.UpdateExpression,
        Update?.ExpressionAttributeValues?.[':less'] ?? Update?.ExpressionAttributeValues?.[':one'],
      ]),
    );

describe('blocking', () => {
  const row = {
    eventId: event.id,
    person: `guest:${input.person.guestId}`,
    standing: 'guest',
    isBlocked: false,
    hasPaid: false,
    since: '2026-01-01T00:00:00.000Z',
    uploadCount: 0,
    pendingCount: 0,
  };
  const change = { person: `guest:${input.person.guestId}`, isBlocked: true } as const;
  it('frees the place that is counted, and unblocking takes one whether there is room or not', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    dynamo.on(GetCommand).resolves({ Item: { ...row, countedIn: 2 } });
    await setBlocked(event.id, change);
    dynamo.on(GetCommand).resolves({ Item: { ...row, isBlocked: true, hasPlace: false } });
    await setBlocked(event.id, { ...change, isBlocked: false });
    expect(written()).toEqual([
      [
        ['PERSON', 'SET isBlocked = :yes, hasPlace = :no REMOVE countedIn, isCoHost', undefined],
        ['PEOPLE', 'ADD people :less', -1],
      ],
      [
        ['PERSON', 'SET isBlocked = :no, hasPlace = :yes, countedIn = :shard', undefined],
        ['PEOPLE', 'ADD people :one', 1],
      ],
    ]);
  });

  it('of somebody whom the release before blocked, who kept their place, counts it once', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    dynamo.on(GetCommand).resolves({ Item: { ...row, isBlocked: true, countedIn: 2 } });
    await setBlocked(event.id, { ...change, isBlocked: false });
    await setBlocked(event.id, change);
    expect(written().map((items) => items?.map(([kind]) => kind))).toEqual([
      ['PERSON'],
      ['PERSON', 'PEOPLE'],
    ]);
  });

  it('of somebody who is being claimed is no part of what may be deleted: the block is carried over first', async () => {
    const membership = parseMembership({ ...row, countedIn: 2 });
    const Item = marshall({ ...row, isBlocked: true, hasPlace: false });
    dynamo.on(TransactWriteCommand).callsFake(({ TransactItems: [gone] }) => {
      const { ConditionExpression: condition, ExpressionAttributeValues: values } = gone.Delete;
      // The block has removed the place; what names neither of them finds nothing amiss.
      const isRefused =
        condition.includes('countedIn = :countedIn') ||
        (condition.includes('isBlocked = :wasBlocked') && values[':wasBlocked'] === false);
      if (!isRefused) return {};
      throw new TransactionCanceledException({
        message: 'cancelled',
        $metadata: {},
        CancellationReasons: [{ Code: 'ConditionalCheckFailed', Item }, { Code: 'None' }],
      });
    });
    expect(await deleteEmptyMembership(membership)).toBe(false);
    expect(await deleteEmptyMembership(parseMembership({ ...row, isBlocked: true, hasPlace: false }))).toBe(
      true,
    );
  });

  it('is taken back where there is one: who is not blocked is given no place', async () => {
    dynamo.on(GetCommand).resolves({ Item: { ...row, hasPlace: false } });
    await setBlocked(event.id, { ...change, isBlocked: false });
    expect(dynamo.commandCalls(TransactWriteCommand)).toEqual([]);
  });

  it('is begun anew when the place has changed meanwhile, and never the owner’s lot', async () => {
    dynamo.on(GetCommand).resolves({ Item: { ...row, countedIn: 2 } });
    dynamo.on(TransactWriteCommand).rejectsOnce(full).resolves({});
    await setBlocked(event.id, change);
    expect(dynamo.commandCalls(GetCommand)).toHaveLength(2);
    dynamo.on(GetCommand).resolves({ Item: { ...row, standing: 'owner' } });
    await expect(setBlocked(event.id, change)).rejects.toMatchObject({ kind: 'not-found' });
  });
});
