import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../functions/domain/app-error.ts';
import {
  getHighlights,
  listForHighlights,
  listVotedAmong,
  putHighlights,
  READ_BUDGET,
} from '../../../functions/highlights/highlight-store.ts';
import { keys } from '../../../functions/table/keys.ts';
import { eventRecord, idOf, mediaRecord } from '../../fixtures/records.ts';
import { mediaRow } from '../../fixtures/table-rows.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const eventId = eventRecord().id;
const now = new Date('2026-06-30T18:00:00Z');
const picks = [{ mediaId: idOf('med', 1), score: 87.25, reason: 'Picked because it is good and sharp.' }];
const basis = { openChanges: 3, votes: 'v', model: null };

beforeEach(() => {
  dynamo.reset();
});

describe('storing picks', () => {
  it('replaces them in one write, while the event is there', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    await putHighlights({ eventId, picks, basis }, now);
    const [write] = dynamo.commandCalls(TransactWriteCommand);
    const [event, put] = write?.args[0].input.TransactItems ?? [];
    expect(dynamo.calls()).toHaveLength(1);
    expect(event?.Update).toMatchObject({
      Key: keys.event(eventId),
      ExpressionAttributeValues: { ':count': 1 },
    });
    const stored = put?.Put?.Item;
    expect(stored).toEqual({
      ...keys.highlights(eventId),
      picks: [{ ...picks[0], createdAt: '2026-06-30T18:00:00.000Z' }],
      basis,
    });
    dynamo.on(GetCommand, { Key: keys.highlights(eventId) }).resolves({ Item: stored ?? {} });
    expect(await getHighlights(eventId)).toMatchObject({ picks, basis });
  });

  it('is a 404 for an event that went meanwhile', async () => {
    dynamo.on(TransactWriteCommand).rejects(
      new TransactionCanceledException({
        message: 'cancelled',
        $metadata: {},
        CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, { Code: 'None' }],
      }),
    );
    await expect(putHighlights({ eventId, picks, basis }, now)).rejects.toBeInstanceOf(AppError);
  });

  it('leaves none before the first time', async () => {
    dynamo.on(GetCommand).resolves({});
    expect(await getHighlights(eventId)).toEqual({ picks: [] });
  });
});

describe('what highlights are chosen from', () => {
  const SECOND = 1000;
  const items = Array.from({ length: READ_BUDGET + 1000 }, (_, number) =>
    mediaRecord(number, {
      uploadedAt: new Date(now.getTime() + number * SECOND).toISOString(),
      voteCount: number === 3333 ? 5 : 0,
    }),
  );

  /** Answers as the indexes would: by upload time from the bound on, and what has votes. */
  function eventOf(count: number): void {
    const own = items.slice(0, count);
    dynamo.on(QueryCommand).callsFake((input) => {
      const { IndexName, ScanIndexForward, Limit, ExpressionAttributeValues: values } = input;
      if (IndexName === 'gsi2') return { Items: own.filter((one) => one.voteCount > 0).map(mediaRow) };
      const after = values[':after'] ?? '';
      const found = own.filter(({ uploadedAt, id }) => `${uploadedAt}#${id}` > after);
      return { Items: (ScanIndexForward ? found : found.toReversed()).slice(0, Limit).map(mediaRow) };
    });
  }

  it('is all that is approved, up to the budget', async () => {
    eventOf(300);
    expect(await listForHighlights(eventId, 300)).toHaveLength(300);
    expect(dynamo.calls()).toHaveLength(1);
  });

  it('is of a larger event what has votes and something of every stretch, each once', async () => {
    eventOf(items.length);
    const found = await listForHighlights(eventId, items.length);
    const ids = found.map(({ id }) => id);
    const unique = new Set(ids);
    expect(unique.size).toBe(ids.length);
    expect(ids.length).toBeLessThanOrEqual(READ_BUDGET);
    expect(ids).toContain(idOf('med', 3333));
    for (let from = 0; from < items.length; from += items.length / 20) {
      const stretch = items.slice(from, from + items.length / 20).map(({ id }) => id);
      expect(stretch.filter((id) => unique.has(id)).length).toBeGreaterThanOrEqual(200);
    }
    expect(dynamo.calls().length).toBeLessThanOrEqual(23);
  });
});

it('knows which of the picks somebody voted for', async () => {
  const CREATED_AT = '2026-06-20T18:00:00.000Z';
  const voter = `guest:${idOf('gst', 1)}` as const;
  dynamo
    .on(BatchGetCommand)
    .resolves({ Responses: { table: [{ mediaId: idOf('med', 2), createdAt: CREATED_AT }] } });
  const voted = await listVotedAmong([idOf('med', 1), idOf('med', 2)], { eventId, voter });
  expect([...voted]).toEqual([[idOf('med', 2), CREATED_AT]]);
  const [batch] = dynamo.commandCalls(BatchGetCommand);
  expect(batch?.args[0].input.RequestItems?.['table']?.Keys).toEqual([
    keys.vote({ eventId, voter, mediaId: idOf('med', 1) }),
    keys.vote({ eventId, voter, mediaId: idOf('med', 2) }),
  ]);
});
