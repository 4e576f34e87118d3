import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BUCKET, startTestServer, storedFiles, type TestServer } from './s3-fixture.ts';

const DAY_MS = 86_400_000;
let now: Date;
let store: TestServer;

beforeEach(async () => {
  now = new Date();
  store = await startTestServer({
    keepsVersions: true,
    now: () => now,
    lifecycle: [
      { bucket: BUCKET, prefix: 'incoming/', expireAfterDays: 7, removeOldVersionsAfterDays: 1 },
      { bucket: BUCKET, prefix: 'media/', removeOldVersionsAfterDays: 3, removesLoneMarkers: true },
    ],
  });
});
afterEach(() => store.stop());

const send: TestServer['s3']['send'] = (command: never) => store.s3.send(command) as never;
const put = async (Key: string, Body: string) =>
  (await send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }))).VersionId ?? '';
const remove = (Key: string, VersionId?: string) =>
  send(new DeleteObjectCommand({ Bucket: BUCKET, Key, VersionId }));
const text = async (Key: string) =>
  (await send(new GetObjectCommand({ Bucket: BUCKET, Key }))).Body?.transformToString();
const missing = { $metadata: { httpStatusCode: 404 } };

const copy = (id: string) =>
  send(new CopyObjectCommand({ Bucket: BUCKET, Key: 'b', CopySource: `${BUCKET}/a?versionId=${id}` }));

/** Every version, as S3 lists them: its key, its bytes, and whether it is the latest. */
async function versions(Prefix = ''): Promise<string[]> {
  const page = await send(new ListObjectVersionsCommand({ Bucket: BUCKET, Prefix }));
  return [
    ...(page.Versions ?? []).map(({ Key, Size, IsLatest }) => `${Key} ${Size}${IsLatest ? ' latest' : ''}`),
    ...(page.DeleteMarkers ?? []).map(({ Key, IsLatest }) => `${Key} marker${IsLatest ? ' latest' : ''}`),
  ];
}

it('what is replaced or deleted is still there as an old version, until that is deleted by its id', async () => {
  const [first, second] = [await put('a', '1'), await put('a', '22')];
  expect(first).not.toBe(second);
  expect(await send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'a' }))).toMatchObject({
    VersionId: second,
  });
  const marker = await remove('a');
  expect(marker.DeleteMarker).toBe(true);
  await expect(text('a')).rejects.toMatchObject(missing);
  expect(await versions()).toEqual(['a 2', 'a 1', 'a marker latest']);

  await remove('a', marker.VersionId);
  expect(await text('a')).toBe('22');
  await remove('a', second);
  expect(await text('a')).toBe('1');
  expect(await versions()).toEqual(['a 1 latest']);
  const Objects = [{ Key: 'a', VersionId: first }];
  await send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects } }));
  expect(await versions()).toEqual([]);
  expect((await storedFiles(store.dataDir)).blobs).toEqual([]);
});

it('an old version can be copied, by its id', async () => {
  const first = await put('a', '1');
  await put('a', '22');
  await copy(first);
  expect(await text('b')).toBe('1');
  await expect(copy('unknown')).rejects.toMatchObject(missing);
});

it('versions are listed in pages, of which none leaves anything out or repeats it', async () => {
  for (const key of ['x/a', 'x/b', 'y']) for (const bytes of ['1', '22', '333']) await put(key, bytes);
  await remove('x/b');
  const met: string[] = [];
  let markers: { KeyMarker?: string; VersionIdMarker?: string } | undefined = {};
  while (markers) {
    const command = new ListObjectVersionsCommand({ Bucket: BUCKET, Prefix: 'x/', MaxKeys: 2, ...markers });
    const page: ListObjectVersionsCommandOutput = await send(command);
    met.push(
      ...[...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map(({ VersionId = '' }) => VersionId),
    );
    const { NextKeyMarker: KeyMarker = '', NextVersionIdMarker: VersionIdMarker = '' } = page;
    markers = page.IsTruncated ? { KeyMarker, VersionIdMarker } : undefined;
  }
  expect(new Set(met).size).toBe(7);
  expect(met).toHaveLength(7);
});

it('the lifecycle removes old versions after their days, and markers that hide nothing', async () => {
  const start = now;
  const at = async (days: number) => {
    now = new Date(start.getTime() + days * DAY_MS);
    await store.server.applyLifecycle({ now });
    // The listing is signed by the real clock.
    now = start;
    return versions();
  };
  for (const key of ['incoming/u', 'media/m']) for (const bytes of ['1', '22']) await put(key, bytes);
  await remove('media/m');
  expect(await at(0.9)).toHaveLength(5);
  expect(await at(1)).toEqual(['incoming/u 2 latest', 'media/m 2', 'media/m 1', 'media/m marker latest']);
  expect(await at(3)).toEqual(['incoming/u 2 latest']);
  expect(await at(7)).toEqual(['incoming/u 2', 'incoming/u marker latest']);
  expect(await at(8)).toEqual(['incoming/u marker latest']);
  expect(await at(14)).toEqual([]);
  expect((await send(new ListObjectsV2Command({ Bucket: BUCKET }))).Contents).toBeUndefined();
  expect((await storedFiles(store.dataDir)).blobs).toEqual([]);
});
