import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notificationFor } from '../../functions/notifications/notification-text.ts';
import { type Outcome, sendWebPush, type Sending } from '../../functions/notifications/send-web-push.ts';
import type { TestSubscription } from '../../infra/local/web-push-service/push-service.ts';
import {
  type StartedPushService,
  startPushService,
} from '../../infra/local/web-push-service/start-push-service.ts';
import { makeVapidKey } from '../../infra/keys/vapid-key.ts';
import { eventRecord } from '../fixtures/records.ts';

const NOW = new Date();
const subject = 'https://photos.example.org';
const vapid = detailsOf(makeVapidKey());
const message = notificationFor(eventRecord({ name: 'Ada’s Party 🎉' }), { kind: 'new', count: 3 });

let push: StartedPushService;
let subscription: TestSubscription;

beforeAll(async () => {
  push = await startPushService({ now: () => NOW });
  subscription = push.service.subscribe(vapid.publicKey);
});
afterAll(() => push.close());

function detailsOf(privateKey: string) {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey, 'base64url');
  return { subject, privateKey, publicKey: pair.getPublicKey('base64url') };
}

function send(to: TestSubscription, change: Partial<Sending> = {}): Promise<Outcome> {
  return sendWebPush(to, {
    message,
    ttlSeconds: 3600,
    vapid,
    pushOrigins: [push.origin],
    now: NOW,
    ...change,
  });
}

describe('a message', () => {
  it('arrives as it was written, with its topic and its time to live', async () => {
    const to = push.service.subscribe(vapid.publicKey);
    expect(await send(to)).toEqual({ kind: 'sent' });
    const [arrived] = push.service.arrivedAt(to.endpoint);
    expect(arrived?.text).toBe(
      `{"title":"Ada’s Party 🎉","body":"3 new photos","url":"/event/${eventRecord().id}","tag":"${eventRecord().id}:new"}`,
    );
    expect(arrived).toMatchObject({ ttlSeconds: 3600, urgency: 'normal' });
    expect(arrived?.topic).toMatch(/^[A-Za-z0-9_-]{32}$/);
  });

  it('has the topic of the message that it replaces, and of no other', async () => {
    const to = push.service.subscribe(vapid.publicKey);
    await send(to);
    await send(to, { message: notificationFor(eventRecord(), { kind: 'new', count: 1 }) });
    await send(to, { message: notificationFor(eventRecord(), { kind: 'pending', count: 1 }) });
    const [first, second, other] = push.service.arrivedAt(to.endpoint).map(({ topic }) => topic);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });

  it('with the longest name still fits', async () => {
    const name = '\u0001'.repeat(200);
    expect(
      await send(subscription, {
        message: notificationFor(eventRecord({ name }), { kind: 'new', count: 9999 }),
      }),
    ).toEqual({ kind: 'sent' });
  });
});

it('of a subscription that has ended, and of one that never was, push services say different things', async () => {
  const ended = push.service.subscribe(vapid.publicKey).endpoint;
  push.service.end(ended);
  const answers = await Promise.all([ended, `${ended}x`].map((to) => fetch(to, { method: 'POST' })));
  expect(answers.map(({ status }) => status)).toEqual([410, 404]);
});

describe('an answer of a push service', () => {
  it.each([
    [404, {}, { kind: 'gone' }],
    [410, {}, { kind: 'gone' }],
    [429, { 'retry-after': '7' }, { kind: 'later', retryAfterSeconds: 7 }],
    [
      429,
      { 'retry-after': new Date(NOW.getTime() + 90_000).toUTCString() },
      { kind: 'later', retryAfterSeconds: expect.closeTo(90, -1) },
    ],
    [429, { 'retry-after': 'soon' }, { kind: 'later', retryAfterSeconds: undefined }],
    [500, {}, { kind: 'later', retryAfterSeconds: undefined }],
    [503, { 'retry-after': '0' }, { kind: 'later', retryAfterSeconds: 0 }],
    [400, {}, { kind: 'refused', status: 400 }],
    [413, {}, { kind: 'refused', status: 413 }],
  ])('is understood: %d %o', async (status, headers, expected) => {
    push.service.failNext(subscription.endpoint, [{ status, headers }]);
    expect(await send(subscription)).toEqual(expected);
  });

  it('cannot lead to another address', async () => {
    const elsewhere = push.service.subscribe(vapid.publicKey);
    push.service.failNext(subscription.endpoint, [
      { status: 307, headers: { location: elsewhere.endpoint } },
    ]);
    expect(await send(subscription)).toEqual({ kind: 'refused', status: 307 });
    expect(push.service.arrivedAt(elsewhere.endpoint)).toEqual([]);
  });

  it('that does not come means that a later try may work', async () => {
    const silent: Server = createServer((request) => request.socket.destroy());
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    expect(await send({ ...subscription, endpoint: `${origin}/push/1` }, { pushOrigins: [origin] })).toEqual({
      kind: 'later',
      retryAfterSeconds: undefined,
    });
    silent.close();
  });
});

