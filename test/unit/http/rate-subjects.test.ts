import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, it } from 'vitest';
import { countingLimitOf, rateLimitOf } from '../../../functions/domain/rate-limits.ts';
import { idOf } from '../../fixtures/records.ts';
import { useFaultyWorld } from '../../fixtures/faulty-world.ts';
import { handlerOf, requestOf, type SampleCall, sampleCalls, send } from './sample-calls.ts';

// For whom a call is counted, whatever its request says beside who proved to be its caller.

useFaultyWorld();

type Gateway = APIGatewayProxyEventV2;

const madeUp = {
  eventId: idOf('evt', 99),
  mediaId: idOf('med', 99),
  guestId: idOf('gst', 99),
  userId: 'aaaaaaaa-0000-4000-8000-000000000099',
  caller: 'user:x',
  subject: 'x',
};
const headers = {
  'x-forwarded-for': '203.0.113.7',
  forwarded: 'for=203.0.113.7',
  'x-real-ip': '203.0.113.7',
  'cloudfront-viewer-address': '203.0.113.7:1',
  'x-event-id': madeUp.eventId,
  'user-agent': 'another',
};
const bodyOf = ({ body }: Gateway): object => (body === undefined ? {} : JSON.parse(body));
const withBody = (event: Gateway, fields: object): Gateway => ({
  ...event,
  body: JSON.stringify({ ...fields, ...bodyOf(event) }),
});
const withQuery = (event: Gateway, fields: Record<string, string>): Gateway => ({
  ...event,
  queryStringParameters: { ...fields, ...event.queryStringParameters },
});
const withHeaders = (event: Gateway, fields: Record<string, string>): Gateway => ({
  ...event,
  headers: { ...event.headers, ...fields },
});
/** An event of its own for those calls that name one: each request could name another. */
const ofAnotherEvent = (event: Gateway): Gateway => ({
  ...event,
  ...(event.pathParameters?.['eventId'] && {
    pathParameters: { ...event.pathParameters, eventId: madeUp.eventId },
  }),
  ...('eventId' in bodyOf(event) && { body: JSON.stringify({ ...bodyOf(event), eventId: madeUp.eventId }) }),
});

/** What a stranger could try, by its name. */
const attempts: Readonly<Record<string, (event: Gateway) => Gateway>> = {
  'extra fields in the body': (event) => withBody(event, madeUp),
  'extra fields in the query': (event) => withQuery(event, madeUp),
  // Together, because none of them has a request refused.
  'extra headers, and an extra parameter of the path, in capitals': (event) => ({
    ...withHeaders(event, headers),
    rawPath: event.rawPath.toUpperCase(),
    pathParameters: { ...madeUp, ...event.pathParameters },
  }),
  'another event': ofAnotherEvent,
  'a guest without a token': (event) => withHeaders(event, { 'x-guest-id': madeUp.guestId }),
  'a guest with a wrong token': (event) =>
    withHeaders(event, { 'x-guest-id': madeUp.guestId, 'x-guest-token': 'x'.repeat(43) }),
  'a session that is none': (event) => ({
    ...event,
    cookies: [...(event.cookies ?? []), `__Host-session=${'z'.repeat(43)}`],
  }),
};

const keyOf = (input: unknown): string => String((input as { Key?: { pk?: string } }).Key?.pk);

/** Whom the call was counted for, and how it ended. */
async function countedOf(call: SampleCall, event: Gateway) {
  const { inputs, result } = await send(await handlerOf(call), event);
  const keys = inputs.map(keyOf);
  const own = `LIMIT#${call.row.id}#`;
  const subjects = keys.filter((pk) => pk.startsWith(own)).map((pk) => pk.slice(own.length));
  return { subjects, status: result.statusCode ?? 0 };
}

const PERSON = /^(?:user:[\da-f-]{36}|guest:gst_[a-z2-7]{26})$/;

it('a call counts for the person whom it proves, or else for an address, whatever else it says', async () => {
  const byAddress = [];
  for (const call of sampleCalls.filter(({ row }) => rateLimitOf(row.id))) {
    const request = await requestOf(call.sample);
    const { subjects } = await countedOf(call, request);
    expect(subjects).toHaveLength(1);
    if (!PERSON.test(subjects.join())) byAddress.push(call.row.id);
    for (const [name, attempt] of Object.entries(attempts)) {
      const tried = await countedOf(call, attempt(request));
      // Who is refused before anything is counted, has not got around the count either.
      const isRefused = tried.subjects.length === 0 && tried.status >= 400;
      expect([call.row.id, name, isRefused ? subjects : tried.subjects]).toEqual([
        call.row.id,
        name,
        subjects,
      ]);
    }
  }
  // Made-up guests would have a guesser of codes begin anew, and whoever listens to have it cost.
  expect(byAddress.toSorted()).toEqual(['find-event-by-code', 'issue-live-ticket', 'record-browser-report']);
}, 60_000);

it('no call shuts a venue out by its address with the maximum of one person', async () => {
  const shared = [];
  for (const call of sampleCalls.filter(({ row }) => rateLimitOf(row.id))) {
    const event = { ...(await requestOf({ ...call.sample, caller: 'anonymous' })) };
    const { inputs } = await send(await handlerOf(call), event);
    const counted = inputs.find((input) => keyOf(input).startsWith(`LIMIT#${call.row.id}#`));
    const values = (counted as { ExpressionAttributeValues?: object } | undefined)?.ExpressionAttributeValues;
    if (values) shared.push([call.row.id, (values as Record<string, number>)[':max']]);
  }
  expect(Object.fromEntries(shared)).toEqual({
    'find-event-by-code': 600,
    'issue-live-ticket': 6000,
    'measure-archive': 6000,
    'record-browser-report': 600,
    'start-archive': 6000,
  });
  expect(countingLimitOf('start-archive', true)?.max).toBe(120);
});
