import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer as readBuffer } from 'node:stream/consumers';
import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ObjectCreated,
  type ObjectCreatedListener,
  toS3EventRecord,
} from '../../infra/local/s3/object-created.ts';
import type { Fault } from '../../infra/local/s3/faults.ts';
import { startS3 } from '../../infra/local/s3/start-s3.ts';
import {
  BUCKET,
  codeOf,
  pathOf,
  rawRequest,
  SETTINGS,
  startTestServer,
  type TestServer,
} from './s3-fixture.ts';

let test: TestServer;
let now: Date;
let fault: Fault;
let reached: PromiseWithResolvers<string>;

beforeEach(async () => {
  now = new Date();
  fault = undefined;
  reached = Promise.withResolvers();
  test = await startTestServer({
    now: () => now,
    faults({ path }) {
      if (path.endsWith('/healthy')) return undefined;
      reached.resolve(path);
      return fault;
    },
    lifecycle: [
      { bucket: BUCKET, prefix: 'incoming/', expireAfterDays: 7 },
      { bucket: BUCKET, prefix: '', abortUploadsAfterDays: 3 },
    ],
  });
});
afterEach(() => test.stop());

const put = (Key: string, Body = 'body') => test.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));

const ask = (headers: Record<string, string>) =>
  rawRequest(test, { method: 'OPTIONS', path: `/${BUCKET}/x?X-Amz-Signature=none`, headers });

describe('pages of other origins', () => {
  const origin = 'http://localhost:3000';

  it('may PUT after a preflight, if their origin is allowed', async () => {
    const answer = await ask({
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'Content-Type,if-none-match',
    });
    expect(answer).toMatchObject({
      status: 200,
      body: '',
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'PUT',
        'access-control-allow-headers': 'content-type, if-none-match',
        'access-control-max-age': '3600',
        vary: expect.stringContaining('Origin') as string,
      },
    });
  });

  it.each([
    ['another origin', { origin: 'http://localhost:3001', 'access-control-request-method': 'PUT' }],
    [
      'an origin that only begins the same',
      { origin: 'http://localhost:3000.evil.example', 'access-control-request-method': 'PUT' },
    ],
    ['a null origin', { origin: 'null', 'access-control-request-method': 'PUT' }],
    ['another method', { origin, 'access-control-request-method': 'GET' }],
    [
      'another header',
      {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type, x-amz-acl',
      },
    ],
    ['no method', { origin }],
  ])('may not with %s', async (_what, headers) => {
    const answer = await ask(headers);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'AccessForbidden']);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('must name their origin', async () => {
    expect((await ask({ 'access-control-request-method': 'PUT' })).status).toBe(400);
  });

  it('may read the answers to uploads, refusals too, and the ETag', async () => {
    const path = pathOf(await getSignedUrl(test.s3, new PutObjectCommand({ Bucket: BUCKET, Key: 'page' })));
    const allowed = { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'etag' };
    const upload = (headers: Record<string, string>, at = path) =>
      rawRequest(test, { method: 'PUT', path: at, headers, body: 'x' });
    expect(await upload({ origin })).toMatchObject({ status: 200, headers: allowed });
    expect(await upload({ origin }, `/${BUCKET}/page`)).toMatchObject({ status: 403, headers: allowed });
    const foreign = await upload({ origin: 'http://elsewhere' });
    expect(foreign.status).toBe(200);
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
    expect((await upload({})).headers.vary).toContain('Origin');
  });

  it('may do nothing if the bucket has no rule for them', async () => {
    await test.stop();
    test = await startTestServer({ cors: undefined });
    const answer = await ask({ origin, 'access-control-request-method': 'PUT' });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'AccessForbidden']);
  });
});

describe('faults', () => {
  it('answer with a status', async () => {
    fault = { status: 503 };
    await expect(put('broken')).rejects.toMatchObject({
      name: 'SlowDown',
      $metadata: { httpStatusCode: 503 },
    });
    fault = undefined;
    expect(test.server.objects.head({ bucket: BUCKET, key: 'broken' })).toBeUndefined();
  });

  it('break the connection', async () => {
    fault = 'reset';
    await expect(put('broken')).rejects.toMatchObject({ code: 'ECONNRESET' });
    fault = undefined;
    expect(test.server.objects.head({ bucket: BUCKET, key: 'broken' })).toBeUndefined();
  });

  it('leave a sender without an answer, and the others unharmed', async () => {
    fault = 'stall';
    const outcome = put('waiting').then(
      () => 'answered',
      () => 'broken off',
    );
    expect(await reached.promise).toBe(`/${BUCKET}/waiting`);
    await put('healthy');
    expect(await Promise.race([outcome, Promise.resolve('waiting')])).toBe('waiting');
    await test.server.close();
    expect(await outcome).toBe('broken off');
  });
});

