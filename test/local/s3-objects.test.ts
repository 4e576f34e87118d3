import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer as readBuffer } from 'node:stream/consumers';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  BUCKET,
  codeOf,
  pathOf,
  rawRequest,
  startTestServer,
  storedFiles,
  type TestServer,
} from './s3-fixture.ts';

let test: TestServer;
let now = new Date();

beforeAll(async () => {
  test = await startTestServer({ now: () => now });
});
afterAll(() => test.stop());
beforeEach(() => {
  now = new Date();
});

const put = (Key: string, Body: string | Uint8Array = 'hello', more: object = {}) =>
  test.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body, ...more }));
const get = (Key: string, more: object = {}) =>
  test.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key, ...more }));
const head = (Key: string, more: object = {}) =>
  test.s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key, ...more }));
const text = async (Key: string) => (await get(Key)).Body?.transformToString();
const md5 = (data: string) => createHash('md5').update(data).digest('hex');
const error = (name: string, status: number) => ({ name, $metadata: { httpStatusCode: status } });

describe('putting and getting', () => {
  it('returns what was put, with its headers', async () => {
    const written = await put('whole', 'the bytes', {
      ContentType: 'image/webp',
      CacheControl: 'max-age=60',
    });
    expect(written.ETag).toBe(`"${md5('the bytes')}"`);
    const read = await get('whole');
    expect(await read.Body?.transformToString()).toBe('the bytes');
    const expected = {
      ETag: written.ETag,
      ContentType: 'image/webp',
      CacheControl: 'max-age=60',
      ContentLength: 9,
      AcceptRanges: 'bytes',
      LastModified: new Date(Math.floor(now.getTime() / 1000) * 1000),
    };
    expect(read).toMatchObject(expected);
    expect(await head('whole')).toMatchObject(expected);
  });

  it('stores empty objects, and replaces an object as a whole', async () => {
    await put('replaced', 'first', { CacheControl: 'max-age=60' });
    await put('replaced', '', { ContentType: 'text/plain', ContentLength: 0 });
    const read = await get('replaced');
    expect(await read.Body?.transformToString()).toBe('');
    expect(read).toMatchObject({
      ContentLength: 0,
      ContentType: 'text/plain',
      ETag: `"${md5('')}"`,
    });
    expect(read.CacheControl).toBeUndefined();
  });

  it('has a content type even if none was given', async () => {
    const command = new PutObjectCommand({ Bucket: BUCKET, Key: 'typeless' });
    const body = new Uint8Array([1]);
    expect((await fetch(await getSignedUrl(test.s3, command), { method: 'PUT', body })).status).toBe(200);
    expect(await head('typeless')).toMatchObject({ ContentType: 'binary/octet-stream' });
  });

  it('answers 404 for a missing object', async () => {
    await expect(get('missing')).rejects.toMatchObject(error('NoSuchKey', 404));
    await expect(head('missing')).rejects.toMatchObject(error('NotFound', 404));
    const url = await getSignedUrl(test.s3, new HeadObjectCommand({ Bucket: BUCKET, Key: 'missing' }));
    expect(await rawRequest(test, { method: 'HEAD', path: pathOf(url) })).toMatchObject({
      status: 404,
      body: '',
    });
  });

  it('keeps buckets apart and knows only its own', async () => {
    await put('shared', 'one');
    await test.s3.send(new PutObjectCommand({ Bucket: 'other-bucket', Key: 'shared', Body: 'two' }));
    expect(await text('shared')).toBe('one');
    const wrong = new GetObjectCommand({ Bucket: 'no-such-bucket', Key: 'shared' });
    await expect(test.s3.send(wrong)).rejects.toMatchObject(error('NoSuchBucket', 404));
  });

  it('answers 204 to a delete, whether there was an object or not', async () => {
    await put('short-lived');
    const command = new DeleteObjectCommand({ Bucket: BUCKET, Key: 'short-lived' });
    expect((await test.s3.send(command)).$metadata.httpStatusCode).toBe(204);
    expect((await test.s3.send(command)).$metadata.httpStatusCode).toBe(204);
    await expect(get('short-lived')).rejects.toMatchObject(error('NoSuchKey', 404));
  });

  it('gives a reader the object as it was when the reading began', async () => {
    await put('read-slowly', 'a'.repeat(3_000_000));
    const reading = await get('read-slowly');
    await put('read-slowly', 'b');
    await test.s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'read-slowly' }));
    expect(await reading.Body?.transformToString()).toBe('a'.repeat(3_000_000));
  });

  it('gives whole objects to readers while they are being replaced', async () => {
    await put('contended', 'version 0');
    let writing = true;
    const reads: string[] = [];
    const reader = async () => {
      while (writing) {
        const reading = await test.server.objects.read({ bucket: BUCKET, key: 'contended' });
        const bytes = await readBuffer(reading!.stream);
        reads.push(`${reading!.meta.eTag === md5(bytes.toString())}`);
      }
    };
    const readers = Promise.all([reader(), reader(), reader(), reader()]);
    for (let version = 1; version <= 25; version += 1) await put('contended', `version ${version}`);
    writing = false;
    await readers;
    expect(new Set(reads)).toEqual(new Set(['true']));
  });

  it('keeps the file of an object only as long as something needs it', async () => {
    const blobs = async () => (await storedFiles(test.dataDir)).blobs.length;
    const before = await blobs();
    await put('filed', 'one');
    await put('filed', 'two');
    await test.s3.send(
      new CopyObjectCommand({ Bucket: BUCKET, Key: 'filed-twice', CopySource: `${BUCKET}/filed` }),
    );
    expect(await blobs()).toBe(before + 1);
    await test.s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'filed' }));
    expect(await blobs()).toBe(before + 1);
    await test.s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'filed-twice' }));
    expect(await blobs()).toBe(before);
  });

  it('answers many requests over one connection', async () => {
    await put('kept-alive');
    const url = await getSignedUrl(test.s3, new GetObjectCommand({ Bucket: BUCKET, Key: 'kept-alive' }));
    const first = await fetch(url);
    expect(first.headers.get('connection')).toBe('keep-alive');
    await first.text();
  });
});

