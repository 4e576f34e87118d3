import { createHash } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../infra/local/s3/open-store.ts';
import { BUCKET, pathOf, startTestServer, storedFiles, type TestServer } from './s3-fixture.ts';

let test: TestServer;
const announced: string[] = [];

beforeAll(async () => {
  test = await startTestServer();
  test.server.onObjectCreated(
    ({ eventName, key, eTag }) => void announced.push(`${eventName} ${key} ${eTag}`),
  );
});
afterAll(() => test.stop());

const MIB = 1024 * 1024;
const one = Buffer.alloc(5 * MIB, 'one ');
const two = Buffer.alloc(5 * MIB + 17, 'two ');
const three = Buffer.from('the end');
const md5 = (data: Uint8Array) => createHash('md5').update(data).digest();
const eTagOf = (...parts: Buffer[]) =>
  `${md5(Buffer.concat(parts.map(md5))).toString('hex')}-${parts.length}`;
const refused = (name: string, status = 400) => ({ name, $metadata: { httpStatusCode: status } });

async function create(Key: string, more: object = {}) {
  const { UploadId } = await test.s3.send(new CreateMultipartUploadCommand({ Bucket: BUCKET, Key, ...more }));
  return { Bucket: BUCKET, Key, UploadId };
}
type Upload = Awaited<ReturnType<typeof create>>;

async function send(upload: Upload, PartNumber: number, Body: Uint8Array): Promise<CompletedPart> {
  const { ETag } = await test.s3.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
  return { PartNumber, ETag };
}

const complete = (upload: Upload, Parts: CompletedPart[], more: object = {}) =>
  test.s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts }, ...more }));
const bytesOf = async (Key: string) => {
  const read = await test.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
  return Buffer.from((await read.Body?.transformToByteArray()) ?? []);
};

it('joins the parts in their order, whatever order they came in', async () => {
  const upload = await create('joined', { ContentType: 'video/mp4', CacheControl: 'max-age=5' });
  const last = await send(upload, 30, three);
  const middle = await send(upload, 7, two);
  const outdated = await send(upload, 2, Buffer.from('replaced by the next'));
  const first = await send(upload, 2, one);
  expect(outdated.ETag).not.toBe(first.ETag);
  await expect(test.s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'joined' }))).rejects.toMatchObject(
    refused('NotFound', 404),
  );

  const result = await complete(upload, [first, middle, last]);
  const eTag = eTagOf(one, two, three);
  expect(result).toMatchObject({ ETag: `"${eTag}"`, Bucket: BUCKET, Key: 'joined' });
  expect((await bytesOf('joined')).equals(Buffer.concat([one, two, three]))).toBe(true);
  const described = await test.s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'joined' }));
  expect(described).toMatchObject({ ContentType: 'video/mp4', CacheControl: 'max-age=5', ETag: `"${eTag}"` });
  expect(announced).toEqual([`ObjectCreated:CompleteMultipartUpload joined ${eTag}`]);
  expect((await storedFiles(test.dataDir)).blobs).toHaveLength(1);
  await expect(complete(upload, [first])).rejects.toMatchObject(refused('NoSuchUpload', 404));
});

it('leaves out parts that are not listed', async () => {
  const upload = await create('chosen');
  await send(upload, 1, Buffer.from('left out'));
  const second = await send(upload, 2, three);
  await complete(upload, [second]);
  expect((await bytesOf('chosen')).equals(three)).toBe(true);
});

