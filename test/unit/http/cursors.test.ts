import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { encodeMediaCursor, mediaOrder, positionIn } from '../../../functions/domain/media-cursor.ts';
import { encodeCursor } from '../../../functions/domain/pagination.ts';
import { handler as listMedia } from '../../../functions/http/list-media.ts';
import { handler as listPayments } from '../../../functions/http/list-payments.ts';
import { handler as listPeople } from '../../../functions/http/list-people.ts';
import { handler as listPublicEvents } from '../../../functions/http/list-public-events.ts';
import { paymentItem } from '../../../functions/payments/payment-store.ts';
import type { Row } from '../../../functions/table/dynamo.ts';
import { keys } from '../../../functions/table/keys.ts';
import { apiGatewayEvent, lambdaContext } from '../../fixtures/api-gateway-event.ts';
import { withAws } from '../../fixtures/faulty-run.ts';
import { useFaultyWorld } from '../../fixtures/faulty-world.ts';
import { event, media, owner, paidEvent, payment, sampleRows } from '../../fixtures/sample-rows.ts';

// The logger reads it when it is made, which imports do.
vi.hoisted(() => {
  process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT';
});

// Every paged call, by what it answers to cursors.

useFaultyWorld();

type Handler = (
  event: APIGatewayProxyEventV2,
  context: typeof lambdaContext,
) => Promise<APIGatewayProxyStructuredResultV2>;

const byTime = mediaOrder('uploadedAt', undefined);

const lists = {
  media: {
    handler: listMedia as Handler,
    path: `/api/events/${event.id}/media`,
    params: { eventId: event.id },
    cursor: encodeMediaCursor(byTime, positionIn(byTime, media)),
  },
  events: {
    handler: listPublicEvents as Handler,
    path: '/api/events/public',
    params: {},
    cursor: encodeCursor([event.createdAt, event.id]),
  },
  people: {
    handler: listPeople as Handler,
    path: `/api/events/${event.id}/people`,
    params: { eventId: event.id },
    cursor: encodeCursor([`user:${owner.id}`]),
  },
  payments: {
    handler: listPayments as Handler,
    path: `/api/events/${paidEvent.id}/payments`,
    params: { eventId: paidEvent.id },
    cursor: encodeCursor([payment.id]),
  },
};
type ListName = keyof typeof lists;
const names = Object.keys(lists) as ListName[];

async function ask(name: ListName, query: Record<string, string>, more: readonly Row[] = []) {
  const { handler, path, params } = lists[name];
  const request = apiGatewayEvent({ path, params, query, cookies: owner.cookies });
  const { result, inputs } = await withAws({ rows: [...sampleRows(), ...more] }, undefined, () =>
    handler(request, lambdaContext),
  );
  return { ...result, json: JSON.parse(result.body ?? '') as { code?: string; issues?: unknown }, inputs };
}

const pairs = names.flatMap((list) => names.map((other) => [list, other] as const));

describe('a cursor', () => {
  it.each(names)('of the list of %s is taken there', async (name) => {
    expect(await ask(name, { cursor: lists[name].cursor })).toMatchObject({ statusCode: 200 });
  });

  it.each(pairs.filter(([list, other]) => list !== other))(
    'in the list of %s is refused where it is of the list of %s',
    async (list, other) => {
      const answer = await ask(list, { cursor: lists[other].cursor });
      expect([answer.statusCode, answer.json.code]).toEqual([400, 'invalid_cursor']);
      expect(answer.json.issues).toEqual([
        { path: 'cursor', message: 'The cursor does not belong to this list.' },
      ]);
    },
  );

  it.each(names.flatMap((name) => ['', 'abc', 'bnVsbA', 'W10'].map((text) => [name, text] as const)))(
    'in the list of %s is refused where nobody handed it out: %o',
    async (name, text) => {
      expect((await ask(name, { cursor: text })).json.code).toBe('invalid_cursor');
    },
  );
});

const person = (number: number) =>
  `user:aaaaaaaa-0000-4000-8000-${String(number).padStart(12, '0')}` as const;
const linkOf = (answer: APIGatewayProxyStructuredResultV2) =>
  /^<([^>]+)>; rel="next"$/.exec(String(answer.headers?.['link']))?.[1] ?? '';
const cursorIn = (link: string) => new URL(link, 'http://x').searchParams.get('cursor') ?? '';

describe('a page that is not the last', () => {
  const people = Array.from({ length: 120 }, (_, at): Row => ({
    ...keys.membership(event.id, person(at + 100)),
    eventId: event.id,
    person: person(at + 100),
    standing: 'participant',
    isBlocked: false,
    hasPaid: false,
    since: event.createdAt,
    uploadCount: 0,
    pendingCount: 0,
  }));
  const payments = Array.from({ length: 120 }, (_, at) =>
    paymentItem({ ...payment, id: `pay_${String(at + 100).padStart(26, '0')}` }),
  );

  it('names the same request from there on', async () => {
    const link = linkOf(await ask('media', { limit: '2', sortBy: 'capturedAt' }));
    expect(link).toMatch(/^\/api\/events\/evt_\w+\/media\?limit=2&sortBy=capturedAt&cursor=[\w-]+$/);
    const again = linkOf(await ask('media', { limit: '2', sortBy: 'capturedAt', cursor: cursorIn(link) }));
    expect(again.match(/cursor=/g)).toHaveLength(1);
  });

  it('of people leads to everybody once', async () => {
    const first = await ask('people', {}, people);
    const second = await ask('people', { cursor: cursorIn(linkOf(first)) }, people);
    const ids = [first, second].flatMap(({ body }) =>
      (JSON.parse(body ?? '') as { id: string }[]).map(({ id }) => id),
    );
    expect([ids.length, new Set(ids).size]).toEqual([124, 124]);
    expect(second.headers).not.toHaveProperty('link');
  });

  it('of payments leads behind its last one', async () => {
    const first = await ask('payments', {}, payments);
    const second = await ask('payments', { cursor: cursorIn(linkOf(first)) }, payments);
    const last = (JSON.parse(first.body ?? '') as { payments: { id: string }[] }).payments.at(-1);
    expect(second.inputs).toContainEqual(
      expect.objectContaining({
        ExclusiveStartKey: keys.payment({ eventId: paidEvent.id, id: last?.id ?? '' }),
      }),
    );
  });
});
