import fc from 'fast-check';
import { beforeAll, expect, inject, it } from 'vitest';
import { endpoints as all } from '../../functions/manifest/calls.ts';
import { requireEventContext } from '../../functions/table/event-context.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { errorView } from '../../shared/contract/entities.ts';
import { anyCharacter } from '../fixtures/any-character.ts';
import { Client } from '../fixtures/api-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import { credentials, type Guest, type SignedIn } from '../fixtures/users-and-guests.ts';
import { fieldName, LEAK_PATTERN, hostileValue } from '../fixtures/hostile-values.ts';
import { eventually } from '../fixtures/uploads.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem } from '../fixtures/seed-item.ts';

const base = inject('siteUrl');
/** The quick form; `npm run fuzz` sends many more. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 60);
/**
 * The quick form sends the same requests every time; `npm run fuzz` sends others each time, and reports its
 * seed.
 */
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);

const endpoints = all.filter(({ audience }) => audience !== 'none');

let host: SignedIn;
/** Somebody without a part in the host's event, who owns one of their own. */
let bystander: SignedIn;
let guest: Guest;
let ownEventId: string;
let eventId: string;
let mediaId: string;
let objectPath: string;

beforeAll(async () => {
  host = await newUser(base);
  bystander = await newUser(base);
  guest = await seedGuest(base);
  ownEventId = await newOwnEvent();
  eventId = (await host.post('/api/events', { name: 'Fuzzed', privacy: 'public' })).json.id;
  mediaId = (await seedItem(host, eventId)).id;
  objectPath = `/objects/uploads/${mediaId.replace('med_', 'upl_')}`;
});

const newOwnEvent = async (): Promise<string> =>
  (await bystander.post('/api/events', { name: 'Own' })).json.id;

/**
 * Replaces an account, guest or event that a request has ended, so that the other requests still come from
 * somebody. What a job removes is waited for, so that it is not taken for the effect of the next request.
 */
async function renew(endpointId: string): Promise<void> {
  const gone = endpointId === 'delete-user' ? bystander.userId : guest.guestId;
  if (endpointId === 'delete-user' || endpointId === 'delete-guest') await eventually(() => isNobody(gone));
  if (endpointId === 'delete-user') bystander = await newUser(base);
  if (endpointId === 'delete-user' || endpointId === 'delete-event') ownEventId = await newOwnEvent();
  if (endpointId === 'delete-guest' || endpointId === 'claim-guest') guest = await seedGuest(base);
}

async function isNobody(id: string): Promise<boolean> {
  const { json } = await host.get(`/api/events/${eventId}/people`);
  return json.every((person) => person.id !== id);
}

const known = fc
  .nat({ max: 6 })
  .map((at) => [eventId, ownEventId, mediaId, objectPath, guest.guestId, guest.token, bystander.userId][at]);
const value = fc.oneof(
  hostileValue,
  known,
  fc.string({ unit: anyCharacter }),
  fc.integer(),
  fc.jsonValue({ maxDepth: 3 }),
);
const fields = fc.dictionary(fieldName, value, { maxKeys: 8 });
const pathValue = fc.oneof(
  { weight: 3, arbitrary: known },
  { weight: 1, arbitrary: hostileValue },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter }) },
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

/** With these, no address is longer than the edge lets through. */
const MAX_VALUE = 200;
const MAX_QUERY = 4000;

function address(endpoint: Endpoint, { params, query }: Fuzzed): string {
  let at = 0;
  const path = endpoint.path.replaceAll(/\{\w+\}/g, () => {
    at += 1;
    return percentEncoded(asText(params[at - 1]).slice(0, MAX_VALUE)) || 'x';
  });
  const pairs = Object.entries(query).map((pair) => pair.map((one) => percentEncoded(asText(one))).join('='));
  return pairs.length > 0 ? `${path}?${pairs.join('&').slice(0, MAX_QUERY)}` : path;
}

/** Halves of characters become bytes that are no UTF-8, as only a hostile client sends them. */
const percentEncoded = (text: string): string =>
  Array.from(text, (letter) => (letter.isWellFormed() ? encodeURIComponent(letter) : '%ED%A0%80')).join('');

const asText = (one: unknown): string => (typeof one === 'string' ? one : (JSON.stringify(one) ?? ''));

/** What the host sees of the event is made of, with its counts: nothing that is refused may change it. */
const state = async (): Promise<string> =>
  JSON.stringify(await requireEventContext(eventId, { kind: 'user', userId: host.userId }));
/** All of it: event, items, people. */
async function wholeState(): Promise<string> {
  const paths = ['', '/media', '/people'].map((part) => `/api/events/${eventId}${part}`);
  return (await Promise.all(paths.map((path) => host.get(path)))).map(({ text }) => text).join('\n');
}

it(`${RUNS} hostile requests are answered without a fault or a leak, and refused ones have no effect`, async () => {
  let before = { event: await state(), whole: await wholeState() };
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
        // The fuzzer's own people may vote and join.
        if (endpoint.method === 'GET') return;
        await renew(endpoint.id);
        before = { event: await state(), whole: await wholeState() };
        return;
      }
      expect(answer.text).not.toMatch(LEAK_PATTERN);
      expect({ id: endpoint.id, error: errorView.safeParse(answer.json).error }).toEqual({ id: endpoint.id });
      const event = endpoint.method === 'GET' ? before.event : await state();
      expect(event).toBe(before.event);
    }),
    // The effects stay, so a smaller example would start from another state.
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  expect(await wholeState()).toBe(before.whole);
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
  ['OPTIONS', '/api/events', 405, {}, undefined],
  ['DELETE', '/api/guests', 405, {}, undefined],
] as const)('%s %s answers %i in the one shape of errors', async (method, path, status, headers, body) => {
  const answer = await host.send(method, path, { headers, body });
  expect(answer.status).toBe(status);
  const view = errorView.safeParse(answer.json);
  expect(view.error).toBeUndefined();
  expect(view.data?.requestId).toBe(answer.headers.get('apigw-requestid'));
  expect(answer.headers.get('allow') !== null).toBe(status === 405);
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

it.each([
  ['x-guest-id', '__proto__'],
  ['x-guest-id', 'gst_' + 'a'.repeat(26)],
  ['x-guest-id', '../../etc/passwd'],
  ['x-guest-id', 'x'.repeat(4000)],
  ['cookie', '__Host-session=' + 'x'.repeat(43)],
  ['cookie', '__Host-session=%00; __Host-session=..%2f'],
  ['cookie', '__Host-session=' + 'A'.repeat(4000)],
  ['authorization', 'Bearer nothing'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-viewer-address', "' OR 1=1"],
  ['x-gatherlens-user', '__proto__'],
  ['x-gatherlens-user', 'x'.repeat(4000)],
])('a hostile header %s gives nobody any rights', async (name, value) => {
  const [event, user] = await Promise.all(
    [`/api/events/${eventId}`, '/api/auth/user'].map((path) =>
      fetch(new URL(path, base), { headers: { [name]: value } }),
    ),
  );
  expect(event?.status).toBe(/^x-(?:guest-id|gatherlens-user)$/.test(name) ? 401 : 200);
  expect(await event?.text()).not.toMatch(/"role":"owner"|SESSION#|node_modules/);
  expect(user?.status).toBe(401);
});
