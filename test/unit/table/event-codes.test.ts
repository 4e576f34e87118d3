import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { newEventCode } from '../../../functions/domain/event-codes.ts';
import { createEventCode, findEventByCode } from '../../../functions/table/event-codes.ts';
import type { Row } from '../../../functions/table/dynamo.ts';
import { keys } from '../../../functions/table/keys.ts';
import { parseEventCode } from '../../../shared/values/event-code.ts';
import { eventRecord } from '../../fixtures/records.ts';
import { eventRow } from '../../fixtures/table-rows.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const event = eventRecord();
const HELD = { Code: 'None' };
const failed = (row?: Row) => ({ Code: 'ConditionalCheckFailed', ...(row && { Item: marshall(row) }) });

/** A transaction of which these conditions, of the code and of the event, did not hold. */
const cancelled = (...reasons: object[]) =>
  Object.assign(new Error('Cancelled.'), {
    name: 'TransactionCanceledException',
    CancellationReasons: reasons,
  });

beforeEach(() => {
  dynamo.reset();
});

describe('the code of an event', () => {
  it('is drawn again where another event has it', async () => {
    const taken = { ...keys.eventCode('CCCCCCCC'), eventId: 'evt_other' };
    dynamo
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled(failed(taken), HELD))
      .resolves({});
    const drawn = ['CCCCCCCC', 'DDDDDDDD'];
    expect(await createEventCode(event, () => drawn.shift() ?? '')).toBe('DDDDDDDD');
  });

  it('is the one that a call at the same moment made', async () => {
    dynamo
      .on(TransactWriteCommand)
      .rejects(cancelled(HELD, failed(eventRow(event, { eventCode: 'DDDDDDDD' }))));
    expect(await createEventCode(event, () => 'CCCCCCCC')).toBe('DDDDDDDD');
  });

  it.each([
    ['is gone', undefined],
    ['is being deleted', eventRow(event, { deletedAt: '2026-06-30T18:00:00.000Z' })],
  ])('is none where the event %s', async (_name, row) => {
    dynamo.on(TransactWriteCommand).rejects(cancelled(HELD, failed(row)));
    await expect(createEventCode(event, () => 'CCCCCCCC')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is drawn in vain five times at most', async () => {
    dynamo.on(TransactWriteCommand).rejects(cancelled(failed(), HELD));
    await expect(createEventCode(event, () => 'CCCCCCCC')).rejects.toThrow('No free code');
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(5);
  });

  it('is eight letters, drawn at random', () => {
    const drawn = Array.from({ length: 200 }, newEventCode);
    expect(drawn.map((code) => parseEventCode(code))).toEqual(drawn);
    expect(new Set(drawn).size).toBe(200);
    expect(new Set(drawn.join('')).size).toBe(16);
  });
});

it.each([
  ['known', { ...keys.eventCode('CCCCCCCC'), eventId: event.id }],
  ['unknown', undefined],
])('finding the event of a code takes two reads where it is %s', async (_name, codeRow) => {
  dynamo.on(GetCommand).resolves({});
  dynamo.on(GetCommand, { Key: keys.eventCode('CCCCCCCC') }).resolves(codeRow ? { Item: codeRow } : {});
  dynamo.on(GetCommand, { Key: keys.event(event.id) }).resolves({ Item: eventRow(event) });
  expect((await findEventByCode('CCCCCCCC'))?.id).toBe(codeRow && event.id);
  expect(dynamo.commandCalls(GetCommand)).toHaveLength(2);
});