describe('conditions', () => {
  it('with If-None-Match: * writes only what is not there yet', async () => {
    await put('once', 'first', { IfNoneMatch: '*' });
    await expect(put('once', 'second', { IfNoneMatch: '*' })).rejects.toMatchObject(
      error('PreconditionFailed', 412),
    );
    expect(await text('once')).toBe('first');
  });

  it('lets one of many simultaneous writers win, and keeps nothing of the others', async () => {
    const before = await storedFiles(test.dataDir);
    const writers = Array.from({ length: 8 }, (_, index) =>
      put('raced', `writer ${index}`, { IfNoneMatch: '*' }),
    );
    const results = await Promise.allSettled(writers);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = results.findIndex(({ status }) => status === 'fulfilled');
    expect(await text('raced')).toBe(`writer ${winner}`);
    expect((await storedFiles(test.dataDir)).blobs).toHaveLength(before.blobs.length + 1);
  });

  it('refuses conditions on writes that S3 or this server does not know', async () => {
    const refused = error('NotImplemented', 501);
    await expect(put('odd', 'x', { IfNoneMatch: '"abc"' })).rejects.toMatchObject(refused);
    await expect(put('odd', 'x', { IfMatch: '"abc"' })).rejects.toMatchObject(refused);
    const remove = new DeleteObjectCommand({ Bucket: BUCKET, Key: 'odd', IfMatch: '"abc"' });
    await expect(test.s3.send(remove)).rejects.toMatchObject(refused);
  });

  it('answers 304 and 412 to readers', async () => {
    const { ETag } = await put('cached', 'x', { CacheControl: 'no-cache' });
    const later = new Date(now.getTime() + 60_000);
    const earlier = new Date(now.getTime() - 60_000);
    const notModified = { $metadata: { httpStatusCode: 304 } };
    await expect(get('cached', { IfNoneMatch: ETag })).rejects.toMatchObject(notModified);
    await expect(get('cached', { IfNoneMatch: `W/${ETag}` })).rejects.toMatchObject(notModified);
    await expect(head('cached', { IfNoneMatch: '*' })).rejects.toMatchObject(notModified);
    await expect(get('cached', { IfModifiedSince: later })).rejects.toMatchObject(notModified);
    await expect(get('cached', { IfMatch: '"other"' })).rejects.toMatchObject(
      error('PreconditionFailed', 412),
    );
    await expect(get('cached', { IfUnmodifiedSince: earlier })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 412 },
    });
    expect(await get('cached', { IfMatch: ETag, IfUnmodifiedSince: earlier })).toMatchObject({ ETag });
    expect(await get('cached', { IfNoneMatch: '"other"', IfModifiedSince: later })).toMatchObject({ ETag });
    expect(await get('cached', { IfModifiedSince: earlier })).toMatchObject({ ETag });
  });

  it('sends a 304 without a body, but with what a cache needs', async () => {
    const { ETag } = await put('cached-raw', 'x', { CacheControl: 'max-age=5' });
    const url = await getSignedUrl(test.s3, new GetObjectCommand({ Bucket: BUCKET, Key: 'cached-raw' }));
    const answer = await rawRequest(test, {
      path: pathOf(url),
      headers: { 'if-none-match': ETag ?? '' },
    });
    expect(answer).toMatchObject({
      status: 304,
      body: '',
      headers: { etag: ETag, 'cache-control': 'max-age=5' },
    });
    expect(answer.headers['content-length']).toBeUndefined();
  });
});

