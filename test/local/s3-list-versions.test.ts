import { DeleteObjectCommand, ListObjectVersionsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUCKET, startTestServer, type TestServer } from './s3-fixture.ts';

let store: TestServer;

beforeAll(async () => {
  store = await startTestServer();
  for (const Key of ['b', 'a/1', 'ä', 'c', 'gone']) {
    await store.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: Key }));
  }
  await store.s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'gone' }));
});
afterAll(() => store.stop());

it('a bucket without versions lists each object once, and no deletions', async () => {
  const {
    Versions = [],
    DeleteMarkers,
    IsTruncated,
  } = await store.s3.send(new ListObjectVersionsCommand({ Bucket: BUCKET }));
  expect(Versions.map(({ Key, VersionId, IsLatest, Size }) => [Key, VersionId, IsLatest, Size])).toEqual([
    ['a/1', 'null', true, 3],
    ['b', 'null', true, 1],
    ['c', 'null', true, 1],
    ['ä', 'null', true, 2],
  ]);
  expect(DeleteMarkers).toBeUndefined();
  expect(IsTruncated).toBe(false);
});

it('page by page, each object is listed once', async () => {
  const met: (string | undefined)[] = [];
  let KeyMarker: string | undefined;
  do {
    const page = await store.s3.send(
      new ListObjectVersionsCommand({ Bucket: BUCKET, MaxKeys: 3, KeyMarker }),
    );
    met.push(...(page.Versions ?? []).map(({ Key }) => Key));
    KeyMarker = page.NextKeyMarker;
  } while (KeyMarker !== undefined);
  expect(met).toEqual(['a/1', 'b', 'c', 'ä']);
});
