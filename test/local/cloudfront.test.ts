import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedCookies, getSignedUrl } from '@aws-sdk/cloudfront-signer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReadRequest } from '../../infra/local/api-gateway/request-event.ts';
import { createEdge, type AccessLine } from '../../infra/local/cloudfront/edge.ts';
import { openBuiltWebsite } from '../../infra/local/cloudfront/web-origin.ts';
import { startS3, type LocalS3 } from '../../infra/local/s3/start-s3.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local-secret' };
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const html = `<!doctype html><title>Gatherlens</title>${'<p>text</p>'.repeat(300)}`;
const landingHtml = html.replace('text', 'welcome');
const visitorHtml = html.replace('text', 'nobody');
const script = `console.log(${JSON.stringify('x'.repeat(3000))});`;
const key = 'media/open/evt_a/med_1/small.webp';
const bytes = Buffer.from(Array.from({ length: 2000 }, (_, index) => index % 251));

let folder: string;
let s3: LocalS3;
let server: Server;
let site: string;
let port: number;
const lines: AccessLine[] = [];
const apiCalls: ReadRequest[] = [];
let apiStatus = 200;
let apiReads = true;
let apiHeaders: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'edge-'));
  const webDir = path.join(folder, 'web');
  await mkdir(path.join(webDir, 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'outside.txt'), 'outside');
  await writeFile(path.join(webDir, 'index.html'), html);
  await writeFile(path.join(webDir, 'landing.html'), landingHtml);
  await writeFile(path.join(webDir, 'visitor.html'), visitorHtml);
  await writeFile(path.join(webDir, 'assets/app-1a2b.js'), script);
  await writeFile(path.join(webDir, 'icon.svg'), '<svg/>');
  await writeFile(path.join(webDir, '.secret'), 'hidden');
  s3 = await startS3({
    dataDir: path.join(folder, 'objects'),
    buckets: ['media'],
    credentials: [credentials],
    region: 'us-east-1',
  });
  const client = new S3Client({ endpoint: s3.url, region: 'us-east-1', credentials });
  await client.send(
    new PutObjectCommand({
      Bucket: 'media',
      Key: key,
      Body: bytes,
      ContentType: 'image/webp',
      CacheControl: 'private, max-age=3600',
    }),
  );
  client.destroy();
  server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  site = `http://localhost:${port}`;
  let requests = 0;
  server.on(
    'request',
    createEdge({
      siteUrl: site,
      objectOrigin: s3.url,
      liveOrigin: 'ws://localhost:3',
      website: openBuiltWebsite(webDir),
      gateway: async (request) => {
        const body = apiReads ? await buffer(request.body) : Buffer.alloc(0);
        apiCalls.push({ ...request, body });
        return {
          status: apiStatus,
          headers: { 'content-type': 'application/json', ...apiHeaders },
          cookies: ['a=1; Path=/', 'b=2; Path=/'],
          body: Buffer.from(`{"filler":"${'y'.repeat(3000)}"}`),
        };
      },
      now: () => new Date('2026-06-01T12:00:00Z'),
      media: {
        bucket: 'media',
        objects: s3.objects,
        keys: new Map([['KLOCAL', createPublicKey(publicKey)]]),
        now: () => new Date('2026-06-01T12:00:00Z'),
      },
      newRequestId: () => `request-${(requests += 1)}`,
      log: (line) => lines.push(line),
    }),
  );
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await s3.close();
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  lines.length = 0;
  apiCalls.length = 0;
  apiReads = true;
  apiStatus = 200;
  apiHeaders = { 'cache-control': 'no-store' };
});

type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Sends a target byte for byte, so that no client normalizes the path. */
async function ask(
  target: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Reply> {
  const { method = 'GET', headers = {}, body } = options;
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    method,
    path: target,
    headers: { host: `localhost:${port}`, ...headers },
  });
  request.end(body);
  const [reply] = await once(request, 'response');
  return { status: reply.statusCode, headers: reply.headers, body: await buffer(reply) };
}

const signedCookies = () =>
  Object.entries(
    getSignedCookies({
      keyPairId: 'KLOCAL',
      privateKey,
      policy: JSON.stringify({
        Statement: [
          {
            Resource: `${site}/media/open/evt_a/*`,
            Condition: { DateLessThan: { 'AWS:EpochTime': Date.parse('2026-06-01T13:00:00Z') / 1000 } },
          },
        ],
      }),
    }),
  )
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('; ');
const get = (headers: Record<string, string>) =>
  ask(`/${key}`, { headers: { ...viewer().headers, ...headers } });
