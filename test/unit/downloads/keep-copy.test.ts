import { crc32 } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import type { MediaRecord } from '../../../functions/domain/records.ts';
import type { ArchiveEntry } from '../../../functions/downloads/archive-entries.ts';
import { keepCopy } from '../../../functions/downloads/keep-copy.ts';
import { readPart, SourceFileGone } from '../../../functions/downloads/read-part.ts';
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

it('a ZIP has the copy without a plan that is stored, as of an item of an earlier release', async () => {
  await keepCopy(media, NOW);
  const copy = world.bytesOf(copyKey(media));
  const times = { wallTime: '2026-05-02T18:34:05', unixSeconds: null };
  const entry: ArchiveEntry = {
    ...times,
    name: 'a.jpg',
    key: originalKey(media),
    planKey: 'media/open/e/m/0/copy.json',
    sizeBytes: copy.length,
    crc32: crc32(copy),
  };
  const layout = layOutZip([entry]);
  const zip = await readPart(layout, { start: 0, end: layout.totalBytes });
  expect(zip.includes(copy)).toBe(true);
  // An earlier release would have put it together otherwise: that is no part of this ZIP, and is found out anew for the next.
  const other = { ...entry, planKey: 'media/open/e/m/2/copy.json', crc32: 1 };
  await expect(readPart(layOutZip([other]), { start: 0, end: 400 })).rejects.toThrow(SourceFileGone);
  expect(world.forgotten).toEqual([1]);
  world.row = undefined;
  await expect(
    readPart(layOutZip([{ ...entry, planKey: 'media/open/e/m/1/copy.json' }]), { start: 0, end: 400 }),
  ).rejects.toThrow(SourceFileGone);
});
