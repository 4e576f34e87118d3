import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as castVote } from '../../../functions/http/cast-vote.ts';
import { handler as getEvent } from '../../../functions/http/get-event.ts';
import { handler as listMedia } from '../../../functions/http/list-media.ts';
import { hashToken } from '../../../functions/sign-in/session-cookie.ts';
import type { MediaRecord } from '../../../functions/domain/records.ts';
import { ALL_MEDIA_COUNTS, keys } from '../../../functions/table/keys.ts';
import { apiGatewayEvent, lambdaContext } from '../../fixtures/api-gateway-event.ts';
import { eventRecord, idOf, mediaRecord } from '../../fixtures/records.ts';
import { eventRow, mediaRow, tallyRow } from '../../fixtures/table-rows.ts';
import { newMediaKey } from '../../fixtures/media-key.ts';

// What calls cost, in requests to the table, as docs/table.md states it.

const dynamo = mockClient(DynamoDBDocumentClient);
const event = eventRecord();
const guestId = idOf('gst', 1);
const token = 'x'.repeat(43);
const params = { eventId: event.id, mediaId: idOf('med', 1) };
const headers = { 'x-guest-id': guestId, 'x-guest-token': token };

beforeAll(() => {
  const { privateKey: Value, ids } = newMediaKey();
  process.env['MEDIA_KEY_IDS'] = ids;
  mockClient(SSMClient).on(GetParameterCommand).resolves({ Parameter: { Value } });
  process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT';
});

const isOfCounts = ({ ExpressionAttributeValues }: Omit<QueryCommandInput, 'TableName'>) =>
  ExpressionAttributeValues?.[':shards'] === ALL_MEDIA_COUNTS;

/** An event of this many approved items; queries answer what DynamoDB would: the page, not the event. */
function event50k(count: number): void {
  const guest = {
    ...keys.guest(guestId),
    id: guestId,
    name: 'G',
    email: null,
    tokenHash: hashToken(token),
    createdAt: '2026',
    claimedBy: null,
  };
  dynamo.on(GetCommand).resolves({ Item: mediaRow(mediaRecord(1)) });
  dynamo.on(GetCommand, { Key: keys.guest(guestId) }).resolves({ Item: guest });
  dynamo.on(BatchGetCommand).resolves({ Responses: { table: [eventRow(event)] } });
  dynamo.on(QueryCommand).callsFake((asked) => {
    const { Limit = Number.POSITIVE_INFINITY, IndexName } = asked;
    if (isOfCounts(asked)) return { Items: [tallyRow(mediaRecord(1), { approved: count })] };
    if (IndexName === undefined || IndexName === 'gsi4') return { Items: [] };
    const size = Math.min(Limit, count);
    const page: MediaRecord[] = Array.from({ length: size }, (_, at) => mediaRecord(count - at));
    return { Items: page.map(mediaRow), ...(size < count && { LastEvaluatedKey: { pk: 'more' } }) };
  });
}

beforeEach(() => {
  dynamo.reset();
});

const requests = () => dynamo.calls().map(({ args }) => args[0].constructor.name);
const run = (handler: (event: any, context: any) => Promise<any>, input: object) =>
  handler(apiGatewayEvent({ params, headers, ...input }), lambdaContext);

describe('requests to the table', () => {
  it('GET event: who asks, then everything about the event at once', async () => {
    event50k(10);
    expect((await run(getEvent, {})).statusCode).toBe(200);
    expect(requests()).toEqual(['GetCommand', 'QueryCommand', 'BatchGetCommand']);
  });

  it.each([200, 50_000])('a gallery page of an event of %i items costs the same', async (count) => {
    event50k(count);
    const reply = await run(listMedia, { query: { limit: '200' } });
    expect(reply.statusCode).toBe(200);
    expect(JSON.parse(reply.body)).toHaveLength(200);
    expect(Boolean(reply.headers.link)).toBe(count > 200);
    expect(requests().toSorted()).toEqual([
      'BatchGetCommand',
      'GetCommand',
      'QueryCommand',
      'QueryCommand',
      'QueryCommand',
    ]);
    const limits = dynamo.commandCalls(QueryCommand).map(({ args }) => args[0].input.Limit);
    expect(limits.filter((limit) => limit === 201)).toHaveLength(1);
  });

  it('a gallery page for who waits for approval takes one request more', async () => {
    event50k(10);
    const person = `guest:${guestId}`;
    const waiting = {
      ...keys.membership(event.id, `guest:${guestId}`),
      eventId: event.id,
      person,
      standing: 'guest',
      isBlocked: false,
      hasPaid: false,
      since: '2026',
      uploadCount: 1,
      pendingCount: 1,
    };
    dynamo.on(BatchGetCommand).resolves({ Responses: { table: [eventRow(event), waiting] } });
    expect((await run(listMedia, {})).statusCode).toBe(200);
    const queries = dynamo.commandCalls(QueryCommand).map(({ args: [{ input }] }) => input);
    const others = queries.filter((query) => !isOfCounts(query)).map(({ IndexName }) => IndexName ?? 'votes');
    expect(others.toSorted()).toEqual(['gsi1', 'gsi4', 'votes']);
  });

  it('POST vote: a transaction of two rows of its own and the guest, and a query of all votes', async () => {
    event50k(10);
    const voted = mediaRow(mediaRecord(1, { voteCount: 3 }));
    dynamo.on(GetCommand, { Key: keys.media(params.mediaId) }).resolves({ Item: voted });
    const partition = { ':pk': keys.media(params.mediaId).pk };
    const shard = { ...keys.voteCount(params.mediaId, 5), votes: 1 };
    dynamo.on(QueryCommand, { ExpressionAttributeValues: partition }).resolves({ Items: [voted, shard] });
    dynamo.on(TransactWriteCommand).resolves({});
    dynamo.on(UpdateCommand).resolves({});
    const reply = await run(castVote, { method: 'POST', body: {} });
    expect(reply).toMatchObject({ statusCode: 200, body: JSON.stringify({ count: 4, hasVoted: true }) });
    const writes = dynamo.commandCalls(TransactWriteCommand);
    // The guest's first act takes their place in the same transaction.
    expect(writes.map(({ args }) => args[0].input.TransactItems?.length)).toEqual([5]);
    expect(dynamo.commandCalls(BatchGetCommand)[0]?.args[0].input.RequestItems?.['table']?.Keys).toHaveLength(
      2,
    );
    // The rate limit's count, the newcomer's of address and event, a turn to roll up, and the item's row.
    expect(dynamo.commandCalls(UpdateCommand)).toHaveLength(5);
  });
});
