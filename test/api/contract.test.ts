import * as z from 'zod/mini';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { endpoints } from '../../functions/manifest/calls.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { errorView } from '../../shared/contract/entities.ts';
import { EXPECTED_USER_HEADER, SESSION_CHANGED } from '../../shared/contract/expected-user.ts';
import type { ApiResponse, Client } from '../fixtures/api-client.ts';
import { guestIdentityOf } from '../fixtures/event-with-all-roles.ts';
import type { SampleRequest } from '../samples/sample.ts';
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

/**
 * Sends a call's sample with a change that makes the call refuse it, so that one sample serves all changes.
 */
async function sendChanged(
  endpoint: Endpoint,
  change: (request: SampleRequest) => Parameters<typeof sendSample>[2],
): Promise<ApiResponse> {
  const sample = filled.get(endpoint.id) ?? fill(endpoint);
  filled.set(endpoint.id, sample);
  const { client, request } = await sample;
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

type JsonSchema = {
  type?: string;
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};
const fieldsOf = (schema: z.ZodMiniType, io: 'input' | 'output'): [string, JsonSchema][] =>
  Object.entries((z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema).properties ?? {});

/** Values that a field's own schema refuses. */
function refusedBy({ type, enum: values, pattern, maxLength, minimum, maximum }: JsonSchema): unknown[] {
  return [
    type === 'object' ? 'nonsense' : { not: 'this' },
    ...(values || pattern !== undefined ? ['nonsense!'] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(type === 'integer' ? [1.5, 'x'] : []),
    ...(minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? [] : [minimum - 1]),
    ...(maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? [] : [maximum + 1]),
  ];
}

/** Texts that are none. Where any length is taken, as of the names of files, they are cleaned instead. */
const unfitFor = ({ maxLength }: JsonSchema): unknown[] =>
  maxLength === undefined ? [] : ['x\ud800', 'x\u0000y'];

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
const having = (part: 'params' | 'query' | 'body') => calls.filter(([, endpoint]) => endpoint[part]);

describe('every call', () => {
  it.each(calls)('%s answers what it declares, and nothing else', async (_id, endpoint) => {
    const { client, request } = await fill(endpoint);
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

const UNKNOWN: Record<string, string> = {
  eventId: `evt_${'a'.repeat(26)}`,
  mediaId: `med_${'a'.repeat(26)}`,
  archiveId: `arc_${'a'.repeat(26)}`,
  personId: `gst_${'a'.repeat(26)}`,
  paymentId: `pay_${'0'.repeat(26)}`,
};
const MALFORMED = ['x', '../../etc/passwd', '__proto__', '%00', `evt_${'A'.repeat(26)}`, 'x'.repeat(500)];

describe.concurrent('an id in a path that is unknown or malformed', () => {
  it.each(having('params'))('is the same 404 in %s', async (_id, endpoint) => {
    const bodies = new Set<string>();
    for (const [, name = ''] of endpoint.path.matchAll(/\{(\w+)\}/g)) {
      const unknown = UNKNOWN[name];
      for (const value of [...MALFORMED, ...(unknown ? [unknown] : [])]) {
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
  it.each(having('body'))(
    'in a field of the body of %s is a 400 with the field’s name',
    async (_id, endpoint) => {
      for (const [name, schema] of fieldsOf(endpoint.body as z.ZodMiniType, 'input')) {
        for (const value of [...refusedBy(schema), ...unfitFor(schema)]) {
          const answer = await sendChanged(endpoint, (request) => ({
            ...request,
            body: { ...(request.body as object), [name]: value },
          }));
          expectRefusal(answer, { status: 400 });
          const { message, issues } = parseError(answer);
          expect(issues?.[0]?.path.split('.')[0]).toBe(name);
          expect(message).toBe(issues?.[0]?.message);
        }
      }
    },
  );

  it.each(having('body'))(
    'as the whole body of %s is a 400, and of another type a 415',
    async (_id, endpoint) => {
      for (const text of ['[]', '7', 'null', '"x"']) {
        const answer = await sendChanged(endpoint, (request) => ({ ...request, text }));
        expectRefusal(answer, { status: 400 });
        expect(parseError(answer).issues).toBeTruthy();
      }
      for (const text of ['{"name":', '{}}', '['.repeat(40) + ']'.repeat(40)]) {
        const answer = await sendChanged(endpoint, (request) => ({ ...request, text }));
        expectRefusal(answer, { status: 400 });
      }
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
        const answer = await sendChanged(endpoint, (request) => ({
          ...request,
          headers: { 'content-type': type },
        }));
        expectRefusal(answer, { status: 415, code: 'json_expected' });
      }
    },
  );

  it.each(having('query'))('in the query of %s is a 400 with its name', async (_id, endpoint) => {
    for (const [name, schema] of fieldsOf(endpoint.query as z.ZodMiniType, 'output')) {
      // In a query everything is text: an object is just another text, and so is a number.
      const values = refusedBy(schema).filter((value) => typeof value !== 'object');
      for (const value of values) {
        const answer = await sendChanged(endpoint, (request) => ({
          ...request,
          query: { ...request.query, [name]: String(value) },
        }));
        expectRefusal(answer, { status: 400 });
        expect(parseError(answer).issues?.[0]?.path).toBe(name);
      }
    }
  });
});

const decidedBySession = calls.filter(([, { audience }]) => audience !== 'none' && audience !== 'guest');

describe.concurrent('a page that takes somebody else for signed in', () => {
  it.each(decidedBySession)('is refused by %s, and no session ends', async (_id, endpoint) => {
    const answer = await sendChanged(endpoint, (request) => ({
      ...request,
      headers: { ...request.headers, [EXPECTED_USER_HEADER]: 'usr_somebody' },
    }));
    expectRefusal(answer, { status: 401, code: SESSION_CHANGED });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});