const refusing = () => Promise.reject(new Error('the queue is gone'));

describe('a listener', () => {
  it('is notified of every object once it can be read', async () => {
    const events: ObjectCreated[] = [];
    const readable: boolean[] = [];
    test.server.onObjectCreated((event) => {
      events.push(event);
      readable.push(test.server.objects.head(event)?.eTag === event.eTag);
    });
    await put('first', 'one');
    await test.s3.send(
      new CopyObjectCommand({ Bucket: 'other-bucket', Key: 'second', CopySource: `${BUCKET}/first` }),
    );
    await expect(put('first/../x', 'y'.repeat(10))).resolves.toBeDefined();
    const eTag = 'f97c5d29941bfb1b2fdab0874906ab82';
    expect(events.slice(0, 2)).toEqual([
      { bucket: BUCKET, key: 'first', sizeBytes: 3, eTag, eventName: 'ObjectCreated:Put', time: now },
      {
        bucket: 'other-bucket',
        key: 'second',
        sizeBytes: 3,
        eTag,
        eventName: 'ObjectCreated:Copy',
        time: now,
      },
    ]);
    expect(readable).toEqual([true, true, true]);
  });

  it('is not notified of what was refused', async () => {
    const events: ObjectCreated[] = [];
    test.server.onObjectCreated((event) => void events.push(event));
    const wrong = new PutObjectCommand({ Bucket: BUCKET, Key: 'x', Body: 'x', ChecksumCRC32: 'AAAAAA==' });
    await expect(test.s3.send(wrong)).rejects.toMatchObject({ name: 'BadDigest' });
    await put('x');
    const taken = new PutObjectCommand({ Bucket: BUCKET, Key: 'x', Body: 'y', IfNoneMatch: '*' });
    await expect(test.s3.send(taken)).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect(events.map(({ key }) => key)).toEqual(['x']);
  });

  it('that fails does not fail the request, and is logged', async () => {
    const failure = new Error('the queue is full');
    test.server.onObjectCreated(() => Promise.reject(failure));
    test.server.onObjectCreated(() => {
      throw failure;
    });
    expect((await put('kept')).ETag).toBeDefined();
    expect(test.server.objects.head({ bucket: BUCKET, key: 'kept' })).toBeDefined();
    await test.server.close();
    expect(test.logged).toEqual([
      { message: 'A listener failed on a created object.', error: failure },
      { message: 'A listener failed on a created object.', error: failure },
    ]);
  });

  it('gets what an earlier process could not deliver, once', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'object-server-'));
    const run = async (listener: ObjectCreatedListener, key?: string) => {
      const { server, s3 } = await startTestServer({ dataDir, notifyPrefixes: ['told/'] });
      server.onObjectCreated(listener);
      if (key) await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: 'x' }));
      s3.destroy();
      await server.close();
    };
    await run(refusing, 'told/first');
    await run(refusing, 'untold');
    const keys: string[] = [];
    await run(({ key, time }) => void keys.push(`${key} ${time.getTime() > 0}`), 'told/second');
    expect(keys).toEqual(['told/first true', 'told/second true']);
    await run(({ key }) => void keys.push(key));
    expect(keys).toHaveLength(2);
    await rm(dataDir, { recursive: true });
  });

  it('delays closing the server, but not the sender', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const order: string[] = [];
    test.server.onObjectCreated(async () => {
      await promise;
      order.push('listened');
    });
    await put('unhurried');
    const closed = test.server.close().then(() => order.push('closed'));
    await expect(rawRequest(test, { path: '/' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await new Promise(setImmediate);
    resolve();
    await closed;
    expect(order).toEqual(['listened', 'closed']);
  });
});

it("writes S3's own event records", () => {
  const event: ObjectCreated = {
    bucket: BUCKET,
    key: 'media/originals/a b+c/ü(1)',
    sizeBytes: 12,
    eTag: 'abc',
    eventName: 'ObjectCreated:CompleteMultipartUpload',
    time: new Date('2026-05-24T10:11:12.345Z'),
  };
  const record = toS3EventRecord(event, { region: 'us-east-1' });
  expect(record).toEqual({
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: 'us-east-1',
    eventTime: '2026-05-24T10:11:12.345Z',
    eventName: 'ObjectCreated:CompleteMultipartUpload',
    userIdentity: { principalId: expect.any(String) as string },
    requestParameters: { sourceIPAddress: '127.0.0.1' },
    responseElements: {
      'x-amz-request-id': expect.stringMatching(/^[0-9A-F]{16}$/) as string,
      'x-amz-id-2': expect.any(String) as string,
    },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: expect.any(String) as string,
      bucket: {
        name: BUCKET,
        ownerIdentity: { principalId: expect.any(String) as string },
        arn: `arn:aws:s3:::${BUCKET}`,
      },
      object: {
        key: 'media/originals/a+b%2Bc/%C3%BC%281%29',
        size: 12,
        eTag: 'abc',
        sequencer: expect.stringMatching(/^[0-9A-F]+$/) as string,
      },
    },
  });
  const later = toS3EventRecord(event, { region: 'us-east-1' });
  expect(later.s3.object.sequencer > record.s3.object.sequencer).toBe(true);
});

