import { expect, it } from 'vitest';
import type { MediaFacts, MediaRecord } from '../../../functions/domain/records.ts';
import { archiveEntries, chatSource, downloadSource } from '../../../functions/downloads/archive-entries.ts';
import { measureItems } from '../../../functions/downloads/measure-items.ts';
import { layOutZip } from '../../../functions/downloads/zip-layout.ts';
import { chatCopyKey } from '../../../functions/storage/object-keys.ts';
import { mediaRecord } from '../../fixtures/records.ts';

const MB = 1_000_000;
const facts: MediaFacts = {
  width: 4000,
  height: 3000,
  durationSeconds: null,
  blur: null,
  color: null,
  perceptualHash: null,
  renditions: [{ name: 'screen.webp', width: 1600, height: 1200 }],
  play: null,
  signals: null,
  copy: { name: 'copy.json', extension: 'jpg', sizeBytes: 3 * MB, crc32: 7 },
};
const photo = (number: number, change: Partial<MediaRecord> = {}) =>
  mediaRecord(number, { facts, place: 'open', state: 'ready', fileSizeBytes: 3 * MB + 9000, ...change });
const video = (number: number) =>
  photo(number, {
    mimeType: 'video/mp4',
    originalName: `clip-${number}.mp4`,
    fileSizeBytes: 40 * MB,
    facts: {
      ...facts,
      play: 'play.mp4',
      copy: { name: 'copy.json', extension: 'mp4', sizeBytes: 39 * MB, crc32: 8 },
      download: { name: 'play.mp4', sizeBytes: 12 * MB, crc32: 9 },
    },
  });
const event = { name: 'Party', createdAt: '2026-06-01T00:00:00.000Z' };
const naming = { viewer: 'everyone', event, nameOf: () => 'Ana', numberOf: () => undefined } as const;

it('at full size it is the length of the ZIP, to the byte, for whom it is', () => {
  const items = [photo(1), photo(2), video(3)];
  for (const viewer of ['everyone', 'owner'] as const) {
    const { full } = measureItems(items, { ...naming, viewer });
    const chosen = items.map((media) => {
      const source = downloadSource({ ...media, crc32: 1 }, viewer);
      if (!source?.sum) throw new Error('There is no file.');
      return { media, source, sum: source.sum };
    });
    const { totalBytes: bytes } = layOutZip(archiveEntries(chosen, { ...naming, viewer }));
    expect(full).toEqual({ photoCount: 2, videoCount: 1, fileCount: 3, bytes, isExact: true });
  }
});

it('for chats it is an estimate: of photos by their pixels, of videos what is played', () => {
  const { chat } = measureItems([photo(1), video(2)], naming);
  expect(chat).toMatchObject({ photoCount: 1, videoCount: 1, fileCount: 2, isExact: false });
  // As a photo of 3 MB comes out: a quarter of its pixels, at a little more bytes for each.
  expect(chat.bytes - 12 * MB).toBeGreaterThan(0.7 * MB);
  expect(chat.bytes - 12 * MB).toBeLessThan(1.3 * MB);
  // It has no more than its pixels can take, and a small one about what it had.
  const of = (change: Partial<MediaRecord>) => measureItems([photo(1, change)], naming).chat.bytes;
  expect(of({ fileSizeBytes: 90 * MB })).toBe(2000 * 1500 * 0.3);
  // A measured one: 1.58 MB became 626 KB.
  expect(of({ fileSizeBytes: 1.58 * MB })).toBeCloseTo(620_000, -4);
  expect(of({ facts: { ...facts, width: 800, height: 600 }, fileSizeBytes: 100_000 })).toBe(100_000);
});

it('what has no file counts nowhere, and of what an earlier release made it is said that it is not exact', () => {
  const unsupported = mediaRecord(1, { state: 'unsupported', fileSizeBytes: 500 });
  expect(measureItems([unsupported], naming)).toMatchObject({
    full: { fileCount: 0 },
    chat: { fileCount: 0 },
  });
  expect(measureItems([unsupported], { ...naming, viewer: 'owner' })).toMatchObject({
    full: { fileCount: 1, isExact: true },
    chat: { fileCount: 0 },
  });
  const old = photo(2, { facts: { ...facts, copy: undefined } });
  const { full } = measureItems([old], naming);
  expect(full.isExact).toBe(false);
  expect(full.bytes).toBeGreaterThan(3 * MB);
});

it('a ZIP for chats has what was made of photos, and the playable rendition of videos, named as the other', () => {
  const items = [photo(1), video(2), photo(3), photo(4, { facts: null })];
  const sum = { sizeBytes: 400_000, crc32: 5 };
  const made = {
    sums: new Map([1, 4].map((number) => [chatCopyKey(photo(number)), sum])),
    unmade: new Set([photo(6).id]),
  };
  const chosen = items.flatMap((media) => {
    const source = chatSource(media, made);
    return source?.sum ? [{ media, source, sum: source.sum }] : [];
  });
  const named = (viewer: 'owner' | 'everyone') =>
    archiveEntries(chosen, { ...naming, viewer }).map(({ name, key, sizeBytes }) => [name, key, sizeBytes]);
  const [first, second] = items;
  expect(named('everyone')).toEqual([
    ['Party 02570400.jpg', first && chatCopyKey(first), 400_000],
    ['Party 02570400.mp4', `media/open/${second?.eventId}/${second?.id}/0/play.mp4`, 12 * MB],
  ]);
  expect(named('owner').map(([name]) => name)).toEqual([
    'Unknown date Ana photo-1.jpg',
    'Unknown date Ana clip-2.mp4',
  ]);
  const clip = { ...video(5), facts: { ...facts, play: null } };
  const unmade = photo(6);
  for (const media of [clip, unmade])
    expect(chatSource(media, made)).toEqual(downloadSource(media, 'everyone'));
});
