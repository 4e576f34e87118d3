import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { layOutZip, piecesOf, type Range, type ZipLayout } from '../../../functions/downloads/zip-layout.ts';
import type { ZipEntry } from '../../../functions/downloads/zip-records.ts';
import { readZip } from '../../fixtures/read-zip.ts';

type Made = ZipEntry & { content: (from: number, length: number) => Buffer };

const entry = (name: string, bytes: Buffer, change: Partial<ZipEntry> = {}): Made => ({
  name,
  sizeBytes: bytes.length,
  crc32: crc32(bytes),
  wallTime: '2026-05-02T18:34:05',
  unixSeconds: Date.UTC(2026, 4, 2, 16, 34, 5) / 1000,
  content: (from, length) => bytes.subarray(from, from + length),
  ...change,
});

/** The bytes of a range, each written once and none left out. */
function bytesOf(layout: ZipLayout<Made>, range: Range): Buffer {
  const bytes = Buffer.alloc(range.end - range.start);
  let next = 0;
  for (const piece of piecesOf(layout, range)) {
    // No assertion for each: there are hundreds of thousands.
    if (piece.at !== next) throw new Error(`A piece begins at ${piece.at} instead of ${next}.`);
    const made = piece.kind === 'made' ? piece.bytes : piece.entry.content(piece.from, piece.length);
    made.copy(bytes, piece.at);
    next += made.length;
  }
  if (next !== bytes.length) throw new Error(`The pieces end at ${next} instead of ${bytes.length}.`);
  return bytes;
}

const files = [
  entry('2026-05-02 18.34.05 Ana IMG_1.jpg', Buffer.from('first')),
  entry('Ünïcode 💐.webp', Buffer.alloc(5000, 7), { unixSeconds: null }),
  entry('empty.bin', Buffer.alloc(0)),
  entry('old.jpg', Buffer.from('scan'), { wallTime: '1931-01-02T03:04:05', unixSeconds: null }),
];

it('is read by another reader as it was meant', async () => {
  const layout = layOutZip(files);
  const read = await readZip(bytesOf(layout, { start: 0, end: layout.totalBytes }));
  expect(read.map(({ name, bytes }) => [name, bytes])).toEqual(
    files.map(({ name, content, sizeBytes }) => [name, content(0, sizeBytes)]),
  );
  expect(read[0]?.modified).toEqual(new Date('2026-05-02T16:34:05Z'));
  // Without an instant the wall time as it stands; before 1980 the first day there is.
  expect(read[1]?.modified).toEqual(new Date('2026-05-02T18:34:04Z'));
  expect(read[3]?.modified).toEqual(new Date('1980-01-01T00:00:00Z'));
});

it('is the same whatever ranges it is written in', () => {
  const layout = layOutZip(files);
  const whole = bytesOf(layout, { start: 0, end: layout.totalBytes });
  for (const step of [1, 7, 46, 1000, 4096]) {
    const hash = createHash('sha256');
    for (let start = 0; start < layout.totalBytes; start += step) {
      hash.update(bytesOf(layout, { start, end: Math.min(start + step, layout.totalBytes) }));
    }
    expect(hash.digest('hex')).toBe(createHash('sha256').update(whole).digest('hex'));
  }
});

it('holds nothing', async () => {
  const layout = layOutZip<Made>([]);
  expect(layout.totalBytes).toBe(22);
  expect(await readZip(bytesOf(layout, { start: 0, end: 22 }))).toEqual([]);
});

const zerosOf = (_from: number, length: number): Buffer => Buffer.alloc(length);

/** Zeros of any length, without their ever being in memory together. */
function zeros(name: string, sizeBytes: number): Made {
  const block = Buffer.alloc(1_000_000);
  let sum = 0;
  for (let left = sizeBytes; left > 0; left -= block.length) {
    sum = crc32(block.subarray(0, Math.min(left, block.length)), sum);
  }
  return { ...entry(name, Buffer.alloc(0)), sizeBytes, crc32: sum, content: zerosOf };
}

it('of 70,000 files and more than 4 GiB is found by another reader, the last file by its own bytes', async () => {
  const big = zeros('big', 90_000_000);
  const small = entry('small', Buffer.from('the small one'));
  const entries = Array.from({ length: 70_000 }, (_, index) => ({
    ...(index % 1000 === 999 ? big : small),
    name: `${index}.jpg`,
  }));
  const layout = layOutZip(entries);
  expect(layout.directory.start).toBeGreaterThan(2 ** 32);
  const read = await readZip(
    { totalBytes: layout.totalBytes, read: (range) => bytesOf(layout, range) },
    (name) => ['0.jpg', '69997.jpg', '69998.jpg'].includes(name),
  );
  expect(read).toHaveLength(70_000);
  expect(read.at(-2)?.bytes.toString()).toBe('the small one');
  expect(read.at(-1)).toMatchObject({ name: '69999.jpg', sizeBytes: 90_000_000 });
}, 60_000);
