import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { s3Client, sqsClient, dynamoClient } from '../../functions/aws/clients.ts';
import type { PhotoSize } from '../../shared/values/photo-sizes.ts';
import { newId } from '../../functions/domain/ids.ts';
import type { MediaRecord } from '../../functions/domain/records.ts';
import {
  type Archive,
  type ArchiveViewer,
  newArchive,
  type GalleryVersion,
} from '../../functions/downloads/archive.ts';
import {
  budgetDay,
  chargeOf,
  MADE_PHOTO_BYTES,
  MAX_DAY_BYTES,
} from '../../functions/downloads/archive-budget.ts';
import { getBudgetUse } from '../../functions/downloads/archive-budget-store.ts';
import { createArchive, getArchive } from '../../functions/downloads/archive-store.ts';
import { STRETCH_BYTES } from '../../functions/downloads/archive-parts.ts';
import { BATCH_PHOTOS } from '../../functions/downloads/photo-batches.ts';
import { handler as buildArchive } from '../../functions/jobs/build-archive.ts';
import { listKeptCopies } from '../../functions/storage/copy-files.ts';
import {
  archiveKey,
  chatCopyKey,
  originalKey,
  renditionFolder,
} from '../../functions/storage/object-keys.ts';
import { reconcileFilesNow } from '../../functions/storage/reconcile-files-now.ts';
import { keys } from '../../functions/table/keys.ts';
import { deleteMedia } from '../../functions/table/media-changes.ts';
import { newMembership } from '../../functions/table/membership-row.ts';
import { ensureTable } from '../../infra/local/dynamodb/ensure-table.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';
import { readZip } from '../fixtures/read-zip.ts';
import { eventRecord, mediaFacts } from '../fixtures/records.ts';
import { letSystemKnow } from '../fixtures/known-to-system.ts';
import { itemRow, makeMediaRecords, putItems, putRows } from '../fixtures/seed-table.ts';
import { eventRow } from '../fixtures/table-rows.ts';
import { smallJpeg } from '../fixtures/uploads.ts';

// The job runs in this process, against a table of its own in the running system, so that it can be killed at
// any of its requests and nothing else works on the same ZIP. Its messages stay here, too.
const messages: string[] = [];

beforeAll(async () => {
  const environment = inject('environment');
  Object.assign(process.env, environment, { TABLE_NAME: 'zip-workers', POWERTOOLS_DEV: 'false' });
  const client = localTableClient(environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '');
  await ensureTable({ client, tableName: 'zip-workers' });
  client.destroy();
  sqsClient().middlewareStack.add(
    () => async (args: any) => {
      // Deliveries are hidden meanwhile, too, which matters to no queue here.
      if (args.input.MessageBody !== undefined) messages.push(args.input.MessageBody);
      return { output: { $metadata: {} }, response: {} };
    },
    { step: 'initialize', name: 'keep', override: true },
  );
});
afterAll(() => {
  sqsClient().middlewareStack.remove('keep');
});

class Killed extends Error {}

/** Kills the job at the first request of a kind at which it has not been killed before. */
function killAtNewKind(killedAt: Set<string>): () => void {
  let isKilled = false;
  const kill =
    (next: (args: any) => Promise<any>, { commandName = '' }: { commandName?: string }) =>
    (args: any) => {
      isKilled ||= !killedAt.has(commandName);
      if (!isKilled) return next(args);
      killedAt.add(commandName);
      throw new Killed('killed');
    };
  const options = { step: 'initialize', name: 'kill', override: true } as const;
  dynamoClient().middlewareStack.add(kill, options);
  s3Client().middlewareStack.add(kill, options);
  return () => {
    dynamoClient().middlewareStack.remove('kill');
    s3Client().middlewareStack.remove('kill');
  };
}

async function work(body: string): Promise<boolean> {
  const event = { Records: [{ messageId: '1', body, attributes: { ApproximateReceiveCount: '1' } }] };
  const context = { getRemainingTimeInMillis: () => 60_000 };
  return (await buildArchive(event as never, context)).batchItemFailures.length === 0;
}

const put = (Key: string, Body: Buffer) =>
  s3Client().send(new PutObjectCommand({ Bucket: process.env['MEDIA_BUCKET'], Key, Body }));

