import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUCKET, clientOf, pathOf, startTestServer, storedFiles } from './s3-fixture.ts';

let dataDir: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'object-server-'));
});
afterEach(async () => {
  await kill();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<{ url: string; s3: S3Client }> {
  child = fork(join(import.meta.dirname, 's3-process.ts'), [dataDir], { execArgv: [] });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { url, s3: clientOf(url) };
}

async function kill(): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const MIB = 1024 * 1024;
const md5 = (data: Uint8Array) => createHash('md5').update(data).digest('hex');

/** Every object by its first bytes, after it was read whole and compared with its size and ETag. */
async function checkedObjects(s3: S3Client): Promise<Map<string, string>> {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: BUCKET }));
  const found = new Map<string, string>();
  for (const { Key = '', ETag = '', Size } of Contents) {
    const read = await s3.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
    const bytes = (await read.Body?.transformToByteArray()) ?? new Uint8Array();
    expect(bytes).toHaveLength(Size ?? -1);
    // That of a multipart upload of one part is the MD5 of its MD5.
    const sum = ETag.includes('-') ? `${md5(Buffer.from(md5(bytes), 'hex'))}-1` : md5(bytes);
    expect(`"${sum}"`).toBe(ETag);
    found.set(Key, Buffer.from(bytes.subarray(0, 20)).toString());
  }
  return found;
}

describe('a server killed', () => {
  it('in the middle of an upload shows nothing of it afterwards', async () => {
    const { url, s3 } = await start();
    const { host, port } = new URL(url);
    const path = pathOf(await getSignedUrl(s3, new PutObjectCommand({ Bucket: BUCKET, Key: 'half' })));
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`PUT ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2000000\r\n\r\n`);
    socket.write(Buffer.alloc(1_000_000));
    while ((await storedFiles(dataDir)).incoming.length === 0) await new Promise(setImmediate);
    await kill();
    expect((await storedFiles(dataDir)).incoming).toHaveLength(1);

    const again = await startTestServer({ dataDir });
    expect(await checkedObjects(again.s3)).toEqual(new Map());
    expect(await storedFiles(dataDir)).toEqual({ blobs: [], incoming: [] });
    await again.server.close();
  });

  it.each([1, 4])(
    'at any moment keeps all that it confirmed, whole, and no stray files (round %i)',
    async (round) => {
      const { s3 } = await start();
      const confirmed = new Map<string, number>();
      let writes = 0;
      const enough = Promise.withResolvers<void>();
      // Each writer rewrites its keys for ever, in every way there is to write; the kill can catch any write.
      const writer = async (name: string) => {
        for (let version = 1; ; version += 1) {
          const Key = name;
          const text = `${String(version).padStart(20)}${name}`;
          const Body = Buffer.concat([Buffer.from(text), randomBytes(version % 2 === 0 ? 200 : 300_000)]);
          await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));
          confirmed.set(Key, version);
          const copy = { Bucket: BUCKET, Key: `${Key}/copy`, CopySource: `${BUCKET}/${Key}` };
          await s3.send(new CopyObjectCommand(copy));
          confirmed.set(copy.Key, version);
          const target = { Bucket: BUCKET, Key: `${Key}/multipart` };
          const { UploadId } = await s3.send(new CreateMultipartUploadCommand(target));
          const part = { PartNumber: 1, Body };
          const { ETag } = await s3.send(new UploadPartCommand({ ...target, UploadId, ...part }));
          const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
          await s3.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }));
          confirmed.set(target.Key, version);
          writes += 1;
          // So late that some writer is in its second cycle at least, which overwrites its keys.
          if (writes === round + 3) enough.resolve();
        }
      };
      const writers = ['a', 'b', 'c', 'd'].map((name) => writer(name).catch(() => undefined));
      await enough.promise;
      await kill();
      await Promise.all(writers);
      expect(confirmed.size).toBeGreaterThan(0);

      const again = await startTestServer({ dataDir });
      const found = await checkedObjects(again.s3);
      for (const [key, version] of confirmed) {
        // A later write may have taken its place before the kill, but never an earlier one.
        expect(Number(found.get(key))).toBeGreaterThanOrEqual(version);
      }
      const { blobs, incoming } = await storedFiles(dataDir);
      expect(incoming).toEqual([]);
      // A blob per key, except that copies share one unless one of the two was caught alone; and open parts.
      expect(blobs.length).toBeLessThanOrEqual(found.size + 4);
      await again.server.close();
    },
  );
});

it('at its start removes files that nothing refers to, and keeps the others', async () => {
  const first = await startTestServer({ dataDir });
  await first.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'kept', Body: 'kept' }));
  const upload = await first.s3.send(new CreateMultipartUploadCommand({ Bucket: BUCKET, Key: 'begun' }));
  const part = { Bucket: BUCKET, Key: 'begun', UploadId: upload.UploadId, PartNumber: 1 };
  const { ETag } = await first.s3.send(new UploadPartCommand({ ...part, Body: 'a part' }));
  await first.server.close();
  const orphan = '0f6a3f6e-0000-4000-8000-000000000000';
  await mkdir(join(dataDir, 'blobs', '0f'), { recursive: true });
  await writeFile(join(dataDir, 'blobs', '0f', orphan), 'written, but never named');
  await writeFile(join(dataDir, 'incoming', orphan), 'half-written');

  const second = await startTestServer({ dataDir });
  const { blobs, incoming } = await storedFiles(dataDir);
  expect(blobs).toHaveLength(2);
  expect([...blobs, ...incoming]).not.toContain(orphan);
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  await second.s3.send(new CompleteMultipartUploadCommand({ ...part, MultipartUpload }));
  const read = await second.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'begun' }));
  expect(await read.Body?.transformToString()).toBe('a part');
  await second.server.close();
});

it('copies at most 5 GiB at once', async () => {
  const first = await startTestServer({ dataDir });
  await first.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'vast', Body: 'in truth small' }));
  await first.server.close();
  const catalogue = new DatabaseSync(join(dataDir, 'catalogue.sqlite'));
  catalogue.prepare('UPDATE objects SET size_bytes = ?').run(5 * 1024 ** 3 + 1);
  catalogue.close();

  const second = await startTestServer({ dataDir });
  const copy = new CopyObjectCommand({ Bucket: BUCKET, Key: 'copy', CopySource: `${BUCKET}/vast` });
  await expect(second.s3.send(copy)).rejects.toMatchObject({ name: 'InvalidRequest' });
  await second.server.close();
});

const peak = async () => {
  const answer = once(child!, 'message') as Promise<[{ peakBytes: number }]>;
  child!.send('memory');
  return (await answer)[0].peakBytes;
};

it('needs no more memory for 60 MiB than for 5', async () => {
  const { s3 } = await start();
  const roundTrip = async (Key: string, sizeBytes: number) => {
    const piece = Buffer.alloc(MIB, 7);
    const Body = Readable.from(
      (function* () {
        for (let sent = 0; sent < sizeBytes; sent += MIB) yield piece;
      })(),
    );
    await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body, ContentLength: sizeBytes }));
    const read = await s3.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
    let received = 0;
    for await (const chunk of read.Body as AsyncIterable<Buffer>) received += chunk.length;
    expect(received).toBe(sizeBytes);
  };
  for (let round = 0; round < 3; round += 1) await roundTrip('small', 5 * MIB);
  const before = await peak();
  await roundTrip('large', 60 * MIB);
  expect((await peak()) - before).toBeLessThan(35 * MIB);
});
