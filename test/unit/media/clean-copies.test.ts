import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bufferSource } from '../../../functions/media/byte-source.ts';
import { readExifDates } from '../../../functions/media/exif-dates.ts';
import { readPictureBlocks } from '../../../functions/media/picture-blocks.ts';
import { exifSegment, jpegSegment, withSegments, xmpSegment } from '../../fixtures/made-media.ts';
import { hasSamples, sample, sampleNames } from '../../fixtures/sample-files.ts';
import {
  AT_SIX,
  capturedIn,
  copyOf,
  expectNoSecretsOf,
  expectProfileOf,
  pixels,
  planOfCopy,
  SECRETS,
} from './copy-making.ts';
import { scene } from './made-pictures.ts';
import { exiftoolTags, groupsIn, hasExiftool } from './metadata-readers.ts';

/** All of a JPEG from its first scan to its end, which another reading finds from behind. */
function scansOf(bytes: Buffer): Buffer {
  let at = 2;
  while (bytes[at + 1] !== 0xda) at += 2 + bytes.readUInt16BE(at + 2);
  return bytes.subarray(at, bytes.indexOf(Buffer.from([0xff, 0xd9]), at) + 2);
}

const jpeg = (): Promise<Buffer> => scene(320, 240).jpeg().toBuffer();

/** A JPEG that tells in every way a JPEG can. */
async function talkative(): Promise<Buffer> {
  const [name, serial, note, motion, thumbnail] = SECRETS;
  const told = withSegments(
    await jpeg(),
    jpegSegment(0xe0, 'JFXX\0', thumbnail),
    exifSegment({
      first: { 0x010f: 'Maker', 0x0112: 6, 0x013b: name },
      exif: { 0x9003: '2026:05:02 18:34:05', 0xa431: serial },
      gps: {
        1: 'N',
        2: [
          [48, 1],
          [12, 1],
          [0, 1],
        ],
      },
    }),
    xmpSegment(`note="${note}"`),
    jpegSegment(0xe2, 'MPF\0', name),
    jpegSegment(0xed, 'Photoshop 3.0\0', note),
    jpegSegment(0xef, serial),
    jpegSegment(0xfe, note),
  );
  return Buffer.concat([told, Buffer.from(`${motion}ftypmp42 ${name}`), await jpeg()]);
}

describe('a clean copy of a JPEG', () => {
  it('has the scans byte for byte, and nothing of what the file told', async () => {
    const original = await talkative();
    const copy = await copyOf(original, AT_SIX);
    expect(scansOf(copy).equals(scansOf(original))).toBe(true);
    expectNoSecretsOf(original, copy);
    expect(groupsIn(copy).toSorted()).toEqual(['exif']);
    expect((await pixels(copy)).equals(await pixels(original))).toBe(true);
  });

  it('keeps orientation, capture date and its offset', async () => {
    const copy = await copyOf(await talkative(), AT_SIX);
    const { exif } = await readPictureBlocks(bufferSource(copy), 'image/jpeg');
    expect(readExifDates(exif ?? Buffer.alloc(0)).original).toEqual(AT_SIX);
    expect((await sharp(copy).metadata()).orientation).toBe(6);
    expect(exif?.length).toBeLessThan(110);
  });

  it('of an upright picture without a date has no EXIF block at all', async () => {
    expect(groupsIn(await copyOf(await jpeg()))).toEqual([]);
  });

  it('keeps the colour profile, and no other segment that calls itself one', async () => {
    const icc = await scene(320, 240).jpeg().withIccProfile('p3').toBuffer();
    const copy = await copyOf(icc);
    await expectProfileOf(icc, copy);
    expect((await pixels(copy)).equals(await pixels(icc))).toBe(true);
    const fake = withSegments(await jpeg(), jpegSegment(0xe2, 'ICC_PROFILE\0\x01\x01', 'x'.repeat(200)));
    expect((await copyOf(fake)).includes('xxxx')).toBe(false);
  });

  it('leaves out what is written between the scans of a progressive one', async () => {
    const progressive = await scene(320, 240).jpeg({ progressive: true }).toBuffer();
    const second = progressive.indexOf(
      Buffer.from([0xff, 0xda]),
      progressive.indexOf(Buffer.from([0xff, 0xda])) + 2,
    );
    const tables = progressive.lastIndexOf(Buffer.from([0xff, 0xc4]), second);
    const told = Buffer.concat([
      progressive.subarray(0, tables),
      jpegSegment(0xfe, 'a very private note'),
      progressive.subarray(tables),
    ]);
    const copy = await copyOf(told);
    expect(copy.includes('private')).toBe(false);
    expect((await pixels(copy)).equals(await pixels(progressive))).toBe(true);
  });

  it.each<[string, (whole: Buffer) => Buffer]>([
    ['without an end', (whole) => whole.subarray(0, -2)],
    ['cut in its scan', (whole) => whole.subarray(0, whole.length / 2)],
    ['cut in its header', (whole) => whole.subarray(0, 30)],
    [
      'with bytes between its segments',
      (whole) => Buffer.concat([whole.subarray(0, 20), Buffer.from('oops'), whole.subarray(20)]),
    ],
    ['of fill bytes alone', () => Buffer.alloc(3_000_000, 0xff).fill(0xd8, 1, 2)],
    ['without a scan', () => Buffer.from('ffd8ffd9ffff', 'hex')],
  ])('is not made of one %s', async (_, spoil) => {
    expect(await planOfCopy(spoil(await jpeg()))).toBeUndefined();
  });
});