it('refuses a list that does not fit what was sent', async () => {
  const upload = await create('misfit');
  const first = await send(upload, 1, one);
  const second = await send(upload, 2, two);
  const small = await send(upload, 3, three);
  await expect(complete(upload, [second, first])).rejects.toMatchObject(refused('InvalidPartOrder'));
  await expect(complete(upload, [first, first])).rejects.toMatchObject(refused('InvalidPartOrder'));
  await expect(complete(upload, [{ ...first, ETag: second.ETag }])).rejects.toMatchObject(
    refused('InvalidPart'),
  );
  await expect(complete(upload, [{ ...first, PartNumber: 9 }])).rejects.toMatchObject(refused('InvalidPart'));
  await expect(complete(upload, [{ ...first, ChecksumCRC32: 'AAAAAA==' }])).rejects.toMatchObject(
    refused('MalformedXML'),
  );
  await expect(complete(upload, [small, { ...first, PartNumber: 4 }])).rejects.toMatchObject(
    refused('InvalidPart'),
  );
  await expect(complete(upload, [])).rejects.toMatchObject(refused('MalformedXML'));
  await expect(complete(upload, [first], { MpuObjectSize: 5 })).rejects.toMatchObject(
    refused('InvalidRequest'),
  );
  const fourth = await send(upload, 4, three);
  await expect(complete(upload, [small, fourth])).rejects.toMatchObject(refused('EntityTooSmall'));
  await complete(upload, [first, second, small], { MpuObjectSize: one.length + two.length + three.length });
});

it('numbers parts from 1 to 10,000', async () => {
  const upload = await create('numbered');
  await expect(send(upload, 0, three)).rejects.toMatchObject(refused('InvalidArgument'));
  await expect(send(upload, 10_001, three)).rejects.toMatchObject(refused('InvalidArgument'));
  await complete(upload, [await send(upload, 10_000, three)]);
});

it('refuses what it does not support', async () => {
  const notHere = refused('NotImplemented', 501);
  await expect(create('checked', { ChecksumAlgorithm: 'CRC32' })).rejects.toMatchObject(notHere);
  const upload = await create('conditional');
  const part = await send(upload, 1, three);
  await expect(complete(upload, [part], { IfNoneMatch: '*' })).rejects.toMatchObject(notHere);
  await expect(complete(upload, [part], { ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject(notHere);
  const copy = { ...upload, PartNumber: 2, CopySource: `${BUCKET}/conditional` };
  await expect(test.s3.send(new UploadPartCopyCommand(copy))).rejects.toMatchObject(notHere);
  await expect(test.s3.send(new ListPartsCommand({ ...upload, MaxParts: 2 }))).rejects.toMatchObject(notHere);
});

it('forgets an aborted upload with its parts', async () => {
  const before = await storedFiles(test.dataDir);
  const upload = await create('aborted');
  const part = await send(upload, 1, one);
  await test.s3.send(new AbortMultipartUploadCommand(upload));
  expect(await storedFiles(test.dataDir)).toEqual(before);
  const gone = refused('NoSuchUpload', 404);
  await expect(test.s3.send(new AbortMultipartUploadCommand(upload))).rejects.toMatchObject(gone);
  await expect(send(upload, 2, three)).rejects.toMatchObject(gone);
  await expect(complete(upload, [part])).rejects.toMatchObject(gone);
  await expect(test.s3.send(new ListPartsCommand(upload))).rejects.toMatchObject(gone);
});

it('belongs to one key', async () => {
  const upload = await create('mine');
  await expect(send({ ...upload, Key: 'yours' }, 1, three)).rejects.toMatchObject(
    refused('NoSuchUpload', 404),
  );
  await expect(send({ ...upload, Bucket: 'other-bucket' }, 1, three)).rejects.toMatchObject(
    refused('NoSuchUpload', 404),
  );
});

/** A folder in which an upload has a thousand parts, which were never sent. */
async function folderWithParts(upload: { bucket: string; key: string; id: string }): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'object-server-'));
  const modifiedMs = Date.now();
  const options = {
    dataDir,
    now: () => new Date(modifiedMs),
    announce: () => undefined,
    isKept: () => false,
    keepsVersions: false,
  };
  const { metadataDatabase, uploads } = await openStore(options);
  metadataDatabase.transaction(() => {
    uploads.save({ ...upload, createdMs: modifiedMs, headers: {} });
    for (let number = 1000; number > 0; number -= 1) {
      const part = { blobId: `blob-${number}`, sizeBytes: 9, eTag: `tag-${number}`, modifiedMs };
      uploads.savePart({ uploadId: upload.id, number, ...part });
    }
  });
  metadataDatabase.close();
  return dataDir;
}

