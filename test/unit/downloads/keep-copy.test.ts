import { crc32 } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import type { MediaRecord } from '../../../functions/domain/records.ts';
import type { ArchiveEntry } from '../../../functions/downloads/archive-entries.ts';
import { keepCopy } from '../../../functions/downloads/keep-copy.ts';
import { readPart } from '../../../functions/downloads/read-part.ts';
import { OtherCopy, SourceFileGone } from '../../../functions/downloads/source-file-gone.ts';
import { layOutZip } from '../../../functions/downloads/zip-layout.ts';
import { copyKey, originalKey } from '../../../functions/storage/object-keys.ts';
import { mediaRecord } from '../../fixtures/records.ts';
import { keptCopies, NOW } from './kept-copies.ts';

const media = mediaRecord(1, { place: 'open', state: 'ready' });
const world = keptCopies(media);

beforeEach(() => world.begin());

it('a copy is put together without what the file told, and kept', async () => {
  expect(await keepCopy(media, NOW)).toEqual({ key: copyKey(media), mime: 'image/jpeg' });
  const copy = world.bytesOf(copyKey(media));
  expect(copy.includes('from Ana')).toBe(false);
  expect(copy.subarray(-100)).toEqual(world.bytesOf(originalKey(media)).subarray(-100));
});

it('a copy that is kept is handed out until it is about to be removed', async () => {
  await keepCopy(media, NOW);
  expect(await keepCopy(media, new Date('2026-06-02T07:00:00Z'))).toBeDefined();
  expect(world.writes).toBe(1);
  await keepCopy(media, new Date('2026-06-02T09:00:00Z'));
  expect(world.writes).toBe(2);
});

it.each<[string, MediaRecord | undefined]>([
  ['deleted', undefined],
  ['rejected', { ...media, status: 'rejected', statusVersion: 1 }],
])('nothing stays of an item that was %s meanwhile', async (_, now) => {
  world.row = now;
  expect(await keepCopy(media, NOW)).toBeUndefined();
  expect(world.names()).toEqual([originalKey(media)]);
});

it('there is none of a file whose parts are not what its format says', async () => {
  world.put(originalKey(media), world.bytesOf(originalKey(media)).subarray(0, 200));
  expect(await keepCopy(media, NOW)).toBeUndefined();
});

/** An entry of a ZIP without a stored plan, as of an item of an earlier release, and the copy that it is of. */
async function entryWithoutPlan(planKey: string) {
  await keepCopy(media, NOW);
  const copy = world.bytesOf(copyKey(media));
  const times = { wallTime: '2026-05-02T18:34:05', unixSeconds: null };
  const source = { name: 'a.jpg', key: originalKey(media), planKey };
  const entry: ArchiveEntry = { ...source, ...times, sizeBytes: copy.length, crc32: crc32(copy) };
  return { entry, copy };
}

function zipOf(entry: ArchiveEntry): Promise<Buffer> {
  const layout = layOutZip([entry]);
  return readPart(layout, { start: 0, end: layout.totalBytes });
}

it('a ZIP has the copy without a plan that is stored, as of an item of an earlier release', async () => {
  const { entry, copy } = await entryWithoutPlan('media/open/e/m/0/copy.json');
  expect((await zipOf(entry)).includes(copy)).toBe(true);
  world.row = undefined;
  await expect(zipOf({ ...entry, planKey: 'media/open/e/m/1/copy.json' })).rejects.toThrow(SourceFileGone);
});

it('a copy that an earlier release would have put together otherwise is no part of a ZIP, and of the next', async () => {
  const { entry, copy } = await entryWithoutPlan('media/open/e/m/2/copy.json');
  await expect(zipOf({ ...entry, crc32: 1 })).rejects.toThrow(OtherCopy);
  expect(world.forgotten).toEqual([1]);
  // The same process, which has found out anew what the copy is.
  expect((await zipOf(entry)).includes(copy)).toBe(true);
});

it('what is said of a copy that cannot be put together any more is taken back', async () => {
  const { entry } = await entryWithoutPlan('media/open/e/m/3/copy.json');
  world.put(originalKey(media), world.bytesOf(originalKey(media)).subarray(0, 200));
  await expect(zipOf(entry)).rejects.toThrow(OtherCopy);
  expect(world.forgotten).toEqual([entry.crc32]);
});