const KNOWN_GROUPS = new Set(['exif', 'icc', 'jfif', 'png', 'pngFile', 'gif']);
/** Of pixels and their colours, and what is allowed. */
const HARMLESS =
  /^(?:ExifTool|System|File|Composite|Adobe|ICC[-_\w]*|JFIF|PNG|RIFF|GIF):|^IFD0:Orientation|^ExifIFD:(?:DateTimeOriginal|OffsetTimeOriginal)/;
const ENDINGS = new Map([
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
]);
const orientationOf = async (bytes: Buffer): Promise<number> =>
  (await sharp(bytes, { limitInputPixels: false }).metadata()).orientation ?? 1;
const mimeOf = (name: string): string | undefined => ENDINGS.get(name.split('.').pop() ?? '');
/** Not whole. */
const DAMAGED = ['dates/corrupted.jpg', 'odd/corrupt-header.jpg', 'odd/truncated.jpg'];
const whole = sampleNames.filter((name) => mimeOf(name) !== undefined && !DAMAGED.includes(name));
/** Larger than the library decodes. */
const TOO_LARGE = 'odd/65536-uint32-limit.png';
/** Large photos, those of one camera and one photo turned in all ways, whose scans are compared: the pixels of another such one are. */
const ALIKE =
  /^(album\/(book-beside-flowers|craft-beer|handwritten-notes)|orientation\/.*_[1-578]|dates\/(gps\/DSCN00[^1]|empty_gps|mongolels))/;

describe.runIf(hasSamples)('of a real picture', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'copies-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const copies = new Map<string, Promise<Buffer>>();
  /** A sample's copy with its date, made once for all tests that look at it. */
  function copyOfSample(name: string): Promise<Buffer> {
    const bytes = sample(name);
    const copy =
      copies.get(name) ?? capturedIn(bytes, mimeOf(name) ?? '').then((captured) => copyOf(bytes, captured));
    copies.set(name, copy);
    return copy;
  }

  it.each(whole)('as %s the copy is dated and turned alike, and tells nothing else', async (name) => {
    const [bytes, mime = ''] = [sample(name), mimeOf(name)];
    const copy = await copyOfSample(name);
    writeFileSync(join(folder, name.replaceAll('/', '-')), copy);
    expect(groupsIn(copy).filter((group) => !KNOWN_GROUPS.has(group))).toEqual([]);
    const [before, after] = [await capturedIn(bytes, mime), await capturedIn(copy, mime)];
    expect([after?.localTime, after?.offsetMinutes]).toEqual([before?.localTime, before?.offsetMinutes]);
    expect(await orientationOf(copy)).toBe(await orientationOf(bytes));
  });

  it.each(whole.filter((name) => name !== TOO_LARGE && !ALIKE.test(name)))(
    'as %s the copy has the same pixels',
    async (name) => {
      const bytes = sample(name);
      expect((await pixels(await copyOfSample(name))).equals(await pixels(bytes))).toBe(true);
    },
  );

  it.each(whole.filter((name) => name.endsWith('.jpg')))(
    'as %s the copy has the same scans',
    async (name) => {
      const bytes = sample(name);
      expect(scansOf(await copyOfSample(name)).equals(scansOf(bytes))).toBe(true);
    },
  );

  it.each(DAMAGED)('as %s no copy is made', async (name) => {
    expect(await planOfCopy(sample(name))).toBeUndefined();
  });

  it.runIf(hasExiftool)('exiftool finds no other tag', () => {
    const tags = exiftoolTags(folder).filter(({ tag }) => !HARMLESS.test(tag));
    expect(tags).toEqual([]);
  });
});