describe('ranges', () => {
  beforeAll(() => put('digits', '0123456789'));

  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=0-0', '0', 'bytes 0-0/10'],
  ])('gives %s', async (Range, body, ContentRange) => {
    const part = await get('digits', { Range });
    expect(await part.Body?.transformToString()).toBe(body);
    expect(part).toMatchObject({
      ContentRange,
      ContentLength: body.length,
      $metadata: { httpStatusCode: 206 },
    });
    expect(await head('digits', { Range })).toMatchObject({ ContentLength: body.length });
  });

  it.each(['bytes=4-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-', 'nonsense'])(
    'gives all for %s',
    async (Range) => {
      const whole = await get('digits', { Range });
      expect(await whole.Body?.transformToString()).toBe('0123456789');
      expect(whole.$metadata.httpStatusCode).toBe(200);
    },
  );

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('refuses %s', async (Range) => {
    const url = await getSignedUrl(test.s3, new GetObjectCommand({ Bucket: BUCKET, Key: 'digits' }));
    const answer = await rawRequest(test, { path: pathOf(url), headers: { range: Range } });
    expect(answer).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */10' } });
    expect(codeOf(answer)).toBe('InvalidRange');
  });

  it('finds no range in an empty object', async () => {
    await put('nothing', '', { ContentLength: 0 });
    await expect(get('nothing', { Range: 'bytes=0-' })).rejects.toMatchObject(error('InvalidRange', 416));
  });
});

describe('overriding headers of an answer', () => {
  it('works for signed requests', async () => {
    await put('download', 'x', { ContentType: 'image/png' });
    const disposition = "attachment; filename*=UTF-8''caf%C3%A9.jpg";
    const command = new GetObjectCommand({
      Bucket: BUCKET,
      Key: 'download',
      ResponseContentDisposition: disposition,
    });
    const answer = await fetch(await getSignedUrl(test.s3, command));
    expect(answer.headers.get('content-disposition')).toBe(disposition);
    expect(answer.headers.get('content-type')).toBe('image/png');
  });

  it('refuses what a header cannot hold', async () => {
    const refused = error('InvalidArgument', 400);
    await expect(
      get('download', { ResponseContentDisposition: 'attachment; filename="日.jpg"' }),
    ).rejects.toMatchObject(refused);
    await expect(get('download', { ResponseContentDisposition: 'a\r\nset-cookie: b' })).rejects.toMatchObject(
      refused,
    );
  });

  it('is refused without a signature', async () => {
    const path = `/${BUCKET}/download?response-content-disposition=inline`;
    expect(codeOf(await rawRequest(test, { path }))).toBe('AccessDenied');
  });
});

