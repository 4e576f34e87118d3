import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { getMedia } from '../../functions/table/media.ts';
import { mediaType } from '../../shared/values/media-types.ts';
import { newUser } from '../fixtures/new-user.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { type Guest } from '../fixtures/users-and-guests.ts';
import { upload } from '../fixtures/uploads.ts';
import { processedItem } from '../fixtures/processed-item.ts';
import { hasFfmpeg } from '../fixtures/sample-video.ts';
import { exifSegment, withSegments } from '../fixtures/made-media.ts';

const base = inject('siteUrl');

let folder: string;
let guest: Guest;
let eventId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'types-'));
  const host = await newUser(base);
  guest = await seedGuest(base);
  eventId = await seedEvent(host, { name: 'All kinds' });
});
afterAll(() => rmSync(folder, { recursive: true }));

const square =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="50" height="60" fill="#c33"/></svg>';
const picture = () => sharp(Buffer.from(square)).flatten({ background: '#246' });

/** Metadata of a picture that is stored sideways, with the camera's time and its offset. */
const TURNED = exifSegment({
  first: { 0x0112: 6 },
  exif: { 0x9003: '2026:05:06 07:08:09', 0x9011: '+02:00' },
});

const TAKEN = ['2026-05-06T05:08:09.000Z', 'offset'];

/** One that is decoded and one that is drawn; all types are in `test/unit/media`. A bitmap is in `renditions-and-originals.test.ts`. */
const pictures: readonly (readonly [
  type: string,
  bytes: () => Promise<Buffer>,
  width: number,
  height: number,
])[] = [
  ['image/jpeg', async () => withSegments(await picture().jpeg().toBuffer(), TURNED), 60, 90],
  ['image/svg+xml', () => Promise.resolve(Buffer.from(square)), 1600, 1067],
];

/** One that is converted and one that is copied, of each type that plays; all are in `test/unit/media`. */
const videos: readonly (readonly [type: string, file: string, args: readonly string[], plays: string])[] = [
  ['video/quicktime', 'a.mov', ['-c:v', 'mjpeg', '-c:a', 'pcm_s16le'], 'video/mp4'],
  ['video/webm', 'a.webm', ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus'], 'video/webm'],
];

/** Ten frames with a tone, and metadata that must not be served. */
function film(name: string, args: readonly string[]): Buffer {
  const file = join(folder, name);
  const sources = [
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=176x144:rate=10:duration=1',
    '-f',
    'lavfi',
    '-i',
    'sine=duration=1',
  ];
  const notes = [
    '-metadata',
    'title=secret',
    '-metadata',
    'location=+48.2+16.3/',
    '-metadata',
    'creation_time=2026-05-06T07:08:09Z',
  ];
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...sources, ...args, ...notes, file]);
  return readFileSync(file);
}

/** What became of each, by its type: all are sent before the first is waited for. */
const worked = new Map<string, any>();

beforeAll(async () => {
  const files: (readonly [type: string, bytes: Buffer])[] = [];
  for (const [type, bytes] of pictures) files.push([type, await bytes()]);
  if (hasFfmpeg) for (const [type, file, args] of videos) files.push([type, film(file, args)]);
  const sent = await Promise.all(
    files.map(async ([type, bytes]) => ({
      type,
      ...(await upload(guest, eventId, { name: 'any', type, bytes })),
    })),
  );
  for (const { type, id } of sent) worked.set(type, await processedItem(guest, eventId, id));
});

async function expectReady(type: string): Promise<any> {
  const item = worked.get(type);
  expect(item).toMatchObject({ state: 'ready', mimeType: mediaType(type)?.mime });
  expect(Object.keys(item.renditions).toSorted()).toEqual(['screen', 'small', 'tile']);
  const { status, headers } = await guest.get(item.renditions.tile.url);
  expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(item).toMatchObject({ blur: expect.any(String), color: expect.stringMatching(/^#[0-9a-f]{6}$/) });
  const row = await getMedia(item.id);
  expect(row).toMatchObject({
    contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    crc32: expect.any(Number),
  });
  expect(row?.facts?.perceptualHash).toMatch(/^[0-9a-f]{16}$/);
  return item;
}

describe('an accepted type', () => {
  it.each(pictures)('%s gets its renditions and facts', async (type, _bytes, width, height) => {
    const item = await expectReady(type);
    expect(item).toMatchObject({ kind: 'picture', width, height, durationSeconds: null, playUrl: null });
    const { tile } = item.renditions;
    expect(Math.abs(tile.width / tile.height - width / height)).toBeLessThan(0.02);
    const { capturedAt, capturedAtZone } = item;
    expect([capturedAt, capturedAtZone]).toEqual(type === 'image/jpeg' ? TAKEN : [null, null]);
  });

  it.runIf(hasFfmpeg).each(videos)(
    '%s gets a poster, its length, and something that plays',
    async (type, _file, _args, plays) => {
      const item = await expectReady(type);
      expect(item).toMatchObject({ kind: 'video', width: 176, height: 144 });
      expect(item.durationSeconds).toBeGreaterThan(0.8);
      expect(item.durationSeconds).toBeLessThan(1.5);
      const begun = await guest.get(item.playUrl, { range: 'bytes=0-99' });
      expect([begun.status, begun.headers.get('content-type')]).toEqual([206, plays]);
      const played = await guest.get(item.playUrl);
      expect([played.status, played.headers.get('content-type')]).toEqual([200, plays]);
      expect(played.text).not.toMatch(/secret|\+48\.2|creation_time|2026-05-06/);
    },
  );
});

/** The head of an ISO file: a box `ftyp` with its brand. */
const branded = (brand: string): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1miaf`), Buffer.alloc(500)]);

// Which brands are which of these types is in `test/unit/media/sniff.test.ts`.
it('a type that is known but not accepted is refused by its name and by its bytes', async () => {
  const bytes = branded('heic');
  const named = upload(guest, eventId, { name: 'a', type: 'image/heic', bytes });
  await expect(named).rejects.toThrow(/415/);
  const disguised = upload(guest, eventId, { name: 'a.jpg', type: 'image/jpeg', bytes });
  await expect(disguised).rejects.toThrow(/415/);
});
