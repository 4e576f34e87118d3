import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { MediaRecord } from '../../functions/domain/records.ts';
import { originalKey } from '../../functions/storage/object-keys.ts';
import { inspectUpload, keepOriginal, type UploadedFile } from '../../functions/storage/uploads.ts';
import { idOf, mediaRecord } from '../fixtures/records.ts';
import { BUCKET, functionSettings, startTestServer, type TestServer } from './s3-fixture.ts';

let id: string;
let media: MediaRecord;
let made = 0;

let store: TestServer;

// One server: clients keep the address of the first.
beforeAll(async () => {
  store = await startTestServer({ keepsVersions: true });
  Object.assign(process.env, functionSettings(store));
});
afterAll(() => store.stop());

beforeEach(() => {
  made += 1;
  id = idOf('upl', made);
  media = mediaRecord(made);
});

const arrive = (Body: string) =>
  store.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: `incoming/${id}`, Body }));

/** What a save looks at. */
async function inspected(body: string): Promise<UploadedFile> {
  await arrive(body);
  const file = await inspectUpload(id, 8);
  if (!file) throw new Error('Nothing has arrived.');
  return file;
}

const forget = ({ versionId }: UploadedFile) =>
  store.s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: `incoming/${id}`, VersionId: versionId }));

async function kept(): Promise<string | undefined> {
  const { Body } = await store.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: originalKey(media) }));
  return Body?.transformToString();
}

it('a file that is exchanged after its inspection is kept as it was inspected', async () => {
  const file = await inspected('a photo');
  await arrive('a script');
  expect(await keepOriginal(media, { id, ...file })).toBe(true);
  expect(await kept()).toBe('a photo');
});

it('where the inspected file is gone, only the same bytes take its place', async () => {
  const file = await inspected('a photo');
  await arrive('a script');
  await forget(file);
  expect(await keepOriginal(media, { id, ...file })).toBe(false);
  await arrive('a photo');
  expect(await keepOriginal(media, { id, ...file })).toBe(true);
  expect(await kept()).toBe('a photo');
});
