import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { NEW_GUESTS } from '../../functions/domain/newcomer-pace.ts';
import { rateLimitOf } from '../../functions/domain/rate-limits.ts';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { newId } from '../../functions/domain/ids.ts';
import { tableName } from '../../functions/table/dynamo.ts';
import { keys } from '../../functions/table/keys.ts';
import { countCall } from '../../functions/table/rate-limit-windows.ts';
import { errorView } from '../../shared/contract/entities.ts';
import { Client } from '../fixtures/api-client.ts';
import { runConcurrently } from '../fixtures/run-concurrently.ts';
import { credentials, type Guest, guestQuery, type SignedIn } from '../fixtures/users-and-guests.ts';
import { issueUpload, jpegFile, putUpload, save } from '../fixtures/uploads.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem } from '../fixtures/seed-item.ts';
import { newUser } from '../fixtures/new-user.ts';
import { seedEvent } from '../fixtures/seed-event.ts';

const base = inject('siteUrl');
/**
 * How many phones share a venue's address, and how many of them call here: the others count as having called.
 */
const VENUE_PHONES = 500;
const PHONES = 5;

let host: SignedIn;

beforeAll(async () => {
  host = await newUser(base);
});

const newEvent = (): Promise<string> => seedEvent(host, { name: 'Limits' });

/**
 * Writes that a subject has made this many calls, or else all that a window allows, in this window and the
 * next.
 */
async function useUp(endpointId: string, subject: string, calls?: number): Promise<void> {
  const limit = endpointId === 'create-guest' ? NEW_GUESTS : rateLimitOf(endpointId);
  if (!limit) throw new Error(`${endpointId} has no limit.`);
  const thisWindow = Math.floor(Date.now() / 1000 / limit.windowSeconds) + 1;
  for (const window of [thisWindow, thisWindow + 1]) {
    const windowEnd = window * limit.windowSeconds;
    await dynamoClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.rateLimit({ endpointId, subject, windowEnd }),
        UpdateExpression: 'SET calls = :calls, expiresAtSeconds = :end',
        ExpressionAttributeValues: { ':calls': calls ?? limit.max, ':end': windowEnd + 60 },
      }),
    );
  }
}

const hashOf = (address: string): string => createHash('sha256').update(address).digest('hex').slice(0, 32);

const waits = (headers: Headers): number => Number(headers.get('retry-after'));
/** So long ago that the table does not take its rows for expired ones, which it deletes. */
const at = (second: number): Date => new Date(Date.UTC(2020, 5, 30, 18, 0, second));

type Reply = { status: number; retryAfter: string | undefined; json: any };

/** A request from another address of this machine: the whole of 127.0.0.0/8 is its own. */
function from(
  address: string,
  call: { method: string; path: string; body?: unknown; headers?: Record<string, string> },
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const sent = request(
    new URL(call.path, base.replace('localhost', '127.0.0.1')),
    {
      method: call.method,
      localAddress: address,
      headers: { 'content-type': 'application/json', ...call.headers },
    },
    (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          json: text.startsWith('{') ? JSON.parse(text) : undefined,
        }),
      );
    },
  );
  sent.on('error', reject);
  sent.end(call.body === undefined ? undefined : JSON.stringify(call.body));
  return promise;
}

describe(`${VENUE_PHONES} phones behind one address`, () => {
  it('register, vote and upload, and none is locked out', async () => {
    const address = '127.0.0.10';
    await useUp('create-guest', hashOf(address), VENUE_PHONES - PHONES);
    const eventId = await newEvent();
    const file = await jpegFile(1);
    const { id } = await seedItem(host, eventId);
    const statuses = new Map<string, number>();
    const note = (call: string, status: number): void => {
      statuses.set(`${call} ${status}`, (statuses.get(`${call} ${status}`) ?? 0) + 1);
    };
    const phone = async (number: number): Promise<void> => {
      const { status, json } = await from(address, {
        method: 'POST',
        path: '/api/guests',
        body: { name: 'Grace' },
      });
      note('guest', status);
      const guest = Object.assign(new Client(base), { guestId: json.id, token: json.token });
      note('vote', (await guest.post(`/api/media/${id}/vote`, credentials(guest))).status);
      note('list', (await guest.get(`/api/events/${eventId}/media?limit=10&${guestQuery(guest)}`)).status);
      note('issue', (await issueUpload(guest, { eventId })).status);
      // Pictures take a while to process: every fifth phone sends one.
      if (number % 5 > 0) return;
      const objectPath = await putUpload(guest, eventId, file);
      note('save', (await save(guest, eventId, { objectPath, file })).status);
    };
    await runConcurrently(
      Array.from({ length: PHONES }, (_, number) => number),
      phone,
    );
    expect(Object.fromEntries(statuses)).toEqual({
      'guest 201': PHONES,
      'vote 200': PHONES,
      'list 200': PHONES,
      'issue 201': PHONES,
      'save 201': PHONES / 5,
    });
    expect((await host.get(`/api/media/${id}/votes`)).json.count).toBe(PHONES);
  });
});

