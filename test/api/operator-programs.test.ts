import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { queueRegeneration } from '../../infra/operate/queue-regeneration.ts';
import { projectDir } from '../../infra/build/project-paths.ts';
import type { SignedIn } from '../fixtures/users-and-guests.ts';
import { eventually, jpegFile, upload } from '../fixtures/uploads.ts';
import { renditionUrl } from '../fixtures/rendition-url.ts';
import { newUser } from '../fixtures/new-user.ts';
import { processedItem } from '../fixtures/processed-item.ts';

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
let id: string;

beforeAll(async () => {
  host = await newUser(base);
  eventId = (await host.post('/api/events', { name: 'Operated', privacy: 'public' })).json.id;
  ({ id } = await upload(host, eventId, await jpegFile(1)));
});

const item = async (id: string) =>
  (await host.get(`/api/events/${eventId}/media`)).json.find((one) => one.id === id);

describe('an operator', () => {
  it('can have an event’s renditions made again, while open pages still show the earlier ones', async () => {
    const earlier: string = (await processedItem(host, eventId, id)).renditions.tile.url;

    const told = await operate('regenerate', '--event', eventId, '--edition', 'new1');
    expect(told).toContain('1 sent to the workers, 0 had the edition new1 already.');
    const fresh = await eventually(async () => {
      const url = (await item(id))?.renditions.tile?.url;
      return url?.includes('.new1.') && url;
    });
    expect(fresh).not.toBe(earlier);
    // Pages that are open still show the earlier one.
    for (const url of [fresh, earlier]) expect((await host.get(url)).status).toBe(200);
    expect(
      await queueRegeneration({
        eventId,
        edition: 'new1',
        client: queues,
        queues: { media: '', videos: '' },
        pause: () => Promise.resolve(),
        tell: () => undefined,
      }),
    ).toEqual({ sent: 0, alreadyMade: 1 });
    // Moderation moves what the row names now.
    const rejected = await host.put(`/api/media/${id}/moderate`, { status: 'rejected' });
    const approved = await host.put(`/api/media/${id}/moderate`, { status: 'approved' });
    expect([rejected.status, approved.status]).toEqual([200, 200]);
    expect((await host.get(renditionUrl(await item(id), 'screen'))).status).toBe(200);
  });

  it('can send messages back from a dead-letter queue, and their work is done', async () => {
    const { renditions } = await processedItem(host, eventId, id);
    const current = path.basename(renditions.tile.url);
    const old = renditions.tile.url.replace(current, 'tile.old.webp');
    await store.send(
      new PutObjectCommand({ Bucket: environment['MEDIA_BUCKET'], Key: old.slice(1), Body: 'left over' }),
    );
    expect((await host.get(old)).status).toBe(200);
    const letter = { eventId, mediaId: id, stale: ['tile.old.webp', current] };
    const QueueUrl = `${environment['MOVES_QUEUE_URL'] ?? ''}-dlq`;
    await queues.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(letter) }));

    expect(await operate('redrive', '--queue', 'moves')).toMatch(/^moves: [1-9]\d* sent back$/m);
    await eventually(async () => (await host.get(old)).status === 403);
    expect((await host.get(renditions.tile.url)).status).toBe(200);
  });

  it.each([
    ['redrive', ['--queue', 'nothing'], /"nothing" is no queue: choose one of media, videos/],
    ['regenerate', ['--event', 'evt_1'], /^Name an event: npm run regenerate/],
  ])('is told in one sentence what is wrong: %s %j', async (program, words, sentence) => {
    await expect(operate(program, ...words)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(sentence),
    });
  });
});
