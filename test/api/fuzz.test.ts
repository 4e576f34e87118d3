import fc from 'fast-check';
import { beforeAll, expect, inject, it } from 'vitest';
import { routes } from '../../functions/manifest-routes.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { errorView } from '../../shared/contract/entities.ts';
import { Client } from '../fixtures/client.ts';
import { credentials, type Guest, newGuest, signIn, type SignedIn } from '../fixtures/people.ts';
import { jpegFile, processed, upload } from '../fixtures/uploads.ts';

const base = inject('siteUrl');
/** The quick form; `npm run fuzz` sends ten times as many. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 500);
/** The quick form sends the same requests every time; the long one others each day, and says which. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);

const endpoints = routes.flatMap(({ trigger }) =>
  trigger.kind === 'http' && trigger.endpoint.audience !== 'none' ? [trigger.endpoint] : [],
);

let host: SignedIn;
let bystander: Client;
let guest: Guest;
let eventId: string;
let mediaId: string;
let objectPath: string;

beforeAll(async () => {
  host = await signIn(base);
  bystander = await signIn(base);
  guest = await newGuest(base);
  eventId = (await host.post('/api/events', { name: 'Fuzzed', privacy: 'public' })).json.id;
  const item = await upload(host, eventId, await jpegFile(1));
  ({ id: mediaId, objectPath } = item);
  await processed(host, eventId, mediaId);
});

const nasty = fc.constantFrom<unknown>(
  '',
  ' ',
  'null',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '\u0000',
  '\ud800',
  '𝒰𝓃𝒾𝒸ℴ𝒹ℯ 👩‍👩‍👧‍👦 Ω≈ç√ Ω',
  '\u202Etxt.exe',
  'a'.repeat(10_000),
  '${jndi:ldap://127.0.0.1/a}',
  '{{7*7}}',
  'EVENT#x',
  'file:///etc/passwd',
  '__proto__',
  'constructor',
  -1,
  0,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  0.1,
  null,
  true,
  [],
  [[[[[[]]]]]],
  {},
  { $gt: '' },
  { toString: 'x' },
);

const known = fc.nat({ max: 4 }).map((at) => [eventId, mediaId, objectPath, guest.guestId, guest.token][at]);
const value = fc.oneof(
  nasty,
  known,
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.jsonValue({ maxDepth: 3 }),
);
const fieldName = fc.oneof(
  fc.constantFrom(
    'name',
    'status',
    'privacy',
    'price',
    'isPaid',
    'date',
    'eventId',
    'guestId',
    'token',
    'objectPath',
  ),
  fc.constantFrom(
    'mimeType',
    'fileSize',
    'originalName',
    'filename',
    'limit',
    'cursor',
    'sortBy',
    'order',
    'media',
  ),
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'createdBy', 'role', 'voteCount', 'id'),
);
const fields = fc.dictionary(fieldName, value, { maxKeys: 8 });
const pathValue = fc.oneof(
  { weight: 3, arbitrary: known },
  { weight: 1, arbitrary: nasty },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);

const request = fc.record({
  endpoint: fc.constantFrom(...endpoints),
  caller: fc.constantFrom('bystander' as const, 'guest' as const, 'nobody' as const),
  params: fc.array(pathValue, { minLength: 2, maxLength: 2 }),
  query: fields,
  body: fc.oneof(
    { weight: 4, arbitrary: fields.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.string() },
  ),
  contentType: fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain', ''),
});

type Fuzzed = typeof request extends fc.Arbitrary<infer T> ? T : never;

function address(endpoint: Endpoint, { params, query }: Fuzzed): string {
  let at = 0;
  const path = endpoint.path.replaceAll(/\{\w+\}/g, () => {
    at += 1;
    return encodeURIComponent(asText(params[at - 1]).toWellFormed()) || 'x';
  });
  const pairs = Object.entries(query).map(([name, one]): [string, string] => [
    name,
    asText(one).toWellFormed(),
  ]);
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs).toString().slice(0, 4000)}` : path;
}

const asText = (one: unknown): string => (typeof one === 'string' ? one : (JSON.stringify(one) ?? ''));

/** Words that only our inside knows. */
const LEAK = /node_modules|at .+\.[jt]s:\d|ZodError|DynamoDB|AWS|TypeError|gatherlens-local|SESSION#|\/tmp\//;

