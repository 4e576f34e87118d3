import fs from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type BlobFiles, openBlobFiles } from '../../infra/local/s3/blob-files.ts';
import { openBody } from '../../infra/local/s3/incoming-body.ts';
import { type MetadataDatabase, openMetadataDatabase } from '../../infra/local/s3/metadata-database.ts';
import { type ObjectStore, createObjectStore } from '../../infra/local/s3/object-store.ts';
import { S3Error } from '../../infra/local/s3/s3-error.ts';

// Moments between two steps of one operation, which no client can hit on purpose.

const name = { bucket: 'b', key: 'k' };
let dataDir: string;
let metadataDatabase: MetadataDatabase;
let files: BlobFiles;
let store: ObjectStore;
/** What happens once, after an object was looked up and before its file is opened. */
let between: (() => Promise<void>) | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'object-store-'));
  metadataDatabase = openMetadataDatabase(dataDir);
  files = await openBlobFiles(dataDir);
  const watched: BlobFiles = {
    ...files,
    async open(blobId) {
      const action = between;
      between = undefined;
      await action?.();
      return files.open(blobId);
    },
  };
  store = createObjectStore({
    files: watched,
    metadataDatabase,
    now: () => new Date(0),
    undelivered: { add: () => () => undefined, list: () => [] },
    announce: () => undefined,
    keepsVersions: false,
  });
});
afterEach(async () => {
  metadataDatabase.close();
  await rm(dataDir, { recursive: true });
});

async function put(text: string): Promise<string> {
  const blobId = await files.write(Readable.from([Buffer.from(text)]));
  const row = { ...name, blobId, sizeBytes: text.length, eTag: text, headers: {} };
  await store.commit({ row, eventName: 'ObjectCreated:Put' });
  return blobId;
}

async function* failingSource() {
  yield Buffer.from('the first bytes');
  throw new Error('gone');
}

it('leaves no file of a source that fails before the file is there', async () => {
  const openFile = fs.open as (...args: unknown[]) => void;
  const held: (() => void)[] = [];
  const opening = vi.spyOn(fs, 'open') as unknown as { mockImplementation(open: typeof openFile): void };
  opening.mockImplementation((...args) => held.push(() => openFile(...args)));
  await expect(files.write(failingSource())).rejects.toThrow('gone');
  vi.restoreAllMocks();
  for (const open of held) open();
  expect(await readdir(join(dataDir, 'incoming'))).toEqual([]);
});

it('tells the reader of a body that its sender was gone before', async () => {
  const request = Object.assign(new PassThrough(), {
    setTimeout: () => undefined,
  }) as unknown as IncomingMessage;
  const headers = new Map([['content-length', '9']]);
  const body = openBody({ request, headers, payload: 'UNSIGNED-PAYLOAD', stallTimeoutMs: 1000 });
  request.destroy(new Error('aborted'));
  await new Promise((resolve) => request.once('close', resolve));
  await readdir(dataDir);
  await expect(files.write(body.chunks)).rejects.toThrow(S3Error);
});

it('opens the new file of an object that was replaced in that moment', async () => {
  await put('old');
  between = async () => void (await put('new'));
  const opened = await store.open(name);
  expect(opened?.row.eTag).toBe('new');
  expect((await opened?.handle.readFile())?.toString()).toBe('new');
  await opened?.handle.close();
});

it('finds no object that was deleted in that moment', async () => {
  await put('old');
  between = async () => void (await store.remove(name));
  expect(await store.open(name)).toBeUndefined();
});

it('reports that the file of an object is gone', async () => {
  const blobId = await put('old');
  between = () => files.remove(blobId);
  await expect(store.open(name)).rejects.toThrow(`The file of blob ${blobId} is missing.`);
});
