import {
  BatchWriteItemCommand,
  DeleteTableCommand,
  type AttributeValue,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../functions/domain/ids.ts';
import { originalKey, renditionFolder } from '../../functions/storage/object-keys.ts';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { localNames } from '../../infra/local/function-environment.ts';
import { type LocalS3, startS3 } from '../../infra/local/s3/start-s3.ts';
import { startSystem } from '../../infra/local/system.ts';
import { ensureTable } from '../../infra/local/dynamodb/ensure-table.ts';
import { type LocalTable, startTable } from '../../infra/local/dynamodb/start-table.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';
import { type ProgressStore, progressFile } from '../../infra/restore/progress.ts';
import { type DataLocation, restore } from '../../infra/restore/restore.ts';
import { type DataSnapshot, takeSnapshot } from '../fixtures/data-snapshot.ts';
import { eventRecord } from '../fixtures/records.ts';
import { photoFacts } from '../fixtures/seed-gallery.ts';
import { makeMediaRecords, putItems, putRows } from '../fixtures/seed-table.ts';
import { eventRow } from '../fixtures/table-rows.ts';
import { newGuest } from '../fixtures/users-and-guests.ts';
import { clientOf, CREDENTIALS } from './s3-fixture.ts';

type Tile = { id: string; voteCount: number };

const BACKUP = 'backup';
let dataDir: string;
let table: LocalTable;
let store: LocalS3;
let stage: DataLocation;
let backup: DataLocation;
let before: DataSnapshot;
let gallery: { eventId: string; tiles: Tile[] };

const log = (): void => undefined;

/** What people see of the gallery. */
async function loadTiles(base: string, eventId: string): Promise<Tile[]> {
  const guest = await newGuest(base, 'Onlooker');
  const { json } = await guest.get(`/api/events/${eventId}/media`);
  return (json as Tile[]).map(({ id, voteCount }) => ({ id, voteCount }));
}

/** Rows and files of an event with photos that are ready, one of which has a vote. */
async function haveParty(): Promise<typeof gallery> {
  Object.assign(process.env, {
    TABLE_NAME: localNames.table,
    AWS_ENDPOINT_URL_DYNAMODB: table.endpoint,
    AWS_REGION: localNames.region,
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  });
  const event = eventRecord({ id: newId('evt'), name: 'Drill' });
  const items = makeMediaRecords(event.id, 3, (at) => ({ ...photoFacts(at), voteCount: at === 0 ? 1 : 0 }));
  await putRows([eventRow(event)]);
  await putItems(items);
  for (const item of items) {
    const renditions = ['small', 'tile', 'screen'].map(
      (name) => `${renditionFolder(item, 'open')}${name}.webp`,
    );
    await putFiles([
      { Key: originalKey(item), Body: 'photo', ContentType: 'image/jpeg' },
      ...renditions.map((Key) => ({ Key, Body: Key, ContentType: 'image/webp' })),
    ]);
  }
  const tiles = items.map(({ id, voteCount }) => ({ id, voteCount }));
  return { eventId: event.id, tiles: tiles.toReversed() };
}

beforeAll(async () => {
  await ensureBuilt();
  dataDir = await mkdtemp(path.join(tmpdir(), 'drill-'));
  await open();
  await ensureTable({ client: stage.table.client, tableName: localNames.table });
  gallery = await haveParty();
  await addOddThings();
  before = await takeSnapshot(stage);
}, 180_000);

/** The table and the files of a stopped system, with room for a copy beside each. */
async function open(): Promise<void> {
  table = await startTable({ dataDir, tableName: localNames.table, log, now: Date.now });
  store = await startS3({
    dataDir: path.join(dataDir, 'objects'),
    buckets: [localNames.bucket, BACKUP],
    credentials: [CREDENTIALS],
    region: localNames.region,
  });
  const [client, files] = [localTableClient(table.endpoint), clientOf(store.url)];
  await ensureTable({ client, tableName: BACKUP });
  stage = {
    table: { client, tableName: localNames.table },
    files: { client: files, bucket: localNames.bucket },
  };
  backup = { table: { client, tableName: BACKUP }, files: { client: files, bucket: BACKUP } };
}

async function shut(): Promise<void> {
  stage.table.client.destroy();
  stage.files.client.destroy();
  await store.close();
  await table.close();
}

afterAll(async () => {
  await shut();
  await rm(dataDir, { recursive: true, force: true });
});

/**
 * Every kind of attribute, files with all their metadata, more than one page of items, and names that URLs
 * must encode.
 */
async function addOddThings(): Promise<void> {
  const odd: Record<string, AttributeValue> = {
    pk: { S: 'odd' },
    sk: { S: 'all kinds' },
    number: { N: '12345678901234567890123456789012345678' },
    small: { N: '-0.000000000000000000001' },
    bytes: { B: new Uint8Array([0, 1, 254, 255]) },
    words: { SS: ['b', 'a', 'ü'] },
    numbers: { NS: ['3', '1', '2'] },
    nothing: { NULL: true },
    isSo: { BOOL: false },
    nested: { M: { list: { L: [{ S: '' }, { M: { deep: { N: '1' } } }, { L: [] }] } } },
  };
  const large = Array.from({ length: 12 }, (_, at): WriteRequest => {
    const Item = { pk: { S: `large#${at}` }, sk: { S: 'row' }, text: { S: `${at}`.repeat(120_000) } };
    return { PutRequest: { Item } };
  });
  const requests: WriteRequest[] = [{ PutRequest: { Item: odd } }, ...large];
  await stage.table.client.send(
    new BatchWriteItemCommand({ RequestItems: { [localNames.table]: requests } }),
  );
  await putFiles([
    { Key: 'media/originals/odd name+ü&?=%.jpg', Body: 'spelt', ContentType: 'image/jpeg' },
    { Key: 'media/open/empty', Body: '', ContentType: 'application/x-empty' },
    {
      Key: 'media/open/described',
      Body: 'x',
      ContentType: 'text/plain; charset=utf-8',
      CacheControl: 'private, max-age=60',
    },
  ]);
}

async function putFiles(files: readonly Omit<PutObjectCommandInput, 'Bucket'>[]): Promise<void> {
  for (const file of files)
    await stage.files.client.send(new PutObjectCommand({ Bucket: localNames.bucket, ...file }));
}

async function wipe(place: DataLocation): Promise<void> {
  const { client, tableName } = place.table;
  await client.send(new DeleteTableCommand({ TableName: tableName }));
  await ensureTable({ client, tableName });
  const { client: files, bucket: Bucket } = place.files;
  for await (const page of paginateListObjectsV2({ client: files }, { Bucket })) {
    for (const { Key } of page.Contents ?? []) await files.send(new DeleteObjectCommand({ Bucket, Key }));
  }
}

const nothing: DataSnapshot = { items: [], files: [] };

type Copy = { progressStore?: ProgressStore; said?: string[] };

/** Runs the code that restores a stage in AWS, between two places on this machine. */
function copy(from: DataLocation, to: DataLocation, { progressStore, said = [] }: Copy = {}) {
  return restore({
    openPast: async () => from.table,
    files: from.files,
    to,
    at: new Date(),
    progressStore:
      progressStore ??
      progressFile(path.join(dataDir, 'notes', `${to.table.tableName}-${Math.random()}.json`)),
    say: (line) => void said.push(line),
  });
}

describe('the drill', () => {
  it('after export, wipe and import every item and file is the same, with its metadata', async () => {
    await wipe(backup);
    const said: string[] = [];
    const saved = await copy(stage, backup, { said });
    // Page by page.
    expect(said.filter((line) => line.endsWith(' items')).length).toBeGreaterThan(1);
    expect(saved).toEqual({ items: before.items.length, files: before.files.length });
    expect(before.files.length).toBeGreaterThan(9);

    await wipe(stage);
    expect(await takeSnapshot(stage)).toEqual(nothing);
    expect(await copy(backup, stage)).toEqual(saved);
    expect(await takeSnapshot(stage)).toEqual(before);
  });

  it('people find their gallery again', async () => {
    await shut();
    const system = await startSystem({ port: 0, dataDir, quiet: true });
    try {
      expect(await loadTiles(system.url, gallery.eventId)).toEqual(gallery.tiles);
      expect(gallery.tiles).toHaveLength(3);
      expect(gallery.tiles).toContainEqual(expect.objectContaining({ voteCount: 1 }));
    } finally {
      await system.close();
      await open();
    }
  });
});

const noteFile = () => path.join(dataDir, 'notes', 'broken-off.json');

/** A store that fails after this many notes, as if the process had died. */
function dying(notes: number): ProgressStore {
  const store = progressFile(noteFile());
  let left = notes;
  return {
    read: store.read,
    async write(progress) {
      await store.write(progress);
      left -= 1;
      if (left === 0) throw new Error('The power went.');
    },
  };
}

describe('a restore', () => {
  beforeAll(async () => {
    before = await takeSnapshot(stage);
  });

  it.each([2, 3])('goes on where it was interrupted, here after %i notes', async (notes) => {
    await rm(noteFile(), { force: true });
    await wipe(backup);
    await expect(copy(stage, backup, { progressStore: dying(notes) })).rejects.toThrow('The power went.');
    const said: string[] = [];
    const done = await copy(stage, backup, { progressStore: progressFile(noteFile()), said });
    expect(said[0]).toMatch(/^Goes on after \d+ items and 0 files\.$/);
    expect(done).toEqual({ items: before.items.length, files: before.files.length });
    expect(await takeSnapshot(backup)).toEqual(before);
  });

  it('refuses a place that is not empty', async () => {
    await expect(copy(stage, backup)).rejects.toThrow(/^backup holds something already/);
    const { client, tableName } = backup.table;
    await client.send(new DeleteTableCommand({ TableName: tableName }));
    await ensureTable({ client, tableName });
    await expect(copy(stage, backup)).rejects.toThrow(/^backup holds something already/);
  });

  it('that is done does nothing when it is repeated', async () => {
    await wipe(backup);
    await copy(stage, backup, { progressStore: progressFile(noteFile()) });
    expect(await takeSnapshot(backup)).toEqual(nothing);
  });

  it('copies no file that is younger than its time', async () => {
    await wipe(backup);
    const done = await restore({
      openPast: async () => stage.table,
      files: stage.files,
      to: backup,
      at: new Date(0),
      progressStore: progressFile(path.join(dataDir, 'notes', 'long-ago.json')),
      say: log,
    });
    expect(done.files).toBe(0);
  });
});