const keys = async () =>
  (await test.s3.send(new ListObjectsV2Command({ Bucket: BUCKET }))).Contents?.map(({ Key }) => Key);

describe('the lifecycle', () => {
  const DAY = 86_400_000;

  it('removes what is old under its prefix, and nothing else', async () => {
    const start = new Date();
    now = start;
    await put('incoming/old');
    await put('incoming-not/old');
    await put('media/originals/old');
    await test.s3.send(
      new CopyObjectCommand({ Bucket: BUCKET, Key: 'media/saved', CopySource: `${BUCKET}/incoming/old` }),
    );
    now = new Date(start.getTime() + 60_000);
    await put('incoming/newer');
    const almost = new Date(start.getTime() + 7 * DAY - 1);
    await test.server.applyLifecycle({ now: almost });
    expect(await keys()).toContain('incoming/old');
    const due = new Date(start.getTime() + 7 * DAY);
    await test.server.applyLifecycle({ now: due });
    expect(await keys()).toEqual([
      'incoming-not/old',
      'incoming/newer',
      'media/originals/old',
      'media/saved',
    ]);
    const saved = await test.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'media/saved' }));
    expect(await saved.Body?.transformToString()).toBe('body');
  });

  it('removes uploads that were never finished', async () => {
    const target = { Bucket: BUCKET, Key: 'media/zip' };
    const { UploadId } = await test.s3.send(new CreateMultipartUploadCommand(target));
    await test.s3.send(new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: 'part' }));
    const almost = new Date(now.getTime() + 3 * DAY - 1);
    await test.server.applyLifecycle({ now: almost });
    const { Parts } = await test.s3.send(new ListPartsCommand({ ...target, UploadId }));
    expect(Parts).toHaveLength(1);
    const due = new Date(now.getTime() + 3 * DAY);
    await test.server.applyLifecycle({ now: due });
    await expect(test.s3.send(new ListPartsCommand({ ...target, UploadId }))).rejects.toMatchObject({
      name: 'NoSuchUpload',
    });
  });
});

describe('the edge', () => {
  const name = { bucket: BUCKET, key: 'open' };
  beforeEach(() =>
    test.s3.send(
      new PutObjectCommand({
        Bucket: BUCKET,
        Key: 'open',
        Body: '0123456789',
        ContentType: 'image/webp',
      }),
    ),
  );
  const meta = {
    ...name,
    sizeBytes: 10,
    eTag: '781e5e245d69b566979b86e28d23f2c7',
    headers: { 'content-type': 'image/webp' },
  };

  it('reads without a signature', async () => {
    const reading = await test.server.objects.read(name);
    expect(reading).toMatchObject({ status: 200, meta: { ...meta, lastModified: now } });
    expect((await readBuffer(reading!.stream)).toString()).toBe('0123456789');
    expect(test.server.objects.head(name)).toMatchObject(meta);
  });

  it('reads ranges as a Range header asks for them', async () => {
    const part = await test.server.objects.read({ ...name, range: 'bytes=-3' });
    expect(part).toMatchObject({ status: 206, meta, range: { start: 7, end: 9 } });
    expect((await readBuffer(part!.stream)).toString()).toBe('789');
    const none = await test.server.objects.read({ ...name, range: 'bytes=10-' });
    expect(none).toMatchObject({ status: 416, meta });
    expect(await readBuffer(none!.stream)).toHaveLength(0);
  });

  it('finds no missing object', async () => {
    expect(await test.server.objects.read({ bucket: BUCKET, key: 'missing' })).toBeUndefined();
    expect(await test.server.objects.read({ bucket: 'nowhere', key: 'open' })).toBeUndefined();
    expect(test.server.objects.head({ bucket: BUCKET, key: 'missing' })).toBeUndefined();
  });
});

it('starts only if no other server has the folder', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'object-server-'));
  const options = { ...SETTINGS, dataDir };
  const server = await startS3(options);
  await expect(startS3(options)).rejects.toThrow('Is another server running on it?');
  await server.close();
  await (await startS3(options)).close();
  await rm(dataDir, { recursive: true });
});
