import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderEventDocument } from '../../../functions/event-page/event-document.ts';
import { SHARED_READS } from '../../../functions/domain/shared-reads.ts';
import { handler as listMedia } from '../../../functions/http/list-media.ts';
import { handler as measureArchive } from '../../../functions/http/measure-archive.ts';
import { handler as listPublicEvents } from '../../../functions/http/list-public-events.ts';
import { hashToken } from '../../../functions/sign-in/session-cookie.ts';
import { newId } from '../../../functions/domain/ids.ts';
import type { MediaRecord } from '../../../functions/domain/records.ts';
import type { Row } from '../../../functions/table/dynamo.ts';
import { PUBLIC_EVENTS } from '../../../functions/table/index-keys.ts';
import { ALL_MEDIA_COUNTS, keys } from '../../../functions/table/keys.ts';
import { apiGatewayEvent, lambdaContext } from '../../fixtures/api-gateway-event.ts';
import { useLeapingClock } from '../../fixtures/leaping-clock.ts';
import { newMediaKey } from '../../fixtures/media-key.ts';
import { eventRecord, idOf, mediaRecord } from '../../fixtures/records.ts';
import { photoFacts } from '../../fixtures/seed-gallery.ts';
import { eventRow, mediaRow, tallyRow } from '../../fixtures/table-rows.ts';

// The logger reads it when it is made, which imports do.
vi.hoisted(() => {
  process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT';
});

// What one process asks of a partition while many call it within a second, and what they are answered.

const START = Date.UTC(2026, 5, 30, 18);
const dynamo = mockClient(DynamoDBDocumentClient);

beforeAll(() => {
  const { privateKey: Value, ids } = newMediaKey();
  process.env['MEDIA_KEY_IDS'] = ids;
  mockClient(SSMClient).on(GetParameterCommand).resolves({ Parameter: { Value } });
});

type Gallery = { items: MediaRecord[]; removals: number; rows: Row[]; units: Record<string, number> };

/** What it takes of an index to read them. */
const unitsOf = (rows: readonly Row[]): number => {
  const text = JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return Math.ceil(text.length / 4096) / 2;
};

const totalOf = (units: Record<string, number>): number =>
  Object.values(units).reduce((sum, each) => sum + each, 0);

/** An event whose lists are read from these items, and the units that its index partitions are asked for. */
function gallery(count: number): Gallery & { id: string; event: ReturnType<typeof eventRecord> } {
  const event = eventRecord({ id: newId('evt'), privacy: 'public' });
  const items = Array.from({ length: count }, (_, at) =>
    mediaRecord(count - at, { ...photoFacts(count - at), eventId: event.id }),
  );
  const held: Gallery = { items, removals: 0, rows: [], units: {} };
  const counts = () => {
    const approved = held.items.length;
    // As many changes as items came and went.
    const openChanges = approved + 2 * held.removals;
    return tallyRow(mediaRecord(1, { eventId: event.id }), { approved, openChanges });
  };
  dynamo.on(BatchGetCommand).callsFake(({ RequestItems }) => {
    const wanted: string[] = RequestItems.table.Keys.map(({ pk, sk }: Row) => `${String(pk)} ${String(sk)}`);
    const found = [eventRow(event), counts(), ...held.rows].filter(({ pk, sk }) =>
      wanted.includes(`${String(pk)} ${String(sk)}`),
    );
    return { Responses: { table: found } };
  });
  dynamo.on(QueryCommand).callsFake(({ Limit, IndexName, ExpressionAttributeValues }) => {
    if (ExpressionAttributeValues[':shards'] === ALL_MEDIA_COUNTS) return { Items: [counts()] };
    const partition = String(ExpressionAttributeValues[':pk']);
    const of = `${IndexName ?? 'table'} ${partition}`;
    const all = partition === PUBLIC_EVENTS ? [eventRow(event)] : held.items.map(mediaRow);
    const Items = IndexName === undefined || IndexName === 'gsi4' ? [] : all.slice(0, Limit);
    held.units[of] = (held.units[of] ?? 0) + unitsOf(Items);
    return { Items };
  });
  return Object.assign(held, { id: event.id, event });
}

type Reply = { statusCode: number; body: string };
type Handler = (event: any, context: any) => Promise<any>;

const ask = async (handler: Handler, ms: number, change: object): Promise<Reply> => {
  const event = apiGatewayEvent(change);
  const requestContext = { ...event.requestContext, timeEpoch: START + ms };
  return handler({ ...event, requestContext }, lambdaContext);
};
const list = (eventId: string, ms: number, more: object = {}) =>
  ask(listMedia as Handler, ms, { params: { eventId }, query: { limit: '200' }, ...more });
const idsIn = ({ body }: Reply): string[] => JSON.parse(body).map(({ id }: { id: string }) => id);

/** Three times as many as a process reads in a row. */
const REQUESTS = 3 * SHARED_READS.same.burst;
/** How often a process reads a page in its first second. */
const BURST = SHARED_READS.same.burst;