/** A public event with an item for each file, which is its original and, unless that is large, its rendition. */
async function seedEvent(files: readonly Buffer[]): Promise<MediaRecord[]> {
  const eventId = newId('evt');
  await putRows([eventRow(eventRecord({ id: eventId }))]);
  return seedItems(eventId, files);
}

async function seedItems(
  eventId: string,
  files: readonly Buffer[],
  change: Partial<MediaRecord> = {},
): Promise<MediaRecord[]> {
  const items = makeMediaRecords(eventId, files.length, (at) => {
    const sum = { sizeBytes: files[at]?.length ?? 0, crc32: crc32(files[at] ?? '') };
    return {
      fileSizeBytes: sum.sizeBytes,
      crc32: sum.crc32,
      place: 'open',
      facts: mediaFacts({ download: { name: 'screen.webp', ...sum } }),
      ...change,
    };
  });
  await putItems(items);
  await letSystemKnow(items);
  for (const [at, media] of items.entries()) {
    const bytes = files[at] ?? Buffer.alloc(0);
    await put(originalKey(media), bytes);
    if (bytes.length < 1_000_000) await put(`${renditionFolder(media, 'open')}screen.webp`, bytes);
  }
  return items;
}

/** Begins a ZIP, with the message that has it planned. */
async function begin(
  eventId: string,
  viewer: ArchiveViewer,
  photoSize: PhotoSize = 'full',
  before?: Archive,
): Promise<Archive> {
  const version = { changes: 0, removals: 0 };
  const archive = newArchive({ id: newId('arc'), eventId, viewer, photoSize, version }, new Date());
  const last = before && { id: before.id, keptId: undefined };
  expect(await createArchive(archive, last)).toBe(true);
  messages.splice(0, Infinity, JSON.stringify({ kind: 'plan', eventId, archiveId: archive.id }));
  return archive;
}

async function readArchive(archive: Archive) {
  const stored = new GetObjectCommand({ Bucket: process.env['MEDIA_BUCKET'], Key: archiveKey(archive) });
  const { Body } = await s3Client().send(stored);
  return readZip(Buffer.from((await Body?.transformToByteArray()) ?? []));
}

/**
 * Works until nothing is left, and is killed at every kind of request of every kind of message on the way. The last message
 * comes first: it writes the shortest stretch, which is then the one that is written again and again.
 * @returns these kinds of requests
 */
async function workWhileKilled(): Promise<string[]> {
  const killedIn = new Map<string, Set<string>>();
  for (let body = messages.pop(); body !== undefined; body = messages.pop()) {
    const { kind } = JSON.parse(body) as { kind: string };
    const killedAt = killedIn.get(kind) ?? new Set();
    killedIn.set(kind, killedAt);
    for (let isDone = false; !isDone;) {
      const revive = killAtNewKind(killedAt);
      isDone = await work(body);
      revive();
    }
  }
  return [...killedIn.values()].flatMap((kinds) => [...kinds]);
}

it('a ZIP whose workers are killed at every kind of request is whole in the end', async () => {
  // Together more than one stretch.
  const files = [3, 1, 30].map((mb) => randomBytes(mb * 1_000_000));
  expect(files.reduce((sum, { length }) => sum + length, 0)).toBeGreaterThan(STRETCH_BYTES);
  const [item] = await seedEvent(files);
  const archive = await begin(item?.eventId ?? '', 'owner');
  // The requests of planning, writing and completing it.
  expect(await workWhileKilled()).toEqual(
    expect.arrayContaining([
      'QueryCommand',
      'PutObjectCommand',
      'CreateMultipartUploadCommand',
      'TransactWriteItemsCommand',
      'UpdateItemCommand',
      'GetObjectCommand',
      'UploadPartCommand',
      'CompleteMultipartUploadCommand',
    ]),
  );
  expect(await getArchive(archive)).toMatchObject({ state: 'ready', plan: { fileCount: 3 } });
  // However often it was killed, it is charged once.
  const { plan } = (await getArchive(archive)) ?? {};
  const { chargedBytes } = await getBudgetUse(archive, new Date());
  expect(chargedBytes).toBe(plan && chargeOf(plan));
  const written = (await readArchive(archive)).map(({ bytes }) =>
    files.findIndex((file) => file.equals(bytes)),
  );
  expect(new Set(written)).toEqual(new Set(files.keys()));

  // One more delivery changes nothing.
  const before = await getArchive(archive);
  expect(await work(JSON.stringify({ kind: 'plan', eventId: archive.eventId, archiveId: archive.id }))).toBe(
    true,
  );
  expect(messages).toEqual([]);
  expect(await getArchive(archive)).toEqual(before);
});

