import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { GetQueueAttributesCommand, type QueueAttributeName } from '@aws-sdk/client-sqs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';
import { localQueueClient } from '../../infra/local/sqs/start-queues.ts';
import { localStageInfoFile } from '../../infra/stages/stage-info.ts';
import { processTree } from '../fixtures/processes.ts';
import { killTree, runNpmStart, stillRunning, type StartedProcess } from '../fixtures/run-npm-start.ts';
import { type Guest, newGuest, type SignedIn, signIn } from '../fixtures/users-and-guests.ts';
import { steadyPort } from '../fixtures/steady-port.ts';
import { eventually, jpegFile, putUpload, save, upload } from '../fixtures/uploads.ts';
import { statusOf } from './guest-requests.ts';
import { renditionUrl } from '../fixtures/rendition-url.ts';

// One kill for all tests: while one event is being deleted, and another takes uploads.

const UPLOADS = 7;
/** This many begin before the kill, and the others after it. */
const FIRST = 5;
/** At this answer the other event is deleted. The rest of the first begin then, and are under way at the kill. */
const SIGNAL = 2;
const ITEMS = 3;

let folder: string;
let running: StartedProcess;
/** The processes of what was killed. */
let killed: number[];
let host: SignedIn;
let guest: Guest;
let eventId: string;
let deletedId: string;
/** Items whose save was answered. */
const kept: string[] = [];
let uploads: PromiseSettledResult<void>[];

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(path.join(tmpdir(), 'killed-'));
  running = runNpmStart({ PORT: String(await steadyPort()), DATA_DIR: folder });
  const base = await running.ready();
  host = await signIn(base);
  [eventId, deletedId] = [await newEvent('Kept'), await newEvent('Deleted')];
  guest = await newGuest(base);
  await Promise.all(
    Array.from({ length: ITEMS }, async (_, seed) => upload(host, deletedId, await jpegFile(seed))),
  );
  await uploadUntilKilled();
  // At once, on the same port and folder, while the other processes may still be ending.
  running = runNpmStart({ PORT: new URL(base).port, DATA_DIR: folder });
  await running.ready();
}, 180_000);
afterAll(async () => {
  killTree(running.pid);
  await rm(folder, { recursive: true, force: true });
});

const newEvent = async (name: string): Promise<string> =>
  (await host.post('/api/events', { name, privacy: 'public' })).json.id;

/** Uploads, has the other event deleted in the middle of it, and kills the main process as soon as that is a message. */
async function uploadUntilKilled(): Promise<void> {
  const { promise: signal, resolve: give } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: kill, resolve: tell } = Promise.withResolvers<void>();
  const sent = Array.from({ length: UPLOADS }, async (_, seed) => {
    const file = await jpegFile(seed);
    if (seed >= FIRST) await kill;
    else if (seed >= SIGNAL) await asked;
    const objectPath = await putUpload(guest, eventId, file);
    const answer = await save(guest, eventId, { objectPath, file });
    if (answer.status === 201) kept.push(answer.json.id);
    if (kept.length === SIGNAL) give();
  });
  const all = Promise.allSettled(sent);
  await signal;
  expect((await host.delete(`/api/events/${deletedId}`)).status).toBe(204);
  ask();
  await deletionIsQueued();
  killed = processTree(running.pid);
  running.child.kill('SIGKILL');
  tell();
  await running.ended();
  uploads = await all;
}

type StageInfo = {
  environment: Record<string, string>;
  queues: Record<string, { url: string }>;
};

const stageInfo = async (): Promise<StageInfo> =>
  JSON.parse(await readFile(localStageInfoFile(folder), 'utf8')) as StageInfo;

/** Waits until the deletion is a message, which the table's stream does not send again. */
async function deletionIsQueued(): Promise<void> {
  const { environment, queues } = await stageInfo();
  const client = localQueueClient(environment['AWS_ENDPOINT_URL_SQS'] ?? '');
  const names = ['', 'NotVisible', 'Delayed'].map((which) => `ApproximateNumberOfMessages${which}`);
  const count = new GetQueueAttributesCommand({
    QueueUrl: queues['deletions']?.url,
    AttributeNames: names as QueueAttributeName[],
  });
  const counts = async () => Object.values((await client.send(count)).Attributes ?? {});
  await vi.waitFor(async () => expect(await counts()).toContainEqual(expect.not.stringMatching(/^0$/)), {
    timeout: 30_000,
    interval: 20,
  });
  client.destroy();
}

/** The rows and the keys of objects that name the event, except rows that expire by themselves. */
async function remains(event: string): Promise<string[]> {
  const { environment } = await stageInfo();
  const table = localTableClient(environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '');
  const { Items = [] } = await table.send(new ScanCommand({ TableName: environment['TABLE_NAME'] }));
  table.destroy();
  const store = new S3Client({
    endpoint: environment['AWS_ENDPOINT_URL_S3'],
    region: environment['AWS_REGION'],
    credentials: {
      accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  const { Contents = [] } = await store.send(
    new ListObjectsV2Command({ Bucket: environment['MEDIA_BUCKET'], Prefix: 'media/' }),
  );
  store.destroy();
  const lasting = Items.filter((row) => !('expiresAtSeconds' in row));
  return [...lasting.map((row) => JSON.stringify(row)), ...Contents.map(({ Key = '' }) => Key)].filter(
    (text) => text.includes(event),
  );
}

it('after a kill in the middle of uploads, every item that was answered is there and gets its renditions', async () => {
  expect(uploads.some(({ status }) => status === 'rejected')).toBe(true);
  expect(kept.length).toBeGreaterThanOrEqual(SIGNAL);
  await eventually(async () => {
    const { json } = await host.get(`/api/events/${eventId}/media`);
    const ready = new Set(json.filter((item) => item.state === 'ready').map((item) => item.id));
    return kept.every((id) => ready.has(id));
  });
  const { json } = await host.get(`/api/events/${eventId}/media`);
  for (const item of json.filter(({ id }) => kept.includes(id))) {
    expect((await host.get(renditionUrl(item))).status).toBe(200);
  }
  expect((await host.get(`/api/events/${eventId}`)).json.mediaCount).toBe(json.length);
}, 120_000);

it('after a kill a guest is still known, and who has another token is not', async () => {
  const [site, id] = [guest.base, guest.guestId];
  expect(await statusOf(site, { id, token: guest.token })).toBe(404);
  expect(await statusOf(site, { id, token: 'wrong' })).toBe(401);
});

it('a kill while an event is being deleted leaves nothing of it: neither rows nor files', async () => {
  await expect.poll(() => remains(deletedId), { timeout: 100_000, interval: 200 }).toEqual([]);
}, 120_000);

/** The last of them may need a moment to notice that the first is gone. */
const allGone = (tree: readonly number[]): Promise<void> =>
  vi.waitFor(() => expect(stillRunning(tree)).toEqual([]), { timeout: 30_000 });

it('a kill leaves no process behind, and SIGINT ends all of the next start', async () => {
  await allGone(killed);
  const tree = processTree(running.pid);
  expect(tree.length).toBeGreaterThan(2);
  running.child.kill('SIGINT');
  expect(await running.ended()).toBe(0);
  await allGone(tree);
});
