import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fallbackStatuses } from '../../infra/edge/path-behaviours.ts';
import { errorCachingSeconds } from '../../infra/edge/error-caching.ts';
import { originTimeouts } from '../../infra/edge/origin-timeouts.ts';
import type { GatewayReply } from '../../infra/local/api-gateway/function-reply.ts';
import { createEdge, type EdgeOptions } from '../../infra/local/cloudfront/edge.ts';
import { sendFile } from '../../infra/local/cloudfront/web-origin.ts';
import {
  MAX_HEAD_BYTES,
  MAX_URL_BYTES,
  READABLE_HEAD_BYTES,
} from '../../infra/local/cloudfront/request-limits.ts';

// What CloudFront does with errors and limits. What it does with answers is in cloudfront.test.ts.

let server: Server;
let clockMs = 0;
let answer: () => Promise<GatewayReply>;
let asked: { method: string; target: string }[];
let waits: { milliseconds: number; run: () => void }[];

const reply = (status: number, cacheControl?: string): GatewayReply => ({
  status,
  headers: {
    'content-type': 'application/json',
    ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
  },
  cookies: [],
  body: Buffer.from(JSON.stringify({ number: asked.length })),
});

async function listen(options: Partial<EdgeOptions> = {}): Promise<void> {
  const edge = createEdge({
    siteUrl: 'http://localhost:1',
    objectOrigin: 'http://localhost:2',
    liveOrigin: 'ws://localhost:3',
    website: {
      send: async (file, exchange) => {
        if (!file.endsWith('.html')) return sendFile(undefined, exchange);
        exchange.response.end(`the website’s ${file}`);
        return undefined;
      },
    },
    gateway: (request) => {
      asked.push({ method: request.method, target: request.target });
      return answer();
    },
    media: {
      bucket: 'media',
      objects: { head: () => undefined, read: () => Promise.resolve(undefined) },
      keys: new Map(),
      now: () => new Date(clockMs),
    },
    now: () => new Date(clockMs),
    newRequestId: () => 'id',
    log: () => undefined,
    timers: {
      after: (milliseconds, run) => {
        waits.push({ milliseconds, run });
        return () => undefined;
      },
    },
    ...options,
  });
  server = createServer({ maxHeaderSize: READABLE_HEAD_BYTES }, edge);
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

beforeEach(() => {
  clockMs = Date.parse('2026-06-01T12:00:00Z');
  asked = [];
  waits = [];
  answer = () => Promise.resolve(reply(200));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

type Sent = { method?: string; headers?: Record<string, string>; body?: string };
type Received = { status: number | undefined; body: string; headers: IncomingHttpHeaders };

async function ask(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Received> {
  const { port } = server.address() as AddressInfo;
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    path,
    method,
    headers: { host: 'localhost', ...headers },
    maxHeaderSize: READABLE_HEAD_BYTES,
  });
  request.end(body);
  const [response] = await once(request, 'response');
  return { status: response.statusCode, body: await text(response), headers: response.headers };
}

/** An error for the first who asks, and what the next one gets, who is somebody else and asks for something else. */
async function nextAfter(failure: () => GatewayReply, method = 'GET'): Promise<number | undefined> {
  answer = () => Promise.resolve(failure());
  await ask('/api/events/evt_a/media?guestId=gst_a', { method, headers: { cookie: 'a=1' } });
  answer = () => Promise.resolve(reply(200));
  return (await ask('/api/events/evt_a/media?cursor=2', { method, headers: { cookie: 'a=2' } })).status;
}

describe('CloudFront by itself', () => {
  beforeEach(() => listen({ errorCachingSeconds: {} }));

  it('answers everybody with one guest’s 503 for ten seconds, although it must not be stored', async () => {
    expect(await nextAfter(() => reply(503, 'no-store'))).toBe(503);
    clockMs += 9999;
    expect(await ask('/api/events/evt_a/media')).toMatchObject({ status: 503, body: '{"number":1}' });
    expect((await ask('/api/events/evt_b/media')).status).toBe(200);
    clockMs += 1;
    expect((await ask('/api/events/evt_a/media')).status).toBe(200);
  });

  it.each([
    [500, 'no-store', true],
    [502, 'private', true],
    [504, 'no-cache', true],
    [404, undefined, true],
    [404, 'private, no-store', false],
    [405, 'no-store', false],
    [410, 'no-cache', false],
    [414, undefined, true],
    [501, 'no-store', false],
    [400, undefined, false],
    [403, 'no-store', false],
    [403, 'max-age=5', true],
    [401, undefined, false],
    [402, 'max-age=60', false],
    [409, undefined, false],
    [429, undefined, false],
  ])('keeps a %i with Cache-Control %s: %s', async (status, cacheControl, isKept) => {
    expect(await nextAfter(() => reply(status, cacheControl))).toBe(isKept ? status : 200);
  });

  it('keeps what a HEAD met as well', async () => {
    expect(await nextAfter(() => reply(503), 'HEAD')).toBe(503);
  });

  it('keeps no answer to a call that changes something', async () => {
    expect(await nextAfter(() => reply(503), 'POST')).toBe(200);
  });

  it('keeps an error longer if the origin says so, where the behaviour caches at all', async () => {
    expect(await nextAfter(() => reply(404, 'max-age=60'))).toBe(404);
    clockMs += 10_000;
    expect((await ask('/api/events/evt_a/media')).status).toBe(200);
  });
});

describe('the product’s distribution', () => {
  beforeEach(() => listen());

  it.each([500, 502, 503, 504])('answers nobody else with one guest’s %i', async (status) => {
    expect(await nextAfter(() => reply(status, 'no-store'))).toBe(200);
  });

  it.each(Object.keys(errorCachingSeconds).map(Number))('leaves a %i its body', async (status) => {
    answer = () => Promise.resolve(reply(status));
    expect(await ask('/api/events')).toMatchObject({ status, body: '{"number":1}' });
  });

  it.each(fallbackStatuses)(
    'shows the website’s page instead of an event page’s %i, every time',
    async (status) => {
      answer = () => Promise.resolve(reply(status, 'no-store'));
      for (const path of ['/event/evt_a', '/event/evt_b', '/event/evt_a'])
        expect(await ask(path)).toMatchObject({ status: 200, body: 'the website’s /index.html' });
      answer = () => Promise.resolve(reply(200));
      expect((await ask('/event/evt_a')).body).toBe('{"number":4}');
    },
  );

  it('does not show an event page’s 404 to the next event’s guests', async () => {
    answer = () => Promise.resolve(reply(404, 'private, no-store'));
    expect((await ask('/event/evt_a')).status).toBe(404);
    answer = () => Promise.resolve(reply(200));
    expect((await ask('/event/evt_b')).status).toBe(200);
  });

  it('answers for a gateway that breaks, and asks it again', async () => {
    answer = () => Promise.reject(new Error('broken'));
    expect((await ask('/api/events')).status).toBe(502);
    answer = () => Promise.resolve(reply(200));
    expect((await ask('/api/events')).status).toBe(200);
  });
});

const silence = () => Promise.withResolvers<GatewayReply>().promise;

/** Lets the time of the attempts pass, one after the other. */
async function passTime(attempts: number): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await expect.poll(() => waits.length).toBe(attempt + 1);
    expect(waits[attempt]?.milliseconds).toBe(originTimeouts.responseSeconds * 1000);
    waits[attempt]?.run();
  }
}