it('a ZIP for chats is, too, though its photos are made on the way', async () => {
  const files = await Promise.all(Array.from({ length: BATCH_PHOTOS + 1 }, (_, seed) => smallJpeg(seed)));
  const items = await seedEvent(files);
  // All but one photo of each batch were made for an earlier ZIP.
  for (const media of items.slice(1, -1)) await put(chatCopyKey(media), files[1] ?? Buffer.of());
  const archive = await begin(items[0]?.eventId ?? '', 'owner', 'chat');
  expect(await workWhileKilled()).toEqual(expect.arrayContaining(['GetItemCommand', 'UploadPartCommand']));
  const { state, making, made, plan } = (await getArchive(archive)) ?? {};
  expect({ state, making: making?.batchCount, made: made?.size }).toEqual({
    state: 'ready',
    making: 2,
    made: 2,
  });
  expect(plan).toMatchObject({ fileCount: files.length, leftOut: 0, isProvisional: false });
  const written = await readArchive(archive);
  for (const { bytes } of written) expect(bytes.subarray(0, 3)).toEqual(Buffer.of(0xff, 0xd8, 0xff));
  expect(written).toHaveLength(files.length);
  // Charged once, with the photos that were made for it, by workers that were killed as well.
  const { chargedBytes } = await getBudgetUse(archive, new Date());
  expect(chargedBytes).toBe(plan && chargeOf(plan) + 2 * MADE_PHOTO_BYTES);
});

it('a ZIP for chats that the budget does not take has no photo made', async () => {
  const [item] = await seedEvent([await smallJpeg(1)]);
  const archive = await begin(item?.eventId ?? '', 'everyone', 'chat');
  const now = new Date();
  const day = { eventId: archive.eventId, viewer: 'everyone', day: budgetDay(now) };
  const charged = { chargedBytes: MAX_DAY_BYTES, chargedAt: now.toISOString() };
  await putRows([{ ...keys.archiveBudget(day), ...charged }]);
  for (let body = messages.shift(); body !== undefined; body = messages.shift())
    expect(await work(body)).toBe(true);
  expect(await getArchive(archive)).toMatchObject({ state: 'failed', isOverBudget: true, made: new Set() });
  expect(await listKeptCopies(archive.eventId, new Date(0))).toEqual(new Set());
  const use = await getBudgetUse(archive, now);
  expect(use.chargedBytes).toBe(MAX_DAY_BYTES);
  expect(use.refused).toMatchObject({ items: 1 });
  expect(use.refused?.charge).toBeGreaterThan(MADE_PHOTO_BYTES);
});

it('no photo is made of what is set aside', async () => {
  const [first] = await seedEvent([await smallJpeg(1)]);
  const eventId = first?.eventId ?? '';
  const uploader = `guest:${newId('gst')}` as const;
  await seedItems(eventId, [await smallJpeg(2)], { uploader });
  const since = new Date().toISOString();
  const setAsideUntil = new Date(Date.now() + 3600_000).toISOString();
  const membership = newMembership(eventId, { person: uploader, standing: 'guest', since });
  await putRows([{ ...keys.membership(eventId, uploader), ...membership, setAsideUntil }]);
  const archive = await begin(eventId, 'everyone', 'chat');
  for (let body = messages.shift(); body !== undefined; body = messages.shift())
    expect(await work(body)).toBe(true);
  expect(await getArchive(archive)).toMatchObject({
    making: { photoCount: 1, madeCount: 1 },
    plan: { fileCount: 1, setAside: 1, isProvisional: false },
  });
  expect(await listKeptCopies(eventId, new Date(0))).toEqual(new Set(first && [chatCopyKey(first)]));
});

it('a ZIP for chats has what others download of a photo that cannot be made smaller, and is final', async () => {
  const files = [await smallJpeg(1), Buffer.from('no picture')];
  const [item] = await seedEvent(files);
  const archive = await begin(item?.eventId ?? '', 'everyone', 'chat');
  for (let body = messages.shift(); body !== undefined; body = messages.shift())
    expect(await work(body)).toBe(true);
  expect(await getArchive(archive)).toMatchObject({
    state: 'ready',
    plan: { fileCount: 2, leftOut: 0, isProvisional: false },
  });
  const written = (await readArchive(archive)).map(({ bytes }) => bytes.toString('base64'));
  expect(written).toContain(files[1]?.toString('base64'));
});

