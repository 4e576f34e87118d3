import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { thumbHashToAverageRGBA } from 'thumbhash';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeBmp } from '../../../functions/media/bmp.ts';
import { makePicture } from '../../../functions/media/picture.ts';
import type { Picture } from '../../../functions/media/picture.ts';
import { sniffMediaType } from '../../../functions/media/sniff.ts';
import { UndecodableMedia } from '../../../functions/media/undecodable.ts';
import {
  exifSegment,
  iptcSegment,
  jpegSegment,
  pngChunk,
  pngOf,
  uint32,
  withSegments,
  xmpSegment,
} from '../../fixtures/made-media.ts';
import {
  BLUE,
  GREEN,
  RED,
  YELLOW,
  animation,
  colorAt,
  isNear,
  orientedJpeg,
  pixels,
  quadrants,
  scene,
} from './made-pictures.ts';
import { exiftoolTags, groupsIn, hasExiftool } from './metadata-readers.ts';
import { hasSamples, sample, sampleNames, samplePath } from '../../fixtures/sample-files.ts';

const made = (input: Buffer | string, declaredType = 'image/jpeg'): Promise<Picture> =>
  makePicture({ input, declaredType });
const codeOf = (input: Buffer, declaredType = 'image/jpeg'): Promise<unknown> =>
  made(input, declaredType).then(
    () => 'decoded',
    (error: unknown) => (error instanceof UndecodableMedia ? error.code : error),
  );
const typeOf = (name: string): string => sniffMediaType(sample(name).subarray(0, 65_536)) ?? '';
const madeOfSamples = new Map<string, Promise<Picture>>();
/** A sample's picture, made once for all tests that look at it. */
function ofSample(name: string): Promise<Picture> {
  const picture = madeOfSamples.get(name) ?? made(samplePath(name), typeOf(name));
  madeOfSamples.set(name, picture);
  return picture;
}
const bytesOf = (picture: Picture, name: string): Buffer =>
  picture.renditions.find((rendition) => rendition.name === name)?.bytes ?? Buffer.alloc(0);
const jpeg = (width: number, height: number, seed?: number): Promise<Buffer> =>
  scene(width, height, seed).jpeg({ quality: 92 }).toBuffer();

/** What must never be found in a file that is served: any block of metadata, or a trace of one. */
const traces = [
  'Exif',
  'EXIF',
  'XMP ',
  'http://ns.adobe',
  'ICCP',
  'Photoshop',
  '8BIM',
  'GPS',
  'x:xmpmeta',
  '<html',
  'secret',
];

async function expectNoMetadata(picture: Picture): Promise<void> {
  for (const { bytes, name } of picture.renditions) {
    const found = traces.filter((trace) => bytes.includes(trace, 0, 'latin1'));
    expect({ name, found }).toEqual({ name, found: [] });
    const chunks = riffChunks(bytes);
    expect(chunks.filter((kind) => !['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF'].includes(kind))).toEqual(
      [],
    );
    const { exif, xmp, iptc, icc } = await sharp(bytes).metadata();
    expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
    expect({ name, groups: groupsIn(bytes) }).toEqual({ name, groups: [] });
  }
}