beforeEach(() => {
  dynamo.reset();
  useLeapingClock({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => vi.useRealTimers());

describe('a page that many ask for in the same second', () => {
  it.each(['uploadedAt', 'votes', 'capturedAt'])(
    'by %s takes of the index what a few reads take, not what the requests would',
    async (sortBy) => {
      const event = gallery(21);
      for (let at = 0; at < REQUESTS; at += 1) {
        const reply = await list(event.id, (at * 1000) / REQUESTS, { query: { limit: '20', sortBy } });
        expect(idsIn(reply)).toHaveLength(20);
      }
      expect(totalOf(event.units)).toBeLessThanOrEqual(BURST * unitsOf(event.items.map(mediaRow)));
    },
  );

  it('takes no more once they have begun than one read of each process in the time that is agreed', async () => {
    const event = gallery(21);
    const unitsIn = async (period: number) => {
      event.units = {};
      for (let at = 0; at < REQUESTS; at += 1)
        await list(event.id, (period + at / REQUESTS) * SHARED_READS.same.everyMs);
      return totalOf(event.units);
    };
    const found = [];
    for (const period of [0, 1, 2, 3]) found.push(await unitsIn(period));
    const page = unitsOf(event.items.map(mediaRow));
    expect(Math.max(...found.slice(1))).toBeLessThanOrEqual(page);
  });

  it('is as cheap in the page that the server fills', async () => {
    const event = gallery(100);
    const view = (ms: number) =>
      renderEventDocument(
        { eventId: event.id, rest: '', sortBy: 'uploadedAt' } as never,
        {
          caller: { kind: 'anonymous' },
          user: undefined,
          now: new Date(START + ms),
          language: 'en',
        } as never,
      );
    for (let at = 0; at < REQUESTS; at += 1) {
      const { filling } = await view((at * 1000) / REQUESTS);
      expect(filling.first.media?.items).toHaveLength(60);
    }
    const queries = dynamo.commandCalls(QueryCommand, { IndexName: 'gsi1' });
    expect(queries.length).toBeLessThanOrEqual(BURST);
  });

  it('never shows what was removed, whoever asked before', async () => {
    const event = gallery(20);
    for (let at = 0; at < 50; at += 1) await list(event.id, at);
    const [removed] = event.items.splice(3, 1);
    event.removals += 1;
    const reply = await list(event.id, 51);
    expect(idsIn(reply)).not.toContain(removed?.id);
    expect(idsIn(reply)).toHaveLength(19);
  });

  it('shows what came, however often others look', async () => {
    const event = gallery(20);
    const add = () => event.items.unshift(mediaRecord(1000 + event.items.length, { eventId: event.id }));
    add();
    expect(idsIn(await list(event.id, 0))).toHaveLength(21);
    add();
    expect(idsIn(await list(event.id, 1))).toHaveLength(22);
    for (let at = 2; at < 50; at += 1) await list(event.id, at);
    add();
    expect(idsIn(await list(event.id, 50))).toHaveLength(23);
  });

  it('says of each viewer what is theirs', async () => {
    const event = gallery(20);
    const guestId = idOf('gst', 1);
    const token = 'x'.repeat(43);
    const item = mediaRecord(1000, { eventId: event.id, uploader: `guest:${guestId}` });
    event.items.unshift(item);
    dynamo.on(GetCommand).resolves({
      Item: {
        ...keys.guest(guestId),
        id: guestId,
        name: 'G',
        email: null,
        tokenHash: hashToken(token),
        createdAt: '2026',
        claimedBy: null,
      },
    });
    for (let at = 0; at < 50; at += 1) await list(event.id, at);
    const own = async (headers: object) =>
      JSON.parse((await list(event.id, 51, { headers })).body)
        .filter(({ isOwn, originalName }: { isOwn: boolean; originalName: unknown }) => isOwn || originalName)
        .map(({ id }: { id: string }) => id);
    expect(await own({ 'x-guest-id': guestId, 'x-guest-token': token })).toEqual([item.id]);
    expect(await own({})).toEqual([]);
  });

  it('is what it was a moment ago where the index is too busy', async () => {
    const event = gallery(20);
    await list(event.id, 0);
    dynamo
      .on(QueryCommand, { IndexName: 'gsi1' })
      .rejects(new ProvisionedThroughputExceededException({ message: 'Busy.', $metadata: {} }));
    expect(idsIn(await list(event.id, 2000))).toHaveLength(20);
    expect((await list(event.id, 40_000)).statusCode).toBe(503);
  });
});

const measure = async (eventId: string, ms: number) => {
  const { body } = await ask(measureArchive as Handler, ms, { params: { eventId } });
  return JSON.parse(body).full;
};

describe('what a ZIP of a gallery would be', () => {
  beforeEach(() => {
    dynamo.on(GetCommand).resolves({});
    dynamo.on(UpdateCommand).resolves({ Attributes: { calls: 1 } });
  });

  it('takes of the index what a few reads take, not what the requests would', async () => {
    const event = gallery(20);
    for (let at = 0; at < REQUESTS; at += 1)
      expect(await measure(event.id, (at * 1000) / REQUESTS)).toMatchObject({ fileCount: 20 });
    expect(totalOf(event.units)).toBeLessThanOrEqual(BURST * unitsOf(event.items.map(mediaRow)));
  });

  it('never counts what was removed, and what came however often others look', async () => {
    const event = gallery(20);
    for (let at = 0; at < 50; at += 1) await measure(event.id, at);
    event.items.splice(3, 1);
    event.removals += 1;
    expect(await measure(event.id, 51)).toMatchObject({ fileCount: 19 });
    for (let at = 300; at < 350; at += 1) await measure(event.id, at);
    event.items.unshift(mediaRecord(1000, { ...photoFacts(1000), eventId: event.id }));
    expect(await measure(event.id, 351)).toMatchObject({ fileCount: 20 });
  });
});

it('the list of public events takes no more than a few reads either', async () => {
  gallery(0);
  for (let at = 0; at < 50; at += 1) await ask(listPublicEvents as Handler, at, { query: { limit: '100' } });
  const before = dynamo.calls().length;
  for (let at = 0; at < REQUESTS; at += 1)
    expect((await ask(listPublicEvents as Handler, 50 + at, { query: { limit: '100' } })).statusCode).toBe(
      200,
    );
  expect(dynamo.calls()).toHaveLength(before);
});