const copy = (Key: string, more: object = {}) =>
  test.s3.send(
    new CopyObjectCommand({ Bucket: BUCKET, Key, CopySource: `${BUCKET}/source%20%2B%C3%A9`, ...more }),
  );

describe('copying', () => {
  beforeAll(() => put('source +é', 'copied', { ContentType: 'image/gif', CacheControl: 'x' }));

  it('keeps the headers of the source', async () => {
    const { CopyObjectResult } = await copy('copy');
    expect(CopyObjectResult).toMatchObject({ ETag: `"${md5('copied')}"`, LastModified: now });
    expect(await text('copy')).toBe('copied');
    expect(await head('copy')).toMatchObject({ ContentType: 'image/gif', CacheControl: 'x' });
  });

  it('accepts a leading slash, and another bucket', async () => {
    const into = new CopyObjectCommand({
      Bucket: 'other-bucket',
      Key: 'copy',
      CopySource: `/${BUCKET}/source%20%2B%C3%A9`,
    });
    await test.s3.send(into);
    const read = await test.s3.send(new GetObjectCommand({ Bucket: 'other-bucket', Key: 'copy' }));
    expect(await read.Body?.transformToString()).toBe('copied');
  });

  it('sets new headers with REPLACE', async () => {
    await copy('replaced-copy', { MetadataDirective: 'REPLACE', ContentType: 'image/png' });
    const described = await head('replaced-copy');
    expect(described).toMatchObject({ ContentType: 'image/png' });
    expect(described.CacheControl).toBeUndefined();
  });

  it('makes copies that outlive their source, and sources that outlive their copies', async () => {
    await put('original', 'shared bytes');
    await copy('twin', { CopySource: `${BUCKET}/original` });
    await copy('triplet', { CopySource: `${BUCKET}/original` });
    await put('original', 'changed');
    await test.s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'twin' }));
    expect(await text('triplet')).toBe('shared bytes');
    expect(await text('original')).toBe('changed');
  });

  it('copies an object onto itself only to set new headers', async () => {
    const itself = { CopySource: `${BUCKET}/source%20%2B%C3%A9` };
    await expect(copy('source +é', itself)).rejects.toMatchObject(error('InvalidRequest', 400));
    await copy('source +é', {
      ...itself,
      MetadataDirective: 'REPLACE',
      ContentType: 'image/gif',
      CacheControl: 'x',
    });
    expect(await text('source +é')).toBe('copied');
  });

  it('copies only a source with the ETag that is named', async () => {
    await expect(copy('c', { CopySourceIfMatch: '"x"' })).rejects.toMatchObject(
      error('PreconditionFailed', 412),
    );
    await copy('c', { CopySourceIfMatch: `"${md5('copied')}"` });
    expect(await text('c')).toBe('copied');
  });

  it('refuses sources that are missing or malformed', async () => {
    await expect(copy('c', { CopySource: `${BUCKET}/missing` })).rejects.toMatchObject(
      error('NoSuchKey', 404),
    );
    await expect(copy('c', { CopySource: 'nowhere/x' })).rejects.toMatchObject(error('NoSuchBucket', 404));
    await expect(copy('c', { CopySource: 'nothing' })).rejects.toMatchObject(error('InvalidArgument', 400));
    await expect(copy('c', { CopySource: `${BUCKET}/%E0%A4%A` })).rejects.toMatchObject(
      error('InvalidArgument', 400),
    );
  });
});

