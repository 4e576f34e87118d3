import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, inject, it } from 'vitest';
import {
  type Archive,
  type ArchiveViewer,
  newArchive,
  type GalleryVersion,
} from '../../functions/downloads/archive.ts';
import { archiveKey } from '../../functions/storage/object-keys.ts';
import { handler as buildArchive } from '../../functions/jobs/build-archive.ts';
import { s3Client, sqsClient, dynamoClient } from '../../functions/aws/clients.ts';
import { newId } from '../../functions/domain/ids.ts';
import { getArchive } from '../../functions/downloads/archive-store.ts';
import { keys } from '../../functions/table/keys.ts';
import { getMedia } from '../../functions/table/media.ts';
import { downloadedFiles, fetchZip, getDownload as askArchive } from '../fixtures/downloads.ts';
import { signIn, type SignedIn } from '../fixtures/users-and-guests.ts';
import { readZip } from '../fixtures/read-zip.ts';
import { eventually, type File, jpegFile, waitUntilProcessed, upload } from '../fixtures/uploads.ts';

const base = inject('siteUrl');
let host: SignedIn;

// The job runs in this process, against the running system's own table and store, so that it can be killed between any
// two of its requests. Its messages stay here, too: the running system's worker would take them.
const messages: string[] = [];
beforeAll(async () => {
  process.env['POWERTOOLS_DEV'] = 'false';
  sqsClient().middlewareStack.add(
    () => async (args: any) => {
      messages.push(args.input.MessageBody);
      return { output: { $metadata: {} }, response: {} };
    },
    { step: 'initialize', name: 'keep', override: true },
  );
  host = await signIn(base);
});

class Killed extends Error {}

/** Lets this many requests through, and kills the job at the next one. */
function killAfter(requests: number): () => void {
  let left = requests;
  const kill = (next: (args: any) => Promise<any>) => (args: any) => {
    left -= 1;
    if (left < 0) throw new Killed('killed');
    return next(args);
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

const newEvent = async (): Promise<string> =>
  (await host.post('/api/events', { name: 'Large', privacy: 'public' })).json.id;

/** A picture with so much behind its end: decoders stop there, and the file is as large as wanted. */
async function largeFile(seed: number, extraBytes: number): Promise<File> {
  const file = await jpegFile(seed);
  return { ...file, bytes: Buffer.concat([file.bytes, randomBytes(extraBytes)]) };
}

async function addReady(eventId: string, file: File): Promise<string> {
  const { id } = await upload(host, eventId, file);
  await waitUntilProcessed(host, eventId, id);
  return id;
}

/** A ZIP that is to be planned, of which the running system knows nothing: the table's stream tells of another id. */
async function begin(eventId: string, viewer: ArchiveViewer): Promise<Archive> {
  const version = { changes: 0, removals: 0 };
  const archive = newArchive({ id: newId('arc'), eventId, viewer, version }, new Date());
  const { done: _, plan: __, ...fields } = archive;
  for (const id of [newId('arc'), archive.id]) {
    const Item = { ...keys.archive(archive), ...fields, id };
    await dynamoClient().send(new PutCommand({ TableName: process.env['TABLE_NAME'], Item }));
  }
  messages.splice(0, Infinity, JSON.stringify({ kind: 'plan', eventId, archiveId: archive.id }));
  return archive;
}

it('a ZIP whose workers are killed again and again is whole in the end', async () => {
  const eventId = await newEvent();
  const files = await Promise.all([11, 9, 8, 10].map((mb, seed) => largeFile(seed, mb * 1_000_000)));
  for (const file of files) await addReady(eventId, file);
  const archive = await begin(eventId, 'owner');
  let kills = 0;
  for (let requests = 1; messages.length > 0; requests += 1) {
    const body = messages.shift() ?? '';
    const revive = killAfter(requests);
    if (!(await work(body))) {
      kills += 1;
      messages.push(body);
    }
    revive();
  }
  // At each of the steps of planning, and on the way to the end of writing.
  expect(kills).toBeGreaterThan(10);
  const { json } = await askArchive(host, archive);
  expect(json).toMatchObject({ state: 'ready', fileCount: 4 });
  const read = await readZip(await fetchZip(json.url ?? ''));
  const bytes = new Set(read.map((file) => file.bytes.toString('base64')));
  expect(bytes).toEqual(new Set(files.map((file) => file.bytes.toString('base64'))));

  // Delivered once more, nothing changes.
  const before = await getArchive(archive);
  expect(await work(JSON.stringify({ kind: 'plan', eventId, archiveId: archive.id }))).toBe(true);
  expect(messages).toEqual([]);
  expect(await getArchive(archive)).toEqual(before);
});

it.each(['everyone', 'owner'] as const)(
  'what is deleted between plan and writing is in no ZIP (%s)',
  async (viewer) => {
    const eventId = await newEvent();
    const [, second] = [
      await addReady(eventId, await jpegFile(1)),
      await addReady(eventId, await jpegFile(2)),
    ];
    const archive = await begin(eventId, viewer);
    expect(await work(messages.shift() ?? '')).toBe(true);
    expect((await getArchive(archive))?.state).toBe('writing');
    // As though it were deleted after the writing had looked whether something was.
    await setVersion(archive, { changes: 3, removals: 1 });
    await host.delete(`/api/events/${eventId}/media/${second}`);
    for (const body of messages.splice(0)) expect(await work(body)).toBe(true);
    expect((await askArchive(host, archive)).json).toMatchObject({ state: 'outdated', url: null });
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

it('rows of old get their sums once', async () => {
  const eventId = await newEvent();
  const file = await jpegFile(3);
  const id = await addReady(eventId, file);
  const made = await getMedia(id);
  expect(made?.facts?.download).toMatchObject({ name: 'screen.webp' });
  await dynamoClient().send(
    new UpdateCommand({
      TableName: process.env['TABLE_NAME'],
      Key: keys.media(id),
      UpdateExpression: 'SET crc32 = :null REMOVE facts.download',
      ExpressionAttributeValues: { ':null': null },
    }),
  );
  expect((await downloadedFiles(host, eventId))[0]?.bytes).toEqual(file.bytes);
  const guest = await signIn(base);
  expect((await downloadedFiles(guest, eventId))[0]?.sizeBytes).toBe(made?.facts?.download?.sizeBytes);
  expect(await getMedia(id)).toEqual(made);
});

it('work that stands still is begun again by who asks for it', async () => {
  const eventId = await newEvent();
  await addReady(eventId, await jpegFile(4));
  const { json } = await host.post(`/api/events/${eventId}/archive`, {});
  await eventually(async () => (await askArchive(host, { eventId, id: json.id })).json.state === 'ready');
  // As a system leaves it that was switched off: planned, with its messages lost.
  await dynamoClient().send(
    new UpdateCommand({
      TableName: process.env['TABLE_NAME'],
      Key: keys.archive({ eventId, id: json.id }),
      UpdateExpression: 'SET #state = :planning, progressAt = :then REMOVE #plan, done',
      ExpressionAttributeNames: { '#state': 'state', '#plan': 'plan' },
      ExpressionAttributeValues: { ':planning': 'planning', ':then': '2026-01-01T00:00:00.000Z' },
    }),
  );
  const again = await host.post(`/api/events/${eventId}/archive`, {});
  expect(again.json).toMatchObject({ id: json.id, state: 'preparing' });
  await eventually(async () => (await askArchive(host, { eventId, id: json.id })).json.state === 'ready');
});