/** What the host sees of the event: nothing that is refused may change it. */
async function state(): Promise<string> {
  const event = await host.get(`/api/events/${eventId}`);
  const media = await host.get(`/api/events/${eventId}/media`);
  return event.text + media.text;
}

it(`${RUNS} hostile requests are answered without a fault, a leak, or an effect of what was refused`, async () => {
  let before = await state();
  await fc.assert(
    fc.asyncProperty(request, async (fuzzed) => {
      const { endpoint, caller, body, contentType } = fuzzed;
      const client = { bystander, guest, nobody: new Client(base) }[caller];
      const withBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
      const answer = await client.send(endpoint.method, address(endpoint, fuzzed), {
        headers: {
          ...(withBody && contentType && { 'content-type': contentType }),
          ...(caller === 'guest' && { 'x-guest-id': guest.guestId, 'x-guest-token': guest.token }),
        },
        ...(withBody && { body: body.toWellFormed() }),
      });
      expect({ id: endpoint.id, text: answer.text, failed: answer.status >= 500 }).toMatchObject({
        failed: false,
      });
      if (answer.status < 400) {
        // A vote or a join of the fuzzer's own people is theirs to make.
        before = await state();
        return;
      }
      expect(answer.text).not.toMatch(LEAK);
      expect({ id: endpoint.id, error: errorView.safeParse(answer.json).error }).toEqual({ id: endpoint.id });
    }),
    { numRuns: RUNS, seed: SEED },
  );
  expect(await state()).toBe(before);
  expect((await host.post(`/api/media/${mediaId}/vote`)).status).toBe(200);
  expect((await guest.post(`/api/media/${mediaId}/vote`, credentials(guest))).status).toBeLessThan(500);
}, 900_000);

it.each([
  ['POST', '/api/events', 415, { 'content-type': 'text/plain' }, '{"name":"x"}'],
  ['POST', '/api/events', 400, { 'content-type': 'application/json' }, '{"name":'],
  ['POST', '/api/events', 400, { 'content-type': 'application/json' }, '[]'],
  ['POST', '/api/events', 413, { 'content-type': 'application/json' }, `{"name":"${'x'.repeat(70_000)}"}`],
  [
    'POST',
    '/api/events',
    400,
    { 'content-type': 'application/json' },
    `${'['.repeat(9000)}${']'.repeat(9000)}`,
  ],
  ['GET', '/api/nothing-here', 404, {}, undefined],
  ['GET', '/api/events/..%2f..%2fetc%2fpasswd', 404, {}, undefined],
  ['PATCH', '/api/events', 405, {}, undefined],
  ['DELETE', '/api/guests', 405, {}, undefined],
] as const)('%s %s answers %i in the one shape of errors', async (method, path, status, headers, body) => {
  const answer = await host.send(method, path, { headers, body });
  expect(answer.status).toBe(status);
  expect(errorView.safeParse(answer.json).error).toBeUndefined();
  expect(answer.json.requestId).toBeTruthy();
});

it('a name that is a prototype key or very odd is only a name', async () => {
  for (const name of [
    '__proto__',
    'constructor',
    '👩‍👩‍👧‍👦',
    "Robert'); DROP TABLE events;--",
    '<img src=x onerror=alert(1)>',
  ]) {
    const { json, status } = await host.post('/api/events', { name, __proto__: { role: 'owner' } });
    expect([status, json.name]).toEqual([201, name]);
  }
});
