import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { projectDir } from '../../infra/build/project-paths.ts';
import { signIn, type SignedIn } from '../fixtures/users-and-guests.ts';
import { eventually, jpegFile, waitUntilProcessed, upload } from '../fixtures/uploads.ts';
import { renditionUrl } from '../fixtures/rendition-url.ts';

const base = inject('siteUrl');
const environment = inject('environment');

/** Runs an operator's program against the system of these tests, as a person would. */
async function operate(program: string, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`infra/operate/${program}.ts`, '--stage', 'local', ...words],
    { cwd: projectDir, env: { PATH: process.env['PATH'], DATA_DIR: path.dirname(inject('logsDir')) } },
  );
  return stdout;
}

const client = {
  region: 'us-east-1',
  credentials: {
    accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? '',
  },
};
const store = new S3Client({
  ...client,
  endpoint: environment['AWS_ENDPOINT_URL_S3'] ?? '',
  forcePathStyle: true,
});
const queues = new SQSClient({ ...client, endpoint: environment['AWS_ENDPOINT_URL_SQS'] ?? '' });

let host: SignedIn;
let eventId: string;

beforeAll(async () => {
  host = await signIn(base);
  eventId = (await host.post('/api/events', { name: 'Operated', privacy: 'public' })).json.id;
});

const item = async (id: string) =>
  (await host.get(`/api/events/${eventId}/media`)).json.find((one) => one.id === id);

describe('an operator', () => {
  it('can have an event’s renditions made again, while open pages still show the earlier ones', async () => {
    const ids = [];
    for (const seed of [1, 2]) ids.push((await upload(host, eventId, await jpegFile(seed))).id);
    const before = await Promise.all(ids.map((id) => waitUntilProcessed(host, eventId, id)));

    const told = await operate('regenerate', '--event', eventId, '--edition', 'new1');
    expect(told).toContain('2 sent to the workers, 0 had the edition new1 already.');
    const after = await Promise.all(
      ids.map((id) =>
        eventually(async () => {
          const now = await item(id);
          return now?.renditions.tile?.url.includes('.new1.') && now;
        }),
      ),
    );
    for (const [at, { renditions }] of after.entries()) {
      expect(renditionUrl({ renditions })).not.toBe(before[at].renditions.tile.url);
      const [fresh, earlier] = [renditionUrl({ renditions }), before[at].renditions.tile.url];
      expect((await host.get(fresh)).status).toBe(200);
      // Pages that are open still show it.
      expect((await host.get(earlier)).status).toBe(200);
    }
    expect(await operate('regenerate', '--event', eventId, '--edition', 'new1')).toContain(
      '0 sent to the workers, 2 had the edition new1 already.',
    );
    // Moderation moves what the row names now.
    const rejected = await host.put(`/api/media/${ids[0]}/moderate`, { status: 'rejected' });
    const approved = await host.put(`/api/media/${ids[0]}/moderate`, { status: 'approved' });
    expect([rejected.status, approved.status]).toEqual([200, 200]);
    expect((await host.get(renditionUrl(await item(ids[0]), 'screen'))).status).toBe(200);
  });

  it('can send messages back from a dead-letter queue, and their work is done', async () => {
    const { id } = await upload(host, eventId, await jpegFile(3));
    const { renditions } = await waitUntilProcessed(host, eventId, id);
    const old = renditions.tile.url.replace('tile.webp', 'tile.old.webp');
    await store.send(
      new PutObjectCommand({ Bucket: environment['MEDIA_BUCKET'], Key: old.slice(1), Body: 'left over' }),
    );
    expect((await host.get(old)).status).toBe(200);
    const letter = { eventId, mediaId: id, stale: ['tile.old.webp', 'tile.webp'] };
    const QueueUrl = `${environment['MOVES_QUEUE_URL'] ?? ''}-dlq`;
    await queues.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(letter) }));

    expect(await operate('redrive', '--queue', 'moves')).toMatch(/^moves: [1-9]\d* sent back$/m);
    await eventually(async () => (await host.get(old)).status === 403);
    expect((await host.get(renditions.tile.url)).status).toBe(200);
  });

  it.each([
    ['redrive', ['--queue', 'nothing'], /"nothing" is no queue: choose one of media, videos/],
    ['regenerate', ['--event', 'evt_1'], /^Name an event: npm run regenerate/],
    ['regenerate', ['--edition', 'A B'], /^Name an event/],
  ])('is told in one sentence what is wrong: %s %j', async (program, words, sentence) => {
    await expect(operate(program, ...words)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(sentence),
    });
  });
});