const viewer = () => ({ headers: { cookie: signedCookies() } });

describe('the web build', () => {
  it.each(['/', '/create', '/event', '/no/such/page', '/%C3%A9?guestId=1'])(
    'answers %s with the application',
    async (target) => {
      const reply = await ask(target, { headers: { cookie: 'a=b; __Host-session=token' } });
      expect(reply.status).toBe(200);
      expect(String(reply.body)).toBe(html);
      expect(reply.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'Accept-Encoding',
      });
    },
  );

  it.each([
    ['/', 'welcome'],
    ['/?signin=failed', 'welcome'],
    ['/create', 'nobody'],
    ['/no/such/page', 'nobody'],
  ])('answers %s to a browser without a session with the page for it', async (target, word) => {
    for (const cookie of ['', 'a=b', 'session=token'])
      expect(String((await ask(target, { headers: { cookie } })).body)).toContain(`<p>${word}</p>`);
  });

  it('serves a file as it is, to be cached for ever if its name has a hash', async () => {
    const asset = await ask('/assets/app-1a2b.js');
    expect(String(asset.body)).toBe(script);
    expect(asset.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const icon = await ask('/icon.svg');
    expect(icon.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' });
  });

  it.each([
    '/assets/app-old.js',
    '/assets/app',
    '/favicon.ico',
    '/events/x.png',
    '/.secret',
    '/assets/..%5c..%5coutside.txt',
    '/a%00b.txt',
    '/assets//app-1a2b.js',
    '/assets/.',
  ])('never answers the missing file %s with HTML', async (target) => {
    const reply = await ask(target);
    expect([400, 404]).toContain(reply.status);
    expect(reply.headers['content-type']).toBe('application/xml');
    expect(String(reply.body)).not.toContain('Gatherlens');
  });

  it.each(['/../outside.txt', '/assets/../../outside.txt', '/%2e%2e/outside.txt', '/..%2foutside.txt', '/%'])(
    'refuses %s',
    async (target) => {
      const reply = await ask(target);
      expect(reply.status).toBe(400);
      expect(String(reply.body)).not.toContain('outside');
    },
  );

  it('compresses with Brotli, or else gzip, if that is accepted and worthwhile', async () => {
    const brotli = await ask('/index.html', { headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(String(brotliDecompressSync(brotli.body))).toBe(html);
    expect(brotli.headers['content-length']).toBe(String(brotli.body.length));
    const gzip = await ask('/index.html', { headers: { 'accept-encoding': 'br;q=0, gzip' } });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(String(gunzipSync(gzip.body))).toBe(html);
    expect((await ask('/index.html')).headers).not.toHaveProperty('content-encoding');
    const small = await ask('/icon.svg', { headers: { 'accept-encoding': 'br' } });
    expect(small.headers).not.toHaveProperty('content-encoding');
  });

  it('answers 304 to a client that has the file, compressed or not', async () => {
    const { headers } = await ask('/index.html');
    const etag = String(headers.etag);
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    const compressed = await ask('/index.html', { headers: { 'accept-encoding': 'br' } });
    expect(compressed.headers.etag).toBe(`W/${etag}`);
    for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ask('/create', {
        headers: { cookie: '__Host-session=token', 'if-none-match': value },
      });
      expect([again.status, again.body.length]).toEqual([304, 0]);
    }
    expect((await ask('/index.html', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    const modified = String(headers['last-modified']);
    expect((await ask('/index.html', { headers: { 'if-modified-since': modified } })).status).toBe(304);
    const old = new Date(Date.parse(modified) - 1000).toUTCString();
    expect((await ask('/index.html', { headers: { 'if-modified-since': old } })).status).toBe(200);
  });

  it('reads a file again after it was rebuilt', async () => {
    const file = path.join(folder, 'web/assets/fresh.js');
    await writeFile(file, 'one');
    expect(String((await ask('/assets/fresh.js')).body)).toBe('one');
    await writeFile(file, 'two');
    await utimes(file, new Date(), new Date(Date.now() + 5000));
    expect(String((await ask('/assets/fresh.js')).body)).toBe('two');
    await rm(file);
    expect((await ask('/assets/fresh.js')).status).toBe(404);
  });

  it('answers HEAD like GET without the body, and refuses to write', async () => {
    const head = await ask('/index.html', { method: 'HEAD' });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(html)));
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
      expect((await ask('/index.html', { method })).status).toBe(403);
  });
});

describe('media', () => {
  it('is served for signed cookies, byte for byte', async () => {
    const reply = await ask(`/${key}`, viewer());
    expect(reply.status).toBe(200);
    expect(reply.body.equals(bytes)).toBe(true);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=3600',
      'content-length': '2000',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  it('is served for a signed URL', async () => {
    const signed = getSignedUrl({
      url: `${site}/${key}`,
      keyPairId: 'KLOCAL',
      privateKey,
      policy: JSON.stringify({
        Statement: [
          {
            Resource: `${site}/${key}`,
            Condition: { DateLessThan: { 'AWS:EpochTime': Date.parse('2026-06-01T12:15:00Z') / 1000 } },
          },
        ],
      }),
    });
    const reply = await ask(signed.slice(site.length));
    expect(reply.body.equals(bytes)).toBe(true);
  });

  it.each(['', 'CloudFront-Key-Pair-Id=KLOCAL; CloudFront-Policy=e30_; CloudFront-Signature=AAAA'])(
    'is a 403 as CloudFront words it for the cookies "%s"',
    async (cookie) => {
      for (const target of [`/${key}`, '/media/open/evt_a/nothing', '/media/']) {
        const reply = await ask(target, { headers: { cookie } });
        expect(reply.status).toBe(403);
        expect(reply.headers['content-type']).toBe('application/xml');
        expect(String(reply.body)).toMatch(/^<\?xml .*<Error><Code>(MissingKey|AccessDenied)<\/Code>/);
      }
    },
  );

  it('is a 403 if it does not exist, which the bucket does not say', async () => {
    expect((await ask('/media/open/evt_a/med_1/none.webp', viewer())).status).toBe(403);
  });

  it.each([
    '/media/open/evt_a/../evt_b/med_1/small.webp',
    '/media/open/evt_a/%2e%2e/evt_b/med_1/small.webp',
    '/media/open/evt_a/..%2fevt_b/med_1/small.webp',
    '/media/open/evt_a/./med_1/small.webp',
  ])('cannot be reached around the prefix by %s', async (target) => {
    expect((await ask(target, viewer())).status).toBe(400);
  });

  it('is served in ranges', async () => {
    const part = await get({ range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 100-199/2000', 'content-length': '100' });
    expect(part.body.equals(bytes.subarray(100, 200))).toBe(true);
    expect((await get({ range: 'bytes=-10' })).body.equals(bytes.subarray(1990))).toBe(true);
    const none = await get({ range: 'bytes=5000-' });
    expect([none.status, none.headers['content-range']]).toEqual([416, 'bytes */2000']);
    const etag = String(part.headers.etag);
    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
  });

  it('answers HEAD, and takes no writes', async () => {
    const head = await ask(`/${key}`, { ...viewer(), method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '2000', 0]);
    expect((await ask(`/${key}`, { ...viewer(), method: 'PUT' })).status).toBe(403);
    expect((await ask(`/${key}`, { ...viewer(), method: 'DELETE' })).status).toBe(403);
  });

  it('lets nobody ask the store for other headers', async () => {
    const reply = await ask(`/${key}?response-content-type=text/html`, viewer());
    expect(reply.headers['content-type']).toBe('image/webp');
  });
});

describe('an event’s page', () => {
  it('comes from the gateway, under one path, with the page in a header', async () => {
    const reply = await ask('/event/evt_a/timeline?media=med_a', { headers: { 'x-page-path': 'forged' } });
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json']);
    expect(reply.headers['set-cookie']).toHaveLength(2);
    const [call] = apiCalls;
    expect(call?.target).toBe('/index.html?media=med_a');
    const named = (name: string) =>
      call?.rawHeaders.filter((_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === name);
    expect(named('x-page-path')).toEqual(['/event/evt_a/timeline']);
    expect(named('x-viewer-address')).toEqual(['127.0.0.1']);
  });

  it.each([403, 429, 500, 502, 503, 504])(
    'is the website’s own page if the gateway answers %i',
    async (status) => {
      apiStatus = status;
      const reply = await ask('/event/evt_a');
      expect([reply.status, String(reply.body)]).toEqual([200, html]);
      expect(reply.headers).not.toHaveProperty('set-cookie');
      expect(reply.headers['content-security-policy']).toContain("script-src 'self'");
      // What the API itself answers is never replaced.
      expect((await ask('/api/events')).status).toBe(status);
    },
  );

  it('may replace the content security policy, but no other security header', async () => {
    apiHeaders = { 'content-security-policy': "style-src 'sha256-a'", 'x-frame-options': 'ALLOWALL' };
    const page = await ask('/event/evt_a');
    expect(page.headers['content-security-policy']).toBe("style-src 'sha256-a'");
    expect(page.headers['x-frame-options']).toBe('DENY');
    const call = await ask('/api/events');
    expect(call.headers['content-security-policy']).toContain("default-src 'none'");
    expect(call.headers['x-frame-options']).toBe('DENY');
  });

  it('may be a 404, and takes no writes', async () => {
    apiStatus = 404;
    expect((await ask('/event/evt_a')).status).toBe(404);
    apiCalls.length = 0;
    apiReads = true;
    expect((await ask('/event/evt_a', { method: 'POST' })).status).toBe(403);
    expect(apiCalls).toEqual([]);
  });
});

describe('the API', () => {
  it('gets what CloudFront adds', async () => {
    const body = Buffer.from('{"a":1}');
    const reply = await ask('/api/events?token=secret', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': '198.51.100.7',
        'cloudfront-viewer-address': 'forged',
        'X-Viewer-Address': 'forged',
        'x-viewer-address': 'forged',
        'user-agent': 'Browser/1',
      },
      body,
    });
    expect(reply.status).toBe(200);
    expect(reply.headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2; Path=/']);
    const [call] = apiCalls;
    expect(call).toMatchObject({ method: 'POST', target: '/api/events?token=secret', sourceIp: '127.0.0.1' });
    expect(call?.body.equals(body)).toBe(true);
    const pairs = (call?.rawHeaders ?? []).flatMap((name, index, all) =>
      index % 2 === 0 ? [[name.toLowerCase(), all[index + 1]] as const] : [],
    );
    const headers = Object.fromEntries(pairs);
    const forwardedFor = pairs.filter(([name]) => name === 'x-forwarded-for').map(([, value]) => value);
    expect(forwardedFor).toEqual(['198.51.100.7', '127.0.0.1']);
    expect(headers).toMatchObject({
      host: 'local.execute-api.localhost',
      'user-agent': 'Browser/1',
      via: expect.stringContaining('(CloudFront)'),
      'x-amz-cf-id': reply.headers['x-amz-cf-id'],
      'x-viewer-address': '127.0.0.1',
    });
    expect(headers).not.toHaveProperty('cloudfront-viewer-address');
    expect(call?.rawHeaders).not.toContain('forged');
  });

  it('is never compressed: CloudFront does so only where it may cache', async () => {
    const reply = await ask('/api/events', { headers: { 'accept-encoding': 'br, gzip' } });
    expect(reply.headers).not.toHaveProperty('content-encoding');
  });

  it('may leave a body unread: the connection ends with the answer', async () => {
    apiReads = false;
    const reply = await ask('/api/events', {
      method: 'POST',
      headers: { 'content-length': String(11 * 1024 * 1024), expect: '100-continue' },
    });
    expect([reply.status, reply.headers.connection]).toEqual([200, 'close']);
  });
});

describe('every answer', () => {
  it('of the site carries the strict headers', async () => {
    for (const target of ['/', '/assets/none.js', '/api/events']) {
      const { headers } = await ask(target);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('geolocation=()'),
      });
      const policy = String(headers['content-security-policy']).split('; ');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain(`connect-src 'self' ${s3.url} ws://localhost:3`);
      expect(policy).toContain("img-src 'self' data: blob:");
      expect(headers).not.toHaveProperty('strict-transport-security');
    }
  });

  it('is logged without its query', async () => {
    await ask('/api/events?guestId=gst_1&token=top-secret');
    await ask(`/${key}?Signature=top-secret`);
    await ask('/event/evt_a?token=top-secret');
    expect(lines.map((line) => [line.method, line.path, line.status])).toEqual([
      ['GET', '/api/events', 200],
      ['GET', `/${key}`, 403],
      ['GET', '/event/evt_a', 200],
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });
});

describe('names of this machine', () => {
  it('are the only ones answered', async () => {
    expect((await ask('/index.html', { headers: { host: 'attacker.example' } })).status).toBe(403);
    expect((await ask('/api/events', { headers: { host: 'attacker.example' } })).status).toBe(403);
    expect(apiCalls).toEqual([]);
    expect((await ask('/index.html', { headers: { host: `127.0.0.1:${port}` } })).status).toBe(200);
  });

  it('redirect a browser to the site’s own name', async () => {
    const headers = { host: `127.0.0.1:${port}`, 'sec-fetch-mode': 'navigate' };
    const reply = await ask('/event/evt_a?x=1', { headers });
    expect([reply.status, reply.headers.location]).toEqual([302, `${site}/event/evt_a?x=1`]);
  });

  it('a viewer that hangs up in the middle does no harm', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /${key} HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: ${signedCookies()}\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
    expect((await ask('/index.html')).status).toBe(200);
  });
});