it('lists its parts by pages of a thousand', async () => {
  const dataDir = await folderWithParts({ bucket: BUCKET, key: 'listed', id: 'many' });
  const { s3, stop } = await startTestServer({ dataDir });
  try {
    const upload = { Bucket: BUCKET, Key: 'listed', UploadId: 'many' };
    const Body = 'part 1001';
    const { ETag } = await s3.send(new UploadPartCommand({ ...upload, PartNumber: 1001, Body }));
    const first = await s3.send(new ListPartsCommand(upload));
    expect(first).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '1000' });
    const numbers = Array.from({ length: 1000 }, (_, at) => at + 1);
    expect(first.Parts?.map(({ PartNumber }) => PartNumber)).toEqual(numbers);
    const PartNumberMarker = first.NextPartNumberMarker;
    const rest = await s3.send(new ListPartsCommand({ ...upload, PartNumberMarker }));
    expect(rest.IsTruncated).toBe(false);
    expect(ETag).toBe(`"${md5(Buffer.from(Body)).toString('hex')}"`);
    expect(rest.Parts).toMatchObject([{ PartNumber: 1001, Size: 9, ETag }]);
  } finally {
    await stop();
  }
});

it('takes no part that arrives after its end', async () => {
  const upload = await create('late');
  const before = await storedFiles(test.dataDir);
  const path = pathOf(await getSignedUrl(test.s3, new UploadPartCommand({ ...upload, PartNumber: 1 })));
  const socket = connect(test.port, '127.0.0.1');
  const answer = readText(socket);
  const head = [`Host: 127.0.0.1:${test.port}`, 'Content-Length: 200000', 'Connection: close'];
  socket.write(`PUT ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  socket.write(Buffer.alloc(100_000));
  while ((await storedFiles(test.dataDir)).incoming.length === 0) await new Promise(setImmediate);
  await test.s3.send(new AbortMultipartUploadCommand(upload));
  socket.write(Buffer.alloc(100_000));
  expect(await answer).toContain('<Code>NoSuchUpload</Code>');
  expect(await storedFiles(test.dataDir)).toEqual(before);
});

it('is copied whole, or not at all, when it is deleted meanwhile', async () => {
  const all = Buffer.concat([one, two, three]);
  const outcomes = [];
  for (const round of [1, 2, 3]) {
    const upload = await create('fleeting');
    const parts = [await send(upload, 1, one), await send(upload, 2, two), await send(upload, 3, three)];
    await complete(upload, parts);
    const target = { Bucket: BUCKET, Key: `caught-${round}` };
    const copying = test.s3.send(new CopyObjectCommand({ ...target, CopySource: `${BUCKET}/fleeting` }));
    const [copied] = await Promise.allSettled([
      copying,
      test.s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'fleeting' })),
    ]);
    const whole = async () => (await bytesOf(target.Key)).equals(all);
    outcomes.push(copied.status === 'fulfilled' ? await whole() : (copied.reason as Error).name);
  }
  expect([true, 'NoSuchKey']).toEqual(expect.arrayContaining([...new Set(outcomes)]));
});

it('can be copied, and the copy has an MD5 of its own', async () => {
  const upload = await create('plain');
  await complete(upload, [await send(upload, 1, one), await send(upload, 2, three)]);
  const { CopyObjectResult } = await test.s3.send(
    new CopyObjectCommand({ Bucket: BUCKET, Key: 'plain-copy', CopySource: `${BUCKET}/plain` }),
  );
  const all = Buffer.concat([one, three]);
  expect(CopyObjectResult?.ETag).toBe(`"${md5(all).toString('hex')}"`);
  expect((await bytesOf('plain-copy')).equals(all)).toBe(true);
});
