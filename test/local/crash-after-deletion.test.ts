import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { GetQueueAttributesCommand, type QueueAttributeName } from '@aws-sdk/client-sqs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';
import { localQueueClient } from '../../infra/local/sqs/start-queues.ts';
import { localStageInfoFile } from '../../infra/stages/stage-info.ts';
import { killTree, runNpmStart, type StartedProcess } from '../fixtures/run-npm-start.ts';
import { signIn } from '../fixtures/users-and-guests.ts';
import { eventually, jpegFile, putUpload, save } from '../fixtures/uploads.ts';

let folder: string;
let running: StartedProcess;

beforeAll(() => ensureBuilt(), 180_000);
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'killed-'));
});
afterEach(async () => {
  killTree(running.pid);
  await rm(folder, { recursive: true, force: true });
});

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
  for (;;) {
    const { Attributes = {} } = await client.send(count);
    if (Object.values(Attributes).some((value) => value !== '0')) break;
  }
  client.destroy();
}

/** The rows and the keys of objects that name the event, except rows that expire by themselves. */
async function remains(eventId: string): Promise<string[]> {
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
    (text) => text.includes(eventId),
  );
}

it('a kill while an event is being deleted leaves nothing of it: neither rows nor files', async () => {
  running = runNpmStart({ PORT: '0', DATA_DIR: folder });
  const base = await running.ready();
  const host = await signIn(base);
  const event = (await host.post('/api/events', { name: 'Deleted', privacy: 'public' })).json;
  await Promise.all(
    Array.from({ length: 12 }, async (_, seed) => {
      const file = await jpegFile(seed);
      const answer = await save(host, event.id, { objectPath: await putUpload(host, event.id, file), file });
      expect(answer.status).toBe(201);
    }),
  );
  expect((await host.delete(`/api/events/${event.id}`)).status).toBe(204);
  await deletionIsQueued();
  killTree(running.pid);
  await running.ended();

  running = runNpmStart({ PORT: new URL(base).port, DATA_DIR: folder });
  await running.ready();
  await eventually(async () => (await remains(event.id)).length === 0);
}, 120_000);
