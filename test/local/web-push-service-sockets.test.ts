import { on, once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createECDH } from 'node:crypto';
import { notificationFor } from '../../functions/notifications/notification-text.ts';
import { sendWebPush } from '../../functions/notifications/send-web-push.ts';
import { decrypt } from '../../infra/local/web-push-service/decrypt.ts';
import {
  type StartedPushService,
  startPushService,
} from '../../infra/local/web-push-service/start-push-service.ts';
import { makeVapidKey } from '../../infra/keys/vapid-key.ts';
import { eventRecord } from '../fixtures/records.ts';

// The protocol that Firefox speaks with its push service, from a browser of a few lines.

const NOW = new Date();
const vapid = vapidOf(makeVapidKey());
const browser = createECDH('prime256v1');
const keys = { p256dh: browser.generateKeys('base64url'), auth: Buffer.alloc(16, 7).toString('base64url') };

let push: StartedPushService;

beforeAll(async () => {
  push = await startPushService({ now: () => NOW });
});
afterAll(() => push.close());

function vapidOf(privateKey: string) {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey, 'base64url');
  const publicKey = pair.getPublicKey('base64url');
  return { subject: 'https://photos.example', privateKey, publicKey };
}

/** A browser that says hello. */
async function connect(uaid?: string) {
  const socket = new WebSocket(push.origin.replace(/^http/, 'ws'));
  const messages = on(socket, 'message');
  await once(socket, 'open');
  const say = (message: object) => socket.send(JSON.stringify(message));
  const next = async (): Promise<any> => JSON.parse(String((await messages.next()).value?.[0]));
  say({ messageType: 'hello', use_webpush: true, uaid });
  return { socket, say, next, hello: await next() };
}

const tell = (endpoint: string, count: number) =>
  sendWebPush(
    { endpoint, keys },
    {
      message: notificationFor(eventRecord(), { kind: 'new', count }),
      ttlSeconds: 60,
      vapid,
      pushOrigins: [push.origin],
      now: NOW,
    },
  );

const bodyOf = ({ data }: { data: string }): string =>
  JSON.parse(
    decrypt(Buffer.from(data, 'base64url'), { ...keys, privateKey: browser.getPrivateKey('base64url') }),
  ).body;

it('a browser gets what is sent to it, and after it was away the latest of each topic', async () => {
  const first = await connect();
  const { uaid } = first.hello;
  expect(first.hello).toMatchObject({ status: 200, use_webpush: true });
  first.say({ messageType: 'register', channelID: 'a', key: `${vapid.publicKey}=` });
  const { pushEndpoint } = await first.next();
  expect(await tell(pushEndpoint, 1)).toEqual({ kind: 'sent' });
  const shown = await first.next();
  expect([shown.messageType, shown.channelID, bodyOf(shown)]).toEqual(['notification', 'a', 'New photo']);
  first.say({ messageType: 'ack', updates: [{ channelID: 'a', version: shown.version }] });
  first.socket.send('{}');
  expect(await first.next()).toEqual({});
  first.socket.close();
  await once(first.socket, 'close');

  await tell(pushEndpoint, 2);
  await tell(pushEndpoint, 3);
  const second = await connect(uaid);
  expect(second.hello.uaid).toBe(uaid);
  expect(bodyOf(await second.next())).toBe('3 new photos');
  second.say({ messageType: 'unregister', channelID: 'a' });
  expect(await second.next()).toMatchObject({ messageType: 'unregister', status: 200 });
  expect(await tell(pushEndpoint, 4)).toEqual({ kind: 'gone' });
  second.socket.close();
});

it('a browser with an unknown id gets a new one', async () => {
  const { hello, socket } = await connect('f'.repeat(32));
  expect(hello.uaid).toMatch(/^[0-9a-f]{32}$/);
  expect(hello.uaid).not.toBe('f'.repeat(32));
  socket.close();
});
