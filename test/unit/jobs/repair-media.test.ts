import { CopyObjectCommand } from '@aws-sdk/client-s3';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { incomingKey, originalKey } from '../../../functions/storage/object-keys.ts';
import { handler } from '../../../functions/jobs/repair-media.ts';
import type { UploadRecord } from '../../../functions/domain/records.ts';
import { uploadIdOf } from '../../../functions/domain/ids.ts';
import { keys } from '../../../functions/table/keys.ts';
import { deliverySeconds } from '../../../functions/manifest/queues.ts';
import { workers } from '../../../functions/manifest/workers.ts';
import { mediaRecord } from '../../fixtures/records.ts';
import { mediaWorld, OWNER } from '../../fixtures/media-world.ts';

// The logger reads it when it is made, which imports do.
vi.hoisted(() => {
  Object.assign(process.env, { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' });
});

const world = mediaWorld();
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const waiting = (minutes: number) => mediaRecord(1, { state: 'processing', uploadedAt: minutesAgo(minutes) });
const [original, incoming] = [originalKey(waiting(0)), incomingKey(uploadIdOf(waiting(0).id))];
const file = new Uint8Array([1]);
const issued = {
  id: uploadIdOf(waiting(0).id),
  person: waiting(0).uploader,
  eventId: null,
  contentType: null,
  fileSizeBytes: null,
  issuedAt: minutesAgo(20),
};

const theUploadIs = (upload: UploadRecord | undefined) =>
  world.dynamo.on(GetCommand, { Key: keys.upload(issued.id) }).resolves({ Item: upload });
afterEach(() => void theUploadIs(undefined));

const repairRow = workers.find(({ id }) => id === 'repair-media');
const byTheClock = () => handler(repairRow?.trigger.kind === 'schedule' && repairRow.trigger.input);

it.each([{ source: 'aws.events' }, { olderThanSeconds: '900' }, { olderThanSeconds: -1 }])(
  'an event that says of no age is refused: %j',
  async (event) => {
    world.begin(waiting(16), { [original]: file });
    await expect(handler(event)).rejects.toThrow('olderThanSeconds');
    expect(world.state.sent).toEqual([]);
  },
);

describe('an item without renditions', () => {
  it('is driven again after a quarter of an hour', async () => {
    world.begin(waiting(16), { [original]: file });
    expect(await byTheClock()).toEqual({ redriven: 1 });
    expect(world.state.sent).toEqual([
      {
        queue: 'media',
        body: { Records: [{ s3: { object: { key: encodeURIComponent(original) } } }] },
        group: OWNER,
        delaySeconds: 0,
      },
    ]);
  });

  it('is then left to its job until the queues have given that up, and is driven once more', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      world.begin(waiting(16), { [original]: file });
      const redriven: number[] = [];
      const hoursOf = (deliverySeconds('media') + deliverySeconds('videos')) / 3600;
      for (const hours of [0, 0.25, 1, hoursOf - 2, 2]) {
        vi.setSystemTime(Date.now() + hours * 3_600_000);
        redriven.push((await byTheClock()).redriven);
      }
      expect(redriven).toEqual([1, 0, 0, 0, 1]);
      expect(world.state.sent).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is left in peace before that', async () => {
    world.begin(waiting(14), { [original]: file });
    expect(await byTheClock()).toEqual({ redriven: 0 });
    expect(world.state.sent).toEqual([]);
  });

  it('whose original was never copied gets it from its upload, which announces it', async () => {
    world.begin(waiting(16), { [incoming]: file });
    await byTheClock();
    expect(world.names()).toEqual([incoming, original].toSorted());
    expect(world.state.sent).toEqual([]);
  });

  it('does not get what arrived after the file that was saved', async () => {
    world.begin(waiting(16), { [incoming]: file });
    const saved = { savedAs: waiting(0).id, savedETag: '"saved"', savedVersion: 'first' };
    theUploadIs({ ...issued, ...saved, isTooLarge: false });
    await byTheClock();
    const copies = world.store.commandCalls(CopyObjectCommand).map(({ args }) => args[0].input);
    expect(copies.at(-2)?.CopySource).toMatch(/\?versionId=first$/);
    for (const copy of copies.slice(-2)) expect(copy).toMatchObject({ CopySourceIfMatch: '"saved"' });
  });

  it('whose file was replaced before its copy is given up at once, and delays nobody', async () => {
    world.begin(waiting(16), {});
    theUploadIs({
      ...issued,
      savedAs: waiting(0).id,
      savedETag: '"saved"',
      savedVersion: null,
      isTooLarge: false,
    });
    await byTheClock();
    expect(world.state.row).toMatchObject({ state: 'unsupported' });
  });

  it('that cannot be repaired is left alone for an hour, so that others have their turn', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      world.begin(waiting(16), {});
      world.state.refuses = true;
      const redriven: number[] = [];
      for (const minutes of [0, 15, 45, 30]) {
        vi.setSystemTime(Date.now() + minutes * 60_000);
        redriven.push((await byTheClock()).redriven);
      }
      expect(redriven).toEqual([1, 0, 0, 1]);
      expect(world.state.row).toMatchObject({ state: 'processing' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('that nothing is left of is said to be so when no upload is kept any more, and not before', async () => {
    world.begin(waiting(16), {});
    await byTheClock();
    expect(world.state.row).toMatchObject({ state: 'processing' });
    world.begin(waiting(9 * 24 * 60), {});
    await byTheClock();
    expect(world.state.row).toMatchObject({ state: 'unsupported' });
  });

  it('whose files the bucket does not hand out is left as it is, however old', async () => {
    world.begin(waiting(9 * 24 * 60), {});
    world.state.refuses = true;
    await byTheClock();
    expect(world.state.row).toMatchObject({ state: 'processing' });
    expect(world.state.sent).toEqual([]);
  });
});
