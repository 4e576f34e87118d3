import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createdMessage } from '../../../functions/domain/job-messages.ts';
import { originalKey, renditionFolder } from '../../../functions/storage/object-keys.ts';
import type { MediaFacts, MediaRecord } from '../../../functions/domain/records.ts';
import { handler as moveFiles } from '../../../functions/jobs/reconcile-files.ts';
import { handler } from '../../../functions/jobs/process-media.ts';
import { handler as makeHeavy } from '../../../functions/jobs/process-heavy-media.ts';
import { keys } from '../../../functions/table/keys.ts';
import { layers, manyFrames } from '../../fixtures/hostile-pictures.ts';
import { mediaRecord } from '../../fixtures/records.ts';
import { smallJpeg } from '../../fixtures/uploads.ts';
import { delivery, lambda, mediaWorld, OWNER } from '../../fixtures/media-world.ts';

// The logger reads it when it is made, which imports do.
vi.hoisted(() => {
  Object.assign(process.env, {
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_DEV: 'true',
    POWERTOOLS_METRICS_DISABLED: 'false',
  });
});

const world = mediaWorld();
const metrics: string[] = [];
beforeEach(() => {
  metrics.length = 0;
  vi.spyOn(console, 'log').mockImplementation((line: string) => void metrics.push(line));
});

const item = mediaRecord(1, { state: 'processing' });
const key = originalKey(item);
const NAMES = ['screen', 'small', 'tile'];
const inOpen = (edition = '', folder = renditionFolder(item, 'open')): string[] => [
  `${folder}copy${edition}.json`,
  ...NAMES.map((name) => `${folder}${name}${edition}.webp`),
];

let jpeg: Uint8Array = new Uint8Array();
beforeAll(async () => {
  jpeg = await smallJpeg();
});

const run = (body: string, attempt?: number) => handler(delivery(body, attempt), lambda);
const files = (names: readonly string[] = []): Record<string, Uint8Array> => ({
  [key]: jpeg,
  ...Object.fromEntries(names.map((name) => [name, new Uint8Array([1])])),
});
const facts: MediaFacts = {
  width: 10,
  height: 10,
  durationSeconds: null,
  blur: null,
  color: null,
  perceptualHash: null,
  renditions: ['small', 'tile', 'screen'].map((name) => ({ name: `${name}.webp`, width: 10, height: 10 })),
  copy: { name: 'copy.json', extension: 'jpg', sizeBytes: 10, crc32: 1 },
  play: null,
  signals: null,
};
const ready: MediaRecord = { ...item, state: 'ready', place: 'open', facts };