describe('an origin that does not answer', () => {
  beforeEach(() => listen());

  it('is asked three times, 30 seconds each, before a GET is a 504', async () => {
    answer = silence;
    const received = ask('/api/events');
    await passTime(3);
    expect((await received).status).toBe(504);
    expect(asked).toHaveLength(3);
  });

  it('is never asked twice to change something', async () => {
    answer = silence;
    const received = ask('/api/events', { method: 'POST' });
    await passTime(1);
    expect((await received).status).toBe(504);
    expect(asked).toHaveLength(1);
  });

  it('is replaced by the website where a page is asked for', async () => {
    answer = silence;
    const received = ask('/event/evt_a');
    await passTime(3);
    expect(await received).toMatchObject({ status: 200, body: 'the website’s /index.html' });
  });
});

const withHeader = (bytes: number): GatewayReply => ({
  ...reply(200),
  headers: { 'x-long': 'x'.repeat(bytes) },
});

const queryOf = (bytes: number) =>
  `/api/events?${'q'.repeat(bytes - 'https://localhost/api/events?'.length)}`;

describe('CloudFront’s limits', () => {
  beforeEach(() => listen());

  it('let a URL of 8,192 bytes through, and no longer one', async () => {
    expect((await ask(queryOf(MAX_URL_BYTES))).status).toBe(200);
    expect(await ask(queryOf(MAX_URL_BYTES + 1))).toMatchObject({
      status: 413,
      headers: { connection: 'close' },
    });
    expect(asked).toHaveLength(1);
  });

  it('let 20,480 bytes of request line, headers and cookies through, and no more', async () => {
    const sizeWithout = Buffer.byteLength(
      'GET /api/events HTTP/1.1\r\nhost: localhost\r\ncookie: \r\nConnection: keep-alive\r\n',
    );
    const cookieOf = (length: number) => ({ headers: { cookie: 'c'.repeat(length - sizeWithout) } });
    expect((await ask('/api/events', cookieOf(MAX_HEAD_BYTES))).status).toBe(200);
    expect((await ask('/api/events', cookieOf(MAX_HEAD_BYTES + 1))).status).toBe(413);
  });

  it('let an origin answer with as much, and no more', async () => {
    answer = () => Promise.resolve(withHeader(MAX_HEAD_BYTES - 'x-long'.length - 4));
    expect((await ask('/api/events', { method: 'POST' })).status).toBe(200);
    answer = () => Promise.resolve(withHeader(MAX_HEAD_BYTES));
    expect((await ask('/api/events', { method: 'POST' })).status).toBe(502);
  });

  it('refuse a GET with a body', async () => {
    const sent = { headers: { 'content-length': '2' }, body: '{}' };
    expect((await ask('/api/events', sent)).status).toBe(403);
    expect((await ask('/api/events', { ...sent, method: 'POST' })).status).toBe(200);
    expect(asked).toEqual([{ method: 'POST', target: '/api/events' }]);
  });
});