describe('deleting many', () => {
  it('deletes each key and says so', async () => {
    const keys = ['many/<&>"\'', 'many/ spaces ', 'many/\r\n\u0001', 'many/é😀', 'many/&amp;', 'many/007'];
    for (const key of keys) await put(key);
    await put('many/kept');
    const Delete = { Objects: [...keys, 'many/never-there'].map((Key) => ({ Key })) };
    const { Deleted, Errors } = await test.s3.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete }));
    expect(Deleted?.map(({ Key }) => Key)).toEqual([...keys, 'many/never-there']);
    expect(Errors ?? []).toEqual([]);
    const left = await test.s3.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: 'many/' }));
    expect(left.Contents?.map(({ Key }) => Key)).toEqual(['many/kept']);
  });

  it('takes a thousand keys, not one more, and is quiet when asked', async () => {
    const Objects = Array.from({ length: 1000 }, (_, index) => ({ Key: `a&b/${index}` }));
    const quiet = new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects, Quiet: true } });
    expect((await test.s3.send(quiet)).Deleted).toBeUndefined();
    const more = new DeleteObjectsCommand({
      Bucket: BUCKET,
      Delete: { Objects: [...Objects, { Key: 'x' }] },
    });
    await expect(test.s3.send(more)).rejects.toMatchObject(error('MalformedXML', 400));
  });

  it.each([
    ['no document', 'garbage'],
    ['an open tag', '<Delete><Object><Key>digits</Object></Delete>'],
    ['no key', '<Delete><Object></Object></Delete>'],
    ['an entity', '<!DOCTYPE x [<!ENTITY a "digits">]><Delete><Object><Key>&a;</Key></Object></Delete>'],
  ])('refuses %s', async (_what, body) => {
    const command = new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects: [] } });
    command.middlewareStack.add(
      (next) => (args) => {
        (args.request as { body: string }).body = body;
        return next(args);
      },
      { step: 'serialize', priority: 'low' },
    );
    await expect(test.s3.send(command)).rejects.toMatchObject(error('MalformedXML', 400));
    expect(await text('digits')).toBe('0123456789');
  });
});

const list = (more: object = {}) =>
  test.s3.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: 'list/', ...more }));

describe('listing', () => {
  const keys = [
    'list/a',
    'list/a/1',
    'list/a/2',
    'list/a0',
    'list/b/x/1',
    'list/b/y',
    'list/ä',
    'list/\u{ff21}',
    'list/😀',
  ];
  beforeAll(async () => {
    for (const key of keys.toReversed()) await put(key, key);
    await put('lisa');
    await put('list0');
  });

  it('lists by prefix, in the order of UTF-8 bytes', async () => {
    const { Contents, KeyCount, IsTruncated } = await list();
    expect(Contents?.map(({ Key }) => Key)).toEqual(keys);
    expect({ KeyCount, IsTruncated }).toEqual({ KeyCount: keys.length, IsTruncated: false });
    expect(Contents?.[0]).toMatchObject({ Size: 6, ETag: `"${md5('list/a')}"`, StorageClass: 'STANDARD' });
  });

  it.each([1, 2, 3, 4])('walks through pages of %i without losing or repeating any', async (MaxKeys) => {
    const found: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await list({ MaxKeys, ContinuationToken });
      found.push(...(page.Contents ?? []).map(({ Key }) => Key ?? ''));
      expect(page.KeyCount).toBeLessThanOrEqual(MaxKeys);
      expect(page.IsTruncated).toBe(page.NextContinuationToken !== undefined);
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    expect(found).toEqual(keys);
  });

  it('lists nothing, and no further page, for no keys', async () => {
    expect(await list({ MaxKeys: 0 })).toMatchObject({ KeyCount: 0, IsTruncated: false });
    expect(await list({ Prefix: 'list/nothing-begins-so' })).toMatchObject({
      KeyCount: 0,
      IsTruncated: false,
    });
  });

  it('refuses meaningless arguments', async () => {
    const refused = error('InvalidArgument', 400);
    await expect(list({ ContinuationToken: '!' })).rejects.toMatchObject(refused);
    await expect(list({ MaxKeys: -1 })).rejects.toMatchObject(refused);
  });
});