describe('one person who calls far too often', () => {
  const tooMany = { status: 429, json: { code: 'too_many_requests' } };
  it.each(['cast-vote', 'withdraw-vote', 'issue-guest-upload', 'save-guest-media'])(
    'is told by %s when to try again, and nobody else is',
    async (endpointId) => {
      const eventId = await newEvent();
      const file = await jpegFile(1);
      const { id } = await seedItem(host, eventId);
      const madeUp = newId('evt');
      const calls: Record<
        string,
        (guest: Guest) => Promise<{ status: number; headers: Headers; json: any }>
      > = {
        'cast-vote': (guest) =>
          guest.post(`/api/media/${id}/vote`, { ...credentials(guest), eventId: madeUp }),
        'withdraw-vote': (guest) =>
          guest.delete(`/api/media/${id}/vote?eventId=${madeUp}&${guestQuery(guest)}`),
        'issue-guest-upload': (guest) => issueUpload(guest, { eventId }),
        'save-guest-media': (guest) =>
          save(guest, eventId, { objectPath: `/objects/uploads/${newId('upl')}`, file }),
      };
      const call = calls[endpointId];
      if (!call) throw new Error(endpointId);
      const [guest, other] = [await seedGuest(base), await seedGuest(base)];
      await useUp(endpointId, `guest:${guest.guestId}`);
      const refused = await call(guest);
      expect(refused).toMatchObject(tooMany);
      expect(errorView.parse(refused.json).requestId).toBeTruthy();
      expect(waits(refused.headers)).toBeGreaterThan(0);
      expect(waits(refused.headers)).toBeLessThanOrEqual(60);
      expect((await call(other)).status).not.toBe(429);
    },
  );

  it.each(['create-event', 'issue-upload', 'save-media'])(
    'is refused by %s when signed in, too',
    async (endpointId) => {
      const user = await newUser(base);
      const eventId = (await user.post('/api/events', { name: 'Mine' })).json.id;
      const file = await jpegFile(1);
      await useUp(endpointId, `user:${user.userId}`);
      const calls: Record<string, () => Promise<unknown>> = {
        'create-event': () => user.post('/api/events', { name: 'One more', eventId: newId('evt') }),
        'issue-upload': () => issueUpload(user, { eventId }),
        'save-media': () => save(user, eventId, { objectPath: `/objects/uploads/${newId('upl')}`, file }),
      };
      expect(await calls[endpointId]?.()).toMatchObject(tooMany);
    },
  );
});

describe('one address that calls far too often', () => {
  const calls = [
    [
      'record-browser-report',
      '127.0.0.14',
      { method: 'POST', path: '/api/browser-reports', body: { problems: [] } },
    ],
  ] as const;

  it.each(calls)(
    'is told by %s when to try again, whatever it claims to be',
    async (endpointId, address, call) => {
      expect((await from(address, call)).status).not.toBe(429);
      await useUp(endpointId, hashOf(address));
      const claims = ['x-other', 'x-forwarded-for', 'x-viewer-address'];
      for (const headers of claims.map((name) => ({ [name]: '203.0.113.7' }))) {
        const refused = await from(address, { ...call, headers });
        expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
        expect(Number(refused.retryAfter)).toBeGreaterThan(0);
        expect(Number(refused.retryAfter)).toBeLessThanOrEqual(600);
      }
      expect((await from('127.0.0.19', call)).status).not.toBe(429);
    },
  );
});

describe('a window', () => {
  it('lets its calls through, says how long it lasts, and is followed by another', async () => {
    const limit = { by: 'person', max: 3, windowSeconds: 60 } as const;
    const call = { endpointId: 'test', subject: newId('gst') };
    const calls = await Promise.allSettled([1, 2, 3, 4, 5].map(() => countCall(limit, call, at(10))));
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(countCall(limit, call, at(45))).rejects.toMatchObject({
      kind: 'too-many',
      retryAfterSeconds: 15,
    });
    await countCall(limit, call, at(60));
    await expect(countCall(limit, { ...call, subject: newId('gst') }, at(45))).resolves.toBeUndefined();
  });
});

const post = (body: string) =>
  host.send('POST', '/api/events', { body, headers: { 'content-type': 'application/json' } });
const nested = (depth: number): string => `{"name":"x","extra":${'['.repeat(depth)}${']'.repeat(depth)}}`;
const ofBytes = (bytes: number): string => {
  const frame = '{"name":"x","extra":""}';
  return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
};

describe('what is too deep or too large', () => {
  it('JSON that is nested more than 16 deep is a 400, and so is malformed JSON', async () => {
    expect((await post(nested(16))).status).toBe(201);
    expect(await post(nested(17))).toMatchObject({ status: 400, json: { code: 'too_deep' } });
    expect(await post(nested(20_000))).toMatchObject({ status: 400, json: { code: 'too_deep' } });
    expect(await post('{"name":')).toMatchObject({ status: 400, json: { code: 'invalid_json' } });
  });

  it('a body of more than 64 KB is a 413, one of 64 KB is read', async () => {
    expect((await post(ofBytes(64 * 1024))).status).toBe(201);
    expect(await post(ofBytes(64 * 1024 + 1))).toMatchObject({
      status: 413,
      json: { code: 'body_too_large' },
    });
    expect((await post(ofBytes(7 * 1024 * 1024))).status).toBe(413);
  });

  it('a body whose type is not JSON is a 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await host.send('POST', '/api/events', {
        body: '{"name":"x"}',
        headers: { 'content-type': type },
      });
      expect(answer).toMatchObject({ status: 415, json: { code: 'json_expected' } });
    }
  });
});
