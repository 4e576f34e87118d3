import * as z from 'zod/mini';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { endpoints } from '../../functions/manifest/calls.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { errorView } from '../../shared/contract/entities.ts';
import type { ApiResponse, Client } from '../fixtures/api-client.ts';
import { guestIdentityOf } from '../fixtures/event-with-all-roles.ts';
import type { SampleRequest } from '../samples/sample.ts';
import {
  MALFORMED_IDS,
  REFUSED_BODIES,
  REFUSED_TYPES,
  refusedInBody,
  refusedInQuery,
} from '../fixtures/refused-values.ts';
import { requireSample } from '../samples/samples.ts';
import { sendSample } from '../samples/send-sample.ts';
import { callerOf, createLiveWorld, type LiveWorld, sampleWorldOf } from './live-world.ts';
import { parseError } from '../fixtures/parse-response.ts';

// Derived from the contract: what it says about each call is checked in the running system.

let world: LiveWorld;

beforeAll(async () => {
  world = await createLiveWorld(inject('siteUrl'), inject('environment'));
});

type Filled = { readonly client: Client; readonly request: SampleRequest };

/** A call's sample, with something new for it to use up. */
async function fill({ id }: Endpoint): Promise<Filled> {
  const { caller, request } = requireSample(id);
  const client = await callerOf(world, caller);
  return { client, request: { ...(await request?.(sampleWorldOf(world, client))) } };
}

const filled = new Map<string, Promise<Filled>>();

/** The same for all changes that make the call refuse it. */
function sampleOf(endpoint: Endpoint): Promise<Filled> {
  const sample = filled.get(endpoint.id) ?? fill(endpoint);
  filled.set(endpoint.id, sample);
  return sample;
}

/** Sends a call's sample with a change that makes the call refuse it. */
async function sendChanged(
  endpoint: Endpoint,
  change: (request: SampleRequest) => Parameters<typeof sendSample>[2],
): Promise<ApiResponse> {
  const { client, request } = await sampleOf(endpoint);
  const identity = guestIdentityOf(client);
  const { headers, ...changed } = change(request);
  return sendSample(client, endpoint, {
    ...changed,
    // In headers, so that a broken body does not hide who asks.
    headers: {
      ...(identity && { 'x-guest-id': identity.guestId, 'x-guest-token': identity.token }),
      ...headers,
    },
  });
}

/** The one shape of refusals, with the id by which a failure can be looked up. */
function expectRefusal(answer: ApiResponse, expected: { status: number; code?: string }): void {
  const view = z.strictObject(errorView.shape).safeParse(answer.json);
  expect({
    status: answer.status,
    shape: view.error?.message,
    code: view.data?.code,
  }).toMatchObject({
    ...expected,
    shape: undefined,
  });
  expect(view.data?.requestId).toBe(answer.headers.get('apigw-requestid'));
  expect(answer.headers.get('cache-control')).toBe('no-store');
}

const JSON_TYPE = 'application/json; charset=utf-8';
const calls = endpoints.map((endpoint) => [endpoint.id, endpoint] as const);
/** Every third call that has it: all refuse in one place, and `test/unit/http/invalid-requests.test.ts` has all of them. */
const having = (part: 'params' | 'query' | 'body') =>
  calls.filter(([, endpoint]) => endpoint[part]).filter((_call, at) => at % 3 === 0);

const UNKNOWN: Record<string, string> = {
  eventId: `evt_${'a'.repeat(26)}`,
  mediaId: `med_${'a'.repeat(26)}`,
  archiveId: `arc_${'a'.repeat(26)}`,
  personId: `gst_${'a'.repeat(26)}`,
  paymentId: `pay_${'0'.repeat(26)}`,
};
type Change = Parameters<typeof sendChanged>[1];

const positionOf = ({ id }: Endpoint): number => calls.findIndex(([other]) => other === id);
/** One of several, another one for the next call, or for the next so many calls. */
const oneOf = <T>(values: readonly T[], endpoint: Endpoint, forCalls = 1): T =>
  values[Math.floor(positionOf(endpoint) / forCalls) % values.length] as T;

describe.concurrent('an id in a path that is unknown or malformed', () => {
  it.each(having('params'))('is the same 404 in %s', async (_id, endpoint) => {
    const bodies = new Set<string>();
    for (const [, name = ''] of endpoint.path.matchAll(/\{(\w+)\}/g)) {
      const [unknown, malformed] = [UNKNOWN[name], oneOf(MALFORMED_IDS, endpoint, 3)];
      const values =
        unknown === undefined ? [malformed] : oneOf([[unknown], [unknown], [unknown, malformed]], endpoint);
      for (const value of values) {
        const answer = await sendChanged(endpoint, (request) => ({
          ...request,
          params: { ...request.params, [name]: value },
        }));
        expectRefusal(answer, { status: 404, code: 'not_found' });
        bodies.add(JSON.stringify({ ...parseError(answer), requestId: '' }));
      }
    }
    expect([...bodies]).toEqual([
      JSON.stringify({ message: 'Not found.', code: 'not_found', requestId: '' }),
    ]);
  });
});

describe.concurrent('invalid input', () => {
  it.each(having('body'))('in the body of %s is a 400, or as another type a 415', async (_id, endpoint) => {
    const fields = refusedInBody(endpoint.body as z.ZodMiniType);
    const [name, value] = oneOf(fields.length > 0 ? fields : [['', '']], endpoint, 3);
    const inField: Change = (request) => ({
      ...request,
      body: { ...(request.body as object), [name]: value },
    });
    const asWhole: Change = (request) => ({ ...request, text: oneOf(REFUSED_BODIES, endpoint, 3) });
    const ofType: Change = (request) => ({
      ...request,
      headers: { 'content-type': oneOf(REFUSED_TYPES, endpoint, 3) },
    });
    const kinds = [
      { change: name ? inField : asWhole, status: 400 },
      { change: asWhole, status: 400 },
      { change: ofType, status: 415 },
    ];
    const { change, status } = oneOf(kinds, endpoint);
    expectRefusal(await sendChanged(endpoint, change), { status });
  });

  it.each(having('query'))('in the query of %s is a 400 with its name', async (_id, endpoint) => {
    const fields = refusedInQuery(endpoint.query as z.ZodMiniType);
    if (fields.length === 0) return;
    const [name, value] = oneOf(fields, endpoint);
    const answer = await sendChanged(endpoint, (request) => ({
      ...request,
      query: { ...request.query, [name]: String(value) },
    }));
    expectRefusal(answer, { status: 400 });
    expect(parseError(answer).issues?.[0]?.path).toBe(name);
  });
});

// Last, because the samples that were refused so far are now used up.
describe('every call', () => {
  it.each(calls)('%s answers what it declares, and nothing else', async (_id, endpoint) => {
    const { client, request } = await sampleOf(endpoint);
    const { status, headers, text, json } = await sendSample(client, endpoint, request);
    expect(Object.keys(endpoint.replies)).toContain(String(status));
    expect(headers.get('apigw-requestid')).toBeTruthy();
    const schema = endpoint.replies[status];
    // Undeclared fields are stripped by parsing, so the reply must be what parsing makes of it.
    const declared = schema ? { type: JSON_TYPE, body: schema.parse(json) } : { type: null, body: '' };
    expect({ type: headers.get('content-type'), body: schema ? json : text }).toEqual(declared);
    expect(headers.has('location')).toBe(status === 302);
  });
});