it('a photo that is not ready is neither made for a ZIP for chats nor paid for', async () => {
  const [first] = await seedEvent([await smallJpeg(1)]);
  const eventId = first?.eventId ?? '';
  await seedItems(eventId, [await smallJpeg(2)], { state: 'processing', facts: null, place: null });
  const archive = await begin(eventId, 'everyone', 'chat');
  expect(await work(messages.shift() ?? '')).toBe(true);
  expect((await getArchive(archive))?.making).toMatchObject({ photoCount: 1, madeCount: 1 });
});

it('of copies that an earlier release put together otherwise one ZIP is given up, and the next is whole', async () => {
  // More than are read at once: each that is read is forgotten by itself.
  const pictures = await Promise.all(Array.from({ length: 18 }, (_, seed) => smallJpeg(seed)));
  const files = [...pictures, Buffer.from('no picture')];
  const items = await seedEvent(files);
  const eventId = items[0]?.eventId ?? '';
  const copy = { name: 'copy.json', extension: 'jpg', sizeBytes: 500, crc32: 1 };
  await putRows(items.map((media) => itemRow({ ...media, facts: media.facts && { ...media.facts, copy } })));
  const before = await begin(eventId, 'everyone');
  for (let body = messages.shift(); body !== undefined; body = messages.shift())
    expect(await work(body)).toBe(true);
  expect((await getArchive(before))?.state).toBe('outdated');
  const archive = await begin(eventId, 'everyone', 'full', before);
  for (let body = messages.shift(); body !== undefined; body = messages.shift())
    expect(await work(body)).toBe(true);
  expect(await getArchive(archive)).toMatchObject({ state: 'ready', plan: { fileCount: files.length } });
});

it.each(['was sent', 'was processed'])(
  'a photo that %s too late is in the next ZIP for chats',
  async (what) => {
    const [first] = await seedEvent([await smallJpeg(1)]);
    const eventId = first?.eventId ?? '';
    const late = [await smallJpeg(2)];
    const unfinished = { state: 'processing', facts: null, place: null } as const;
    const [waiting] = what === 'was sent' ? [] : await seedItems(eventId, late, unfinished);
    const archive = await begin(eventId, 'everyone', 'chat');
    expect(await work(messages.shift() ?? '')).toBe(true);
    expect(await work(messages.shift() ?? '')).toBe(true);
    if (waiting)
      await putRows([itemRow({ ...waiting, state: 'ready', facts: first?.facts ?? null, place: 'open' })]);
    else await seedItems(eventId, late);
    for (let body = messages.shift(); body !== undefined; body = messages.shift())
      expect(await work(body)).toBe(true);
    expect((await getArchive(archive))?.plan).toMatchObject({
      fileCount: 1,
      leftOut: 1,
      isProvisional: true,
    });
  },
);

it.each(['everyone', 'owner'] as const)(
  'an item that is deleted between planning and writing is in no ZIP (%s)',
  async (viewer) => {
    const [first, second] = await seedEvent([randomBytes(100), randomBytes(200)]);
    if (!first || !second) throw new Error('There are no items.');
    const archive = await begin(first.eventId, viewer);
    expect(await work(messages.shift() ?? '')).toBe(true);
    expect((await getArchive(archive))?.state).toBe('writing');
    // As if it were deleted after the writer had looked for removals.
    await setVersion(archive, { changes: 1, removals: 1 });
    await deleteMedia(second);
    await reconcileFilesNow(second);
    for (const body of messages.splice(0)) expect(await work(body)).toBe(true);
    expect((await getArchive(archive))?.state).toBe('outdated');
    const head = new HeadObjectCommand({ Bucket: process.env['MEDIA_BUCKET'], Key: archiveKey(archive) });
    await expect(s3Client().send(head)).rejects.toMatchObject({ name: 'NotFound' });
  },
);

async function setVersion(archive: Archive, version: GalleryVersion): Promise<void> {
  await dynamoClient().send(
    new UpdateCommand({
      TableName: process.env['TABLE_NAME'],
      Key: keys.archive(archive),
      UpdateExpression: 'SET version = :version',
      ExpressionAttributeValues: { ':version': version },
    }),
  );
}