/** The names of a WebP's chunks, read by its container's own rules. */
function riffChunks(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = 12; at + 8 <= bytes.length;) {
    names.push(bytes.toString('latin1', at, at + 4));
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return names;
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'picture-'));
  mkdirSync(join(folder, 'served'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('renditions', () => {
  it('fit their boxes, in WebP, from a file or from bytes', async () => {
    const input = await scene(500, 100).resize(2000).jpeg().toBuffer();
    const path = join(folder, 'photo');
    writeFileSync(path, input);
    const picture = await made(path);
    expect([picture.width, picture.height]).toEqual([2000, 400]);
    expect(picture.renditions.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['small', 320, 64],
      ['tile', 800, 160],
      ['screen', 1600, 320],
    ]);
    for (const { bytes, width, height, mime } of picture.renditions) {
      expect(mime).toBe('image/webp');
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height, space: 'srgb' });
    }
    expect(await made(input)).toEqual(picture);
  });

  it('are never larger than the picture', async () => {
    const picture = await made(await jpeg(500, 100));
    expect(picture.renditions.map(({ width, height }) => [width, height])).toEqual([
      [320, 64],
      [500, 100],
      [500, 100],
    ]);
    const tiny = await made(await jpeg(3, 2));
    expect(tiny.renditions.map(({ width, height }) => [width, height])).toEqual([
      [3, 2],
      [3, 2],
      [3, 2],
    ]);
  });

  it('keep a line of one pixel', async () => {
    const picture = await made(await jpeg(4000, 1));
    expect(picture.renditions.map(({ width, height }) => [width, height])).toEqual([
      [320, 1],
      [800, 1],
      [1600, 1],
    ]);
  });

  it('show what the picture shows', async () => {
    const picture = await made(await quadrants(900, 120).jpeg({ quality: 95 }).toBuffer());
    for (const { bytes } of picture.renditions) {
      expect(isNear(await colorAt(bytes, 0.25, 0.25), RED)).toBe(true);
      expect(isNear(await colorAt(bytes, 0.75, 0.25), GREEN)).toBe(true);
      expect(isNear(await colorAt(bytes, 0.25, 0.75), BLUE)).toBe(true);
      expect(isNear(await colorAt(bytes, 0.75, 0.75), YELLOW)).toBe(true);
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('are upright for orientation %i', async (orientation) => {
    const picture = await made(await orientedJpeg(orientation));
    expect([picture.width, picture.height]).toEqual([48, 32]);
    for (const { bytes, width, height } of picture.renditions) {
      expect([width, height]).toEqual([48, 32]);
      expect(isNear(await colorAt(bytes, 0.2, 0.2), RED)).toBe(true);
      expect(isNear(await colorAt(bytes, 0.8, 0.2), GREEN)).toBe(true);
      expect(isNear(await colorAt(bytes, 0.2, 0.8), BLUE)).toBe(true);
      expect(isNear(await colorAt(bytes, 0.8, 0.8), YELLOW)).toBe(true);
    }
  });

  it('keep transparency', async () => {
    const png = await sharp({ create: { width: 400, height: 300, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer();
    const { data } = await sharp(bytesOf(await made(png, 'image/png'), 'small'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(Math.abs((data[3] ?? 0) - 128)).toBeLessThan(4);
  });

  it.each([
    ['grey', () => scene(400, 300).greyscale().toColourspace('b-w').png().toBuffer()],
    ['16 bits', () => scene(400, 300).toColourspace('rgb16').png().toBuffer()],
    ['palette', () => scene(400, 300).png({ palette: true, colours: 16 }).toBuffer()],
  ])('are made of PNG in %s', async (_name, png) => {
    const picture = await made(await png(), 'image/png');
    expect(picture).toMatchObject({ width: 400, height: 300, damaged: false });
    expect(await sharp(bytesOf(picture, 'tile')).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar' });
  });

  it('convert CMYK', async () => {
    const cmyk = await quadrants(400, 300).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
    const picture = await made(cmyk);
    expect(isNear(await colorAt(bytesOf(picture, 'tile'), 0.25, 0.25), RED, 60)).toBe(true);
    expect(isNear(await colorAt(bytesOf(picture, 'tile'), 0.75, 0.75), YELLOW, 60)).toBe(true);
  });
});

describe('privacy', () => {
  it('nothing of the original but its pixels gets into a rendition', async () => {
    const input = withSegments(
      await jpeg(900, 120),
      exifSegment({
        first: { 0x010f: 'secret maker', 0x0110: 'secret model' },
        exif: { 0x9003: '2024:05:06 07:08:09' },
        gps: { 0x01: 'N', 0x02: [[52, 1] as const, [30, 1] as const, [0, 1] as const], 0x1d: '2024:05:06' },
      }),
      xmpSegment('photoshop:City="secret"'),
      iptcSegment({ 80: 'secret author' }),
      jpegSegment(0xfe, '<html><script>secret</script></html>'),
    );
    expect(groupsIn(input)).toEqual(expect.arrayContaining(['exif', 'gps', 'xmp', 'iptc']));
    await expectNoMetadata(await made(input));
    await expectNoMetadata(await made(Buffer.concat([input, Buffer.from('PK\x03\x04secret.zip')])));
  });

  const exif = { IFD0: { Copyright: 'secret' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } };
  const tagged = (): Sharp => scene(300, 200).withExif(exif).withIccProfile('p3');

  it.each([
    ['image/png', () => tagged().png().toBuffer()],
    ['image/webp', () => tagged().webp().toBuffer()],
    ['image/gif', () => animation([RED, GREEN])],
  ])('nor of %s', async (mime, file) => {
    const picture = await made(await file(), mime);
    expect(picture.renditions).toHaveLength(3);
    await expectNoMetadata(picture);
  });

  const hopeless = ['odd/65536-uint32-limit.png', 'odd/corrupt-header.jpg', 'dates/corrupted.jpg'];
  // Those that differ only in how they are turned, of the same camera, or without any metadata but what others have, too.
  const alike =
    /^(orientation\/.*_[1-578]|dates\/(gps\/DSCN00[^1]|empty_gps|mongolels)|album\/(handwritten-notes|japanese-shop|book-beside))/;
  const pictures = sampleNames.filter(
    (name) => !name.startsWith('video/') && !hopeless.includes(name) && !alike.test(name),
  );

  it.runIf(hasSamples).each(pictures)('nor of %s', async (name) => {
    const picture = await ofSample(name);
    expect(picture.renditions).toHaveLength(3);
    await expectNoMetadata(picture);
    for (const rendition of picture.renditions) {
      expect(rendition.bytes.includes(basename(name))).toBe(false);
      const file = `${name.replaceAll('/', '-')}.${rendition.name}.webp`;
      writeFileSync(join(folder, 'served', file), rendition.bytes);
    }
  });

  it.runIf(hasSamples && hasExiftool)('as exiftool confirms of every rendition of every sample', () => {
    const tags = exiftoolTags(join(folder, 'served'));
    expect(new Set(tags.map(({ file }) => file)).size).toBe(3 * pictures.length);
    // Of the file itself and of the container's frame; nothing of who, where, when or with what.
    const told = tags.filter(({ tag }) => !/^(SourceFile|ExifTool|System|File|RIFF|Composite):?/.test(tag));
    expect(told).toEqual([]);
    const names = new Set(tags.flatMap(({ tag }) => (tag.startsWith('RIFF:') ? [tag.slice(5)] : [])));
    expect([...names].filter((name) => !CONTAINER.test(name))).toEqual([]);
  });

  it('which both readers would see, were it there', async () => {
    const leak = await sharp(await jpeg(90, 70))
      .withExif({ IFD0: { Make: 'maker' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
      .webp()
      .toBuffer();
    expect(groupsIn(leak)).toContain('exif');
    if (!hasExiftool) return;
    const place = mkdtempSync(join(folder, 'leak-'));
    writeFileSync(join(place, 'leak.webp'), leak);
    expect(exiftoolTags(place).map(({ tag }) => tag)).toEqual(
      expect.arrayContaining(['IFD0:Make', 'GPS:GPSLatitude']),
    );
  });
});

/** What a WebP says of its own frames. */
const CONTAINER =
  /^(VP8Version|ImageWidth|ImageHeight|HorizontalScale|VerticalScale|WebP_Flags|AlphaIsUsed|AlphaPreprocessing|AlphaFiltering|AlphaCompression|BackgroundColor|AnimationLoopCount|FrameCount|Duration|AnimationDuration|RIFF_\w+)$/;

describe('animations', () => {
  it('move on the screen and stand still in the grid', async () => {
    const picture = await made(await animation([RED, GREEN, BLUE]), 'image/gif');
    expect(picture).toMatchObject({ animated: true, width: 20, height: 16 });
    const frames = async (name: string) =>
      (await sharp(bytesOf(picture, name), { pages: -1 }).metadata()).pages ?? 1;
    expect([await frames('small'), await frames('tile'), await frames('screen')]).toEqual([1, 1, 3]);
    expect(isNear(await colorAt(bytesOf(picture, 'small'), 0.5, 0.5), RED)).toBe(true);
    expect(picture.renditions.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['small', 20, 16],
      ['tile', 20, 16],
      ['screen', 20, 16],
    ]);
  });

  it('of too many frames are shown by the first', async () => {
    const colors = Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? RED : GREEN));
    const picture = await made(await animation(colors, 4, 4), 'image/gif');
    expect(picture.animated).toBe(true);
    expect((await sharp(bytesOf(picture, 'screen')).metadata()).pages ?? 1).toBe(1);
  });

  it('without an end are shown by the first frame', async () => {
    const gif = await animation([RED, GREEN]);
    // Everything between the first frame's control block and the trailer, over and over, and no trailer.
    const start = gif.indexOf(Buffer.from([0x21, 0xf9]));
    const frames = gif.subarray(start, gif.length - 1);
    const endless = Buffer.concat([gif.subarray(0, start), ...Array.from({ length: 20_000 }, () => frames)]);
    const picture = await made(endless, 'image/gif');
    expect(isNear(await colorAt(bytesOf(picture, 'screen'), 0.5, 0.5), RED)).toBe(true);
  });
});

describe('damaged pictures', () => {
  it('are shown as far as they go, and flagged', async () => {
    const whole = await quadrants(900, 450).jpeg({ quality: 90 }).toBuffer();
    const half = whole.subarray(0, Math.floor(whole.length * 0.6));
    const picture = await made(half);
    expect(picture).toMatchObject({ damaged: true, width: 900, height: 450 });
    expect(isNear(await colorAt(bytesOf(picture, 'tile'), 0.25, 0.1), RED)).toBe(true);
    expect((await made(whole)).damaged).toBe(false);
  });

  it('are undecodable when nothing is left', async () => {
    const whole = await jpeg(400, 300);
    expect(await codeOf(whole.subarray(0, 200))).toBe('damaged');
    expect(await codeOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe('damaged');
    expect(await codeOf(Buffer.from('GIF89a'), 'image/gif')).toBe('damaged');
    expect(await codeOf(pngOf(pngChunk('IHDR', 'nonsense')), 'image/png')).toBe('damaged');
    expect(await codeOf(Buffer.from('RIFF\x04\0\0\0WEBP'), 'image/webp')).toBe('damaged');
  });

  it('never end a worker, whatever is broken', async () => {
    const whole = await jpeg(80, 60);
    const codes = new Set<unknown>();
    // Its tables are at its beginning.
    for (let at = 2; at < whole.length; at += at < 700 ? 23 : 149) {
      const broken = Buffer.from(whole);
      broken.fill(0xff, at, at + 3);
      codes.add(await codeOf(broken));
    }
    expect([...codes].filter((code) => code instanceof Error)).toEqual([]);
    expect(codes).toContain('decoded');
  });
});

describe('files that are something else', () => {
  it.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), 'image/jpeg'],
    ['text', Buffer.from('hello'), 'image/jpeg'],
    ['html', Buffer.from('<!DOCTYPE html><html></html>'), 'image/svg+xml'],
    ['a gif called jpeg', Buffer.from('GIF89a\x01\0\x01\0'), 'image/jpeg'],
    ['a video called picture', Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isom', 'latin1'), 'image/jpeg'],
    ['a video called video', Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isom', 'latin1'), 'video/mp4'],
    ['a pdf', Buffer.from('%PDF-1.7'), 'application/pdf'],
  ])('%s', async (_name, input, declaredType) => {
    expect(await codeOf(input, declaredType)).toBe('wrong-type');
  });

  it('a missing file is no fault of a picture', async () => {
    await expect(made(join(folder, 'missing'))).rejects.toThrow('ENOENT');
  });
});

const header = (width: number, height: number): Buffer =>
  pngChunk('IHDR', Buffer.concat([uint32(width, height), Buffer.from([1, 0, 0, 0, 0])]));

describe('bombs', () => {
  it('by pixels are refused before they are decoded', async () => {
    const lines = deflateSync(Buffer.alloc(6251 * 1000));
    const png = pngOf(header(50_000, 50_000), pngChunk('IDAT', lines), pngChunk('IEND', ''));
    expect(await codeOf(png, 'image/png')).toBe('too-large');
    const gif = Buffer.from('GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
    expect(
      await codeOf(
        Buffer.concat([gif, Buffer.from(',\0\0\0\0\xff\xff\xff\xff\0\x02\x02D\x01\0;', 'latin1')]),
        'image/gif',
      ),
    ).toBe('too-large');
    const bmp = Buffer.alloc(100);
    bmp.write('BM');
    bmp.writeUInt32LE(54, 10);
    bmp.writeUInt32LE(40, 14);
    bmp.writeInt32LE(30_000, 18);
    bmp.writeInt32LE(30_000, 22);
    bmp.writeUInt16LE(1, 28);
    expect(await codeOf(bmp, 'image/bmp')).toBe('too-large');
  });
});

const distance = (a: string, b: string): number =>
  (BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2).replaceAll('0', '').length;

describe('facts', () => {
  it('know the main colour and the placeholder of it', async () => {
    const picture = await made(
      await pixels(450, 300, (x) => (x < 350 ? RED : BLUE))
        .jpeg({ quality: 95 })
        .toBuffer(),
    );
    const hex =
      picture.dominantColor
        .match(/^#(..)(..)(..)$/)
        ?.slice(1)
        .map((part) => Number.parseInt(part, 16)) ?? [];
    expect(isNear(hex as unknown as typeof RED, RED)).toBe(true);
    const hash = Buffer.from(picture.blurHash, 'base64');
    expect(hash.length).toBeLessThan(30);
    const { r, g, b } = thumbHashToAverageRGBA(hash);
    expect(r).toBeGreaterThan(g + 0.3);
    expect(r).toBeGreaterThan(b);
  });

  it('hash the same scene alike and another one differently', async () => {
    const first = await made(await jpeg(400, 300, 2));
    const again = await made(
      await scene(400, 300, 2).resize(250).modulate({ brightness: 1.1 }).webp({ quality: 60 }).toBuffer(),
      'image/webp',
    );
    const other = await made(await jpeg(400, 300, 5));
    expect(first.perceptualHash).toMatch(/^[0-9a-f]{16}$/);
    expect(distance(first.perceptualHash, again.perceptualHash)).toBeLessThanOrEqual(8);
    expect(distance(first.perceptualHash, other.perceptualHash)).toBeGreaterThan(16);
  });

  it('measure blur, exposure, contrast and colour', async () => {
    const base = await made(await jpeg(400, 300));
    const blurred = await made(await scene(400, 300).blur(8).jpeg().toBuffer());
    const bright = await made(await scene(400, 300).linear(1, 140).jpeg().toBuffer());
    const dark = await made(await scene(400, 300).linear(1, -150).jpeg().toBuffer());
    const grey = await made(await scene(400, 300).greyscale().jpeg().toBuffer());
    expect(blurred.signals.sharpness).toBeLessThan(base.signals.sharpness / 4);
    expect(bright.signals.overexposed).toBeGreaterThan(base.signals.overexposed + 0.2);
    expect(dark.signals.underexposed).toBeGreaterThan(base.signals.underexposed + 0.2);
    expect(dark.signals.contrast).toBeLessThan(base.signals.contrast);
    expect(base.signals.colourfulness).toBeGreaterThan(10);
    expect(grey.signals.colourfulness).toBeLessThan(2);
    expect(base.signals.megapixels).toBe(0.12);
  });
});

describe.runIf(hasSamples)('real pictures', () => {
  it.each([
    ['Landscape', [2, 3, 4, 5, 6, 7, 8]],
    // As phones are held.
    ['Portrait', [6]],
  ])('of all orientations look the same: %s', async (name, orientations) => {
    const upright = async (orientation: number): Promise<{ picture: Picture; data: Buffer }> => {
      const picture = await ofSample(`orientation/${name}_${orientation}.jpg`);
      return {
        picture,
        data: await sharp(bytesOf(picture, 'small'))
          .greyscale()
          .resize(24, 24, { fit: 'fill' })
          .raw()
          .toBuffer(),
      };
    };
    const first = await upright(1);
    for (const orientation of orientations) {
      const { picture, data } = await upright(orientation);
      expect([picture.width, picture.height]).toEqual([first.picture.width, first.picture.height]);
      const difference =
        data.reduce((sum, value, at) => sum + Math.abs(value - (first.data[at] ?? 0)), 0) / data.length;
      expect(difference).toBeLessThan(8);
    }
  });

  it.each([
    ['odd/16-bit-grey-alpha.png', 'image/png', 109, 96],
    ['odd/big-height.webp', 'image/webp', 13, 169],
    ['odd/Channel_digital_image_CMYK_color.jpg', 'image/jpeg', 500, 333],
    ['odd/Channel_digital_image_CMYK_color_no_profile.jpg', 'image/jpeg', 500, 333],
    ['odd/example.bmp', 'image/bmp', 100, 67],
    ['odd/photo.bmp', 'image/bmp', 200, 133],
    ['odd/check.svg', 'image/svg+xml', 1600, 1600],
    ['odd/struct-image-04-t.svg', 'image/svg+xml', 1600, 1200],
  ])('%s', async (name, mime, width, height) => {
    expect(typeOf(name)).toBe(mime);
    expect(await ofSample(name)).toMatchObject({ width, height, damaged: false });
  });

  it('that are broken are flagged or refused', async () => {
    expect(await ofSample('odd/truncated.jpg')).toMatchObject({ damaged: true });
    expect(await codeOf(sample('odd/corrupt-header.jpg'))).toBe('damaged');
    expect(await codeOf(sample('odd/65536-uint32-limit.png'), 'image/png')).toBe('too-large');
  });
});

const standInOf = async (input: Buffer, declaredType: string, needsStandIn = true) =>
  (await makePicture({ input, declaredType, needsStandIn })).standIn;

describe('what others download where there is no clean copy', () => {
  it('is nothing unless it is needed', async () => {
    expect(await standInOf(await jpeg(200, 100), 'image/jpeg', false)).toBeUndefined();
  });

  it('is the largest rendition as a JPEG, without metadata, on white', async () => {
    const clear = await sharp({ create: { width: 1700, height: 20, channels: 4, background: '#f000' } })
      .png()
      .withExif({ IFD0: { Make: 'secret' } })
      .toBuffer();
    const standIn = await standInOf(clear, 'image/png');
    expect(standIn).toMatchObject({ kind: 'preview', extension: 'jpg', mime: 'image/jpeg' });
    const { format, width, exif } = await sharp(standIn?.bytes).metadata();
    expect([format, width, exif]).toEqual(['jpeg', 1600, undefined]);
    expect([...(await sharp(standIn?.bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it('is that of what is damaged, too, whether it was thought to be needed or not', async () => {
    const cut = (await jpeg(400, 300)).subarray(0, 4000);
    expect(await standInOf(cut, 'image/jpeg', false)).toMatchObject({ kind: 'preview' });
  });

  it.runIf(hasSamples)('is a bitmap with the same pixels as a PNG, unless it is damaged', async () => {
    const bytes = sample('odd/photo.bmp');
    const standIn = await standInOf(bytes, 'image/bmp');
    expect(standIn).toMatchObject({ kind: 'full', extension: 'png', mime: 'image/png' });
    const { data } = decodeBmp(bytes).picture;
    expect((await sharp(standIn?.bytes).raw().toBuffer()).equals(data)).toBe(true);
    expect(await standInOf(bytes.subarray(0, -9000), 'image/bmp')).toMatchObject({ kind: 'preview' });
  });
});