describe('nothing is sent', () => {
  it('to an address that is not a push service, even if it was stored', async () => {
    const to = push.service.subscribe(vapid.publicKey);
    expect(await send(to, { pushOrigins: [] })).toEqual({ kind: 'gone' });
    expect(push.service.arrivedAt(to.endpoint)).toEqual([]);
  });

  it('for a key that is not a key', async () => {
    const keys = { ...subscription.keys, p256dh: `B${'A'.repeat(86)}` };
    expect(await send({ ...subscription, keys })).toEqual({ kind: 'gone' });
  });
});

const post = async (headers: Record<string, string>, body: Uint8Array): Promise<number> =>
  (await fetch(subscription.endpoint, { method: 'POST', headers, body: new Uint8Array(body) })).status;

function request(change: { origin?: string; expiration?: number; key?: string } = {}) {
  const details = detailsOf(change.key ?? vapid.privateKey);
  const { body, headers } = webPush.generateRequestDetails(subscription, 'text', { vapidDetails: details });
  const { Authorization } = webPush.getVapidHeaders(
    change.origin ?? push.origin,
    subject,
    details.publicKey,
    details.privateKey,
    'aes128gcm',
    change.expiration,
  );
  delete headers['Content-Length'];
  return { headers: { ...headers, Authorization, TTL: '60' } as Record<string, string>, body };
}

describe('the local push service', () => {
  it('accepts a sender that proves who it is', async () => {
    const { headers, body } = request();
    expect(await post(headers, body)).toBe(201);
  });

  it('takes messages by POST only', async () => {
    const { headers, body } = request();
    const before = push.service.arrivedAt(subscription.endpoint).length;
    for (const sent of [{ method: 'PUT', body: new Uint8Array(body) }, { method: 'GET' }])
      expect((await fetch(subscription.endpoint, { ...sent, headers })).status).toBe(405);
    expect(push.service.arrivedAt(subscription.endpoint)).toHaveLength(before);
  });

  it('refuses others', async () => {
    const seconds = Math.floor(Date.now() / 1000);
    const statuses: number[] = [];
    for (const change of [
      { origin: 'https://fcm.googleapis.com' },
      { expiration: seconds - 3600 },
      { key: makeVapidKey() },
    ]) {
      const { headers, body } = request(change);
      statuses.push(await post(headers, body));
    }
    const { headers, body } = request();
    const { Authorization: _, ...nobody } = headers;
    statuses.push(await post(nobody, body));
    const forged = headers['Authorization']?.replace(/\.[^.,]+,/, `.${'A'.repeat(86)},`) ?? '';
    statuses.push(await post({ ...headers, Authorization: forged }, body));
    expect(statuses).toEqual([401, 401, 403, 401, 401]);
  });

  it('refuses a message that has no time to live, is not encrypted, or is too long', async () => {
    const { headers, body } = request();
    const { TTL: _, ...endless } = headers;
    expect(await post(endless, body)).toBe(400);
    expect(await post({ ...headers, 'Content-Encoding': 'aesgcm' }, body)).toBe(400);
    expect(await post(headers, new Uint8Array(4097))).toBe(413);
    expect(await post(headers, new Uint8Array(200))).toBe(400);
  });

  it('forgets a subscription that has ended', async () => {
    const to = push.service.subscribe(vapid.publicKey);
    push.service.end(to.endpoint);
    expect(await send(to)).toEqual({ kind: 'gone' });
    expect(await send({ ...to, endpoint: `${push.origin}/push/none` })).toEqual({ kind: 'gone' });
  });
});