describe('a delivery', () => {
  it('makes renditions and facts once, whatever comes after it', async () => {
    world.begin(item, files());
    expect(await run(createdMessage(key))).toEqual({ batchItemFailures: [] });
    expect(world.names()).toEqual([...inOpen(), key].toSorted());
    expect(world.state.row).toMatchObject({
      state: 'ready',
      place: 'open',
      facts: { width: 61, height: 40 },
    });
    expect([...world.state.undated]).toEqual([keys.undatedItem(item).sk]);
    const [row, writes] = [{ ...world.state.row }, world.dynamo.commandCalls(UpdateCommand).length];
    // The same again, one that took its time, and one that comes at its last attempt.
    for (const attempt of [1, 2, 3]) await run(createdMessage(key), attempt);
    expect(world.state.row).toEqual(row);
    expect(world.dynamo.commandCalls(UpdateCommand)).toHaveLength(writes);
  });

  it('of an item that was deleted while its original was copied leaves nothing behind', async () => {
    world.begin(undefined, files());
    expect(await run(createdMessage(key))).toEqual({ batchItemFailures: [] });
    expect(world.names()).toEqual([]);
  });

  it('that is overtaken by the deletion leaves nothing behind', async () => {
    world.begin(item, files());
    world.state.meanwhile = () => (world.state.row = undefined);
    await run(createdMessage(key));
    expect(world.names().filter((name) => name.includes('/open/') || name.includes('/held/'))).toEqual([]);
  });

  it('that is overtaken by moderation puts the files where they belong now', async () => {
    world.begin({ ...item, status: 'pending' }, files());
    world.state.meanwhile = () =>
      Object.assign(world.state.row ?? {}, { status: 'approved', statusVersion: 1 });
    await run(createdMessage(key));
    const now = renditionFolder({ ...item, placeVersion: 1 }, 'open');
    expect(world.names()).toEqual([...inOpen('', now), key].toSorted());
    expect(world.state.row).toMatchObject({ state: 'ready', place: 'open', placeVersion: 1 });
  });

  it('of a file that kills the worker is recorded before the last attempt', async () => {
    world.begin(item, files());
    expect(await run(createdMessage(key), 6)).toEqual({ batchItemFailures: [] });
    expect(world.state.states).toEqual(['unsupported', 'ready']);
    // It has counted as an upload all the time.
    expect(world.dynamo.commandCalls(TransactWriteCommand)).toEqual([]);
    expect(world.state.row).not.toHaveProperty('isDiscarded');
  });

  it('of an item with a date notes none', async () => {
    world.begin({ ...item, capturedAt: '2026-06-30T18:00:00.000Z', capturedAtZone: 'utc' }, files());
    await run(createdMessage(key));
    expect([world.state.row?.['state'], world.state.undated.size]).toEqual(['ready', 0]);
  });

  it.each([5, 6])('of a file that cannot be read says nothing of it, at attempt %i', async (attempt) => {
    world.begin(item, {});
    expect((await run(createdMessage(key), attempt)).batchItemFailures).toHaveLength(1);
    expect(world.state.row).toMatchObject({ state: 'processing' });
  });

  it('whose last attempt uses up its time stays recorded as a file that cannot be shown', async () => {
    world.begin(item, files());
    world.state.whenWriting = () => {
      throw Object.assign(new Error('over'), { name: 'TimeoutError' });
    };
    const late = { getRemainingTimeInMillis: () => 1_000 };
    expect((await handler(delivery(createdMessage(key), 6), late)).batchItemFailures).toHaveLength(1);
    expect(world.state.row).toMatchObject({ state: 'unsupported' });
  });

  it('whose last attempt meets a busy store is not recorded as a file that cannot be shown', async () => {
    world.begin(item, files());
    const states: unknown[] = [];
    world.state.whenWriting = () => {
      states.push(world.state.row?.['state']);
      throw Object.assign(new Error('busy'), { name: 'SlowDown' });
    };
    expect((await run(createdMessage(key), 6)).batchItemFailures).toHaveLength(1);
    expect([...states, world.state.row?.['state']]).toEqual(['unsupported', 'processing']);
    const written = world.dynamo.commandCalls(UpdateCommand).at(-1)?.args[0].input;
    expect(written).toMatchObject({
      UpdateExpression: expect.stringContaining('gsi5pk'),
      ConditionExpression: expect.stringContaining('#state = :from'),
    });
    expect(world.state.row).not.toHaveProperty('isDiscarded');
  });

  it('notes an undated item before it makes anything, also if nothing can be made of it', async () => {
    world.begin(item, { [key]: jpeg.subarray(0, 30) });
    await run(createdMessage(key));
    expect(world.state.row).toMatchObject({ state: 'unsupported' });
    expect([...world.state.undated]).toEqual([keys.undatedItem(item).sk]);
  });

  it.each([1, 6])('that cannot note an undated item comes again, after attempt %i', async (attempt) => {
    world.begin(item, files());
    world.state.whenNoting = () => {
      throw Object.assign(new Error('busy'), { name: 'ThrottlingException' });
    };
    expect((await run(createdMessage(key), attempt)).batchItemFailures).toHaveLength(1);
    expect([world.state.row?.['state'], world.names()]).toEqual(['processing', [key]]);
    world.state.whenNoting = undefined;
    expect(await run(createdMessage(key), attempt)).toEqual({ batchItemFailures: [] });
    expect(world.state.row).toMatchObject({ state: 'ready' });
    expect([...world.state.undated]).toEqual([keys.undatedItem(item).sk]);
  });

  it('of a file that cannot be shown is acknowledged, recorded and counted', async () => {
    world.begin(item, { [key]: jpeg.subarray(0, 30) });
    expect(await run(createdMessage(key))).toEqual({ batchItemFailures: [] });
    expect(metrics.map((line) => JSON.parse(line))).toMatchObject([{ UnsupportedFiles: 1 }]);
    expect(world.state.row).toMatchObject({
      state: 'unsupported',
      unsupportedReason: 'damaged',
      contentHash: expect.any(String),
    });
    // No dead letter: nobody has to look at it.
    expect(world.state.sent).toEqual([]);
  });
});