describe('hostile keys', () => {
  const hostile = [
    '../../../etc/passwd',
    '..',
    '.',
    './a',
    'a/../b',
    '/leading',
    'a//b',
    'trailing/',
    'CASE',
    'case',
    'nul\u0000byte',
    'new\nline',
    '%2e%2e%2f',
    'a?b#c&d=e+f g',
    'quotes\'"`<>&',
    'back\\slash',
    '__proto__',
    'constructor',
    'con.txt',
    'e\u0301',
    'é',
    '😀'.repeat(256),
    'k'.repeat(1024),
    ' ',
    '~!*()',
  ];

  it('are kept apart', async () => {
    for (const key of hostile) await put(key, `of ${key}`);
    for (const key of hostile) expect(await text(key)).toBe(`of ${key}`);
  });

  it('can be any text of up to 1024 bytes, and are listed', async () => {
    const anyKey = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((key) => Buffer.byteLength(key) <= 1000);
    await fc.assert(
      fc.asyncProperty(anyKey, async (rest) => {
        const key = `any/${rest}`;
        await put(key, key);
        expect(await text(key)).toBe(key);
        const { Contents } = await test.s3.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: key }));
        expect(Contents?.map(({ Key }) => Key)).toContain(key);
      }),
      { numRuns: 25 },
    );
  });

  it('are refused if they are longer', async () => {
    await expect(put('k'.repeat(1025))).rejects.toMatchObject(error('KeyTooLongError', 400));
    await expect(put('é'.repeat(513))).rejects.toMatchObject(error('KeyTooLongError', 400));
  });

  it('are refused if they are not text', async () => {
    expect(codeOf(await rawRequest(test, { path: `/${BUCKET}/%ff%fe` }))).toBe('InvalidURI');
    expect(codeOf(await rawRequest(test, { path: `/${BUCKET}/%zz` }))).toBe('InvalidURI');
    expect(codeOf(await rawRequest(test, { path: `http://elsewhere/${BUCKET}/a` }))).toBe('InvalidURI');
  });
});

describe('what is not supported', () => {
  beforeAll(() => put('served'));
  const refused = error('NotImplemented', 501);

  it.each([
    ['ACL', { ACL: 'public-read' }],
    ['tags', { Tagging: 'a=b' }],
    ['metadata', { Metadata: { a: 'b' } }],
    ['a language', { ContentLanguage: 'de' }],
    ['an encoding', { ContentEncoding: 'gzip' }],
    ['a disposition', { ContentDisposition: 'inline' }],
    ['an expiry', { Expires: new Date() }],
  ])('is refused, never ignored, when something is put: %s', async (_what, more) => {
    await expect(put('x', 'x', more)).rejects.toMatchObject(refused);
  });

  it.each([
    ['a version', { VersionId: 'abc' }],
    ['a part', { PartNumber: 1 }],
    ['another type', { ResponseContentType: 'text/html' }],
    ['its checksum', { ChecksumMode: 'ENABLED' as const }],
  ])('is refused, never ignored, when something is read: %s', async (_what, more) => {
    await expect(get('served', more)).rejects.toMatchObject(refused);
  });

  it.each([
    ['a condition on the target', { IfNoneMatch: '*' }],
    ['another condition on the source', { CopySourceIfNoneMatch: '*' }],
    ['a checksum', { ChecksumAlgorithm: 'SHA256' }],
    ['a parameter', { CopySource: `${BUCKET}/served?partNumber=1` }],
  ])('is refused, never ignored, when something is copied: %s', async (_what, more) => {
    await expect(copy('x', { CopySource: `${BUCKET}/served`, ...more })).rejects.toMatchObject(refused);
  });

  it.each([
    ['a delimiter', { Delimiter: '/' }],
    ['a key to start after', { StartAfter: 'a' }],
    ['an encoding', { EncodingType: 'url' as const }],
  ])('is refused, never ignored, in a list: %s', async (_what, more) => {
    await expect(list(more)).rejects.toMatchObject(refused);
  });

  it('is refused, never ignored, when many are deleted: a condition', async () => {
    const Delete = { Objects: [{ Key: 'served', ETag: 'abc' }] };
    await expect(test.s3.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete }))).rejects.toMatchObject(
      error('MalformedXML', 400),
    );
    expect(await text('served')).toBe('hello');
  });
});

it('streams a body', async () => {
  const pieces = Array.from({ length: 40 }, (_, index) => Buffer.alloc(65_536, index));
  const whole = { Bucket: BUCKET, Key: 'streamed', ContentLength: 40 * 65_536 };
  await test.s3.send(new PutObjectCommand({ ...whole, Body: Readable.from(pieces) }));
  const read = await (await get('streamed')).Body?.transformToByteArray();
  expect(Buffer.from(read ?? []).equals(Buffer.concat(pieces))).toBe(true);
});