describe('a new edition', () => {
  it('stands beside the earlier files, which go a quarter of an hour later', async () => {
    world.begin({ ...ready, undatedNumber: 7 }, files(inOpen()));
    await run(createdMessage(key, 'mf3'));
    expect(world.names()).toEqual([...inOpen(), ...inOpen('.mf3'), key].toSorted());
    expect(world.state.row).toMatchObject({
      state: 'ready',
      undatedNumber: 7,
      facts: {
        renditions: [{ name: 'small.mf3.webp' }, { name: 'tile.mf3.webp' }, { name: 'screen.mf3.webp' }],
      },
    });
    const [sweep] = world.state.sent;
    expect(sweep).toMatchObject({ queue: 'moves', delaySeconds: 900 });
    expect(sweep?.body.stale.toSorted()).toEqual(['copy.json', 'screen.webp', 'small.webp', 'tile.webp']);
    await moveFiles(delivery(JSON.stringify(sweep?.body)), lambda);
    expect(world.names()).toEqual([...inOpen('.mf3'), key].toSorted());
    // Late or twice, it takes nothing that the row speaks of.
    const late = { ...sweep?.body, stale: ['tile.mf3.webp', 'tile.webp'] };
    await moveFiles(delivery(JSON.stringify(late)), lambda);
    expect(world.names()).toEqual([...inOpen('.mf3'), key].toSorted());
  });

  it('is made once, and leaves the name as it is', async () => {
    world.begin(ready, files(inOpen()));
    await run(createdMessage(key, 'mf3'));
    const row = { ...world.state.row };
    await run(createdMessage(key, 'mf3'), 2);
    expect(world.state.sent).toHaveLength(1);
    expect(world.state.row).toEqual(row);
    expect(world.state.undated.size).toBe(0);
  });

  it('that is overtaken by moderation stands where the earlier files go', async () => {
    world.begin(ready, files(inOpen()));
    world.state.meanwhile = () =>
      Object.assign(world.state.row ?? {}, { status: 'rejected', statusVersion: 1 });
    await run(createdMessage(key, 'mf3'));
    const now = renditionFolder({ ...item, placeVersion: 1 }, 'held');
    expect(world.state.row).toMatchObject({ place: 'held', placeVersion: 1 });
    expect(world.names()).toEqual([...inOpen('.mf3', now), key].toSorted());
  });

  it('that cannot be made leaves everything as it is', async () => {
    world.begin(ready, { ...files(inOpen()), [key]: new Uint8Array(50) });
    const row = { ...world.state.row };
    expect(await run(createdMessage(key, 'mf3'), 3)).toEqual({ batchItemFailures: [] });
    expect(world.state.row).toEqual(row);
    expect(world.names()).toEqual([...inOpen(), key].toSorted());
    expect(world.state.sent).toEqual([]);
  });

  it('of a video goes on to the workers for videos', async () => {
    world.begin({ ...ready, mimeType: 'video/mp4' }, files());
    await run(createdMessage(key, 'mf3'));
    expect(world.state.sent).toMatchObject([{ queue: 'videos', body: { edition: 'mf3' } }]);
  });
});

describe('a picture that takes longer than a photo', () => {
  const heavyWork = [{ queue: 'heavy', group: OWNER, body: { Records: [{ s3: { object: {} } }] } }];

  it.each([
    ['because of its type', { mimeType: 'image/svg+xml' }],
    ['because of its size', { fileSizeBytes: 90_000_000 }],
  ])('%s goes on to others untried', async (_why, what) => {
    world.begin({ ...item, ...what }, {});
    expect(await run(createdMessage(key))).toEqual({ batchItemFailures: [] });
    expect(world.state.sent).toMatchObject(heavyWork);
  });

  it('is not to blame for a machine that starts no process, at the last attempt either', async () => {
    world.begin(item, files());
    const { execPath } = process;
    try {
      process.execPath = '/nonexistent';
      expect((await makeHeavy(delivery(createdMessage(key), 6), lambda)).batchItemFailures).toHaveLength(1);
    } finally {
      process.execPath = execPath;
    }
    expect(world.state.row?.['state']).toBe('processing');
  });

  it('because it moves is ready elsewhere, and moves', async () => {
    world.begin({ ...item, mimeType: 'image/gif' }, { [key]: await manyFrames(90, 270) });
    expect(await run(createdMessage(key))).toEqual({ batchItemFailures: [] });
    expect(world.state.sent).toMatchObject([{ queue: 'heavy', body: { takenMs: 0 } }]);
    await makeHeavy(delivery(JSON.stringify(world.state.sent[0]?.body)), lambda);
    expect(world.state.row?.['state']).toBe('ready');
    const screen = world.state.files.get(`${renditionFolder(item, 'open')}screen.webp`);
    expect(await sharp(screen).metadata()).toMatchObject({ width: 270, pages: 90 });
  });

  it('than it may goes on to others, also at the last attempt, and costs its worker nothing more', async () => {
    const slow = { ...item, mimeType: 'image/gif' };
    const gif = await manyFrames(200, 440);
    world.begin(slow, { [key]: gif });
    expect(await run(createdMessage(key), 6)).toEqual({ batchItemFailures: [] });
    expect(world.state.sent).toMatchObject(heavyWork);
    expect(world.state.row?.['state']).toBe('processing');
    // The next one is made as if nothing had been.
    world.begin(item, files());
    expect(await run(createdMessage(key))).toEqual({ batchItemFailures: [] });
    expect(world.state.row?.['state']).toBe('ready');
  });

  it('or more memory than it may elsewhere, too, cannot be shown, at the first attempt, and is counted', async () => {
    world.begin({ ...item, mimeType: 'image/svg+xml' }, { [key]: layers() });
    expect(await makeHeavy(delivery(createdMessage(key)), lambda)).toEqual({ batchItemFailures: [] });
    expect(world.state.row?.['state']).toBe('unsupported');
    expect(metrics.join('')).toContain('UnsupportedFiles');
  });
});
