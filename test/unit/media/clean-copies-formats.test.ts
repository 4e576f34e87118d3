import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { exifBlock, pngChunk } from '../../fixtures/made-media.ts';
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
import { animation, GREEN, RED, scene } from './made-pictures.ts';

const [NAME, SERIAL, NOTE, MOTION, THUMBNAIL] = SECRETS;
const TOLD = exifBlock({
  first: { 0x010f: 'Maker', 0x0112: 6, 0x013b: NAME },
  exif: { 0x9003: '2026:05:02 18:34:05', 0xa431: SERIAL },
});

async function talkativePng(): Promise<Buffer> {
  const png = await scene(320, 240).png().withIccProfile('p3').toBuffer();
  const data = png.indexOf('IDAT') - 4;
  return Buffer.concat([
    png.subarray(0, data),
    pngChunk('tEXt', `Author\0${NAME}`),
    pngChunk('eXIf', TOLD),
    pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0<x note="${NOTE}"/>`),
    pngChunk('prIv', THUMBNAIL),
    png.subarray(data),
    Buffer.from(MOTION),
  ]);
}

describe('a clean copy of a PNG', () => {
  it('has the same pixels and colours, and nothing of what the file told', async () => {
    const original = await talkativePng();
    const copy = await copyOf(original, AT_SIX);
    expectNoSecretsOf(original, copy);
    expect((await pixels(copy)).equals(await pixels(original))).toBe(true);
    const { orientation, exif } = await sharp(copy).metadata();
    expect(orientation).toBe(6);
    await expectProfileOf(original, copy);
    expect(exif?.length).toBeLessThan(120);
    expect(await capturedIn(copy, 'image/png')).toMatchObject(AT_SIX);
  });

  it('keeps the frames of an animated one', async () => {
    const png = await scene(32, 24).png().toBuffer();
    const begin = png.indexOf('IDAT') - 4;
    const animated = Buffer.concat([
      png.subarray(0, begin),
      pngChunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])),
      pngChunk('fcTL', Buffer.alloc(26)),
      png.subarray(begin),
    ]);
    const copy = await copyOf(
      Buffer.concat([animated.subarray(0, -12), pngChunk('tEXt', NOTE), animated.subarray(-12)]),
    );
    expect(copy.includes(NOTE)).toBe(false);
    const data = animated.subarray(animated.indexOf('acTL') - 4);
    expect(copy.includes(data)).toBe(true);
  });

  it.each<[string, (png: Buffer) => Buffer]>([
    ['without an end', (png) => png.subarray(0, -12)],
    [
      'whose chunk is longer than the file',
      (png) => Buffer.concat([png.subarray(0, 33), Buffer.from('7fffffff49444154', 'hex')]),
    ],
    [
      'that begins with another chunk',
      (png) => Buffer.concat([png.subarray(0, 8), pngChunk('tEXt', 'x'), png.subarray(8)]),
    ],
  ])('is not made of one %s', async (_, spoil) => {
    expect(await planOfCopy(spoil(await scene(32, 24).png().toBuffer()))).toBeUndefined();
  });
});

function riffChunk(kind: string, body: Buffer | string): Buffer {
  const bytes = Buffer.from(body as string, 'latin1');
  const header = Buffer.from(`${kind}\0\0\0\0`, 'latin1');
  header.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([header, bytes, Buffer.alloc(bytes.length % 2)]);
}

function withChunks(webp: Buffer, ...chunks: Buffer[]): Buffer {
  const whole = Buffer.concat([webp, ...chunks]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

describe('a clean copy of a WebP', () => {
  it('has the same pixels and colours, and nothing of what the file told', async () => {
    const plain = await scene(320, 240).webp().withIccProfile('p3').toBuffer();
    const original = Buffer.concat([
      withChunks(
        plain,
        riffChunk('EXIF', TOLD),
        riffChunk('XMP ', `<x note="${NOTE}"/>`),
        riffChunk('prIv', THUMBNAIL),
      ),
      Buffer.from(MOTION),
    ]);
    original[20] = (original[20] ?? 0) | 0x0c;
    const copy = await copyOf(original, AT_SIX);
    expectNoSecretsOf(original, copy);
    expect((await pixels(copy)).equals(await pixels(original))).toBe(true);
    await expectProfileOf(plain, copy);
    expect((await sharp(copy).metadata()).orientation).toBe(6);
    expect(await capturedIn(copy, 'image/webp')).toMatchObject(AT_SIX);
    expect((copy[20] ?? 0) & 0x04).toBe(0);
  });

  it('keeps the frames of an animated one', async () => {
    const gif = await animation([RED, GREEN], 20, 16);
    const animated = await sharp(gif, { pages: -1 }).webp({ lossless: true }).toBuffer();
    const copy = await copyOf(withChunks(animated, riffChunk('XMP ', NOTE)));
    expect(copy.equals(animated)).toBe(true);
  });

  it.each<[string, (webp: Buffer) => Buffer]>([
    ['that is cut', (webp) => webp.subarray(0, -20)],
    [
      'whose chunk is longer than the file',
      (webp) => withChunks(webp, Buffer.from('VP8 \xff\xff\xff\x7f', 'latin1')),
    ],
    [
      'whose frame holds something else',
      (webp) =>
        withChunks(webp, riffChunk('ANMF', Buffer.concat([Buffer.alloc(16), riffChunk('prIv', NOTE)]))),
    ],
  ])('is not made of one %s', async (_, spoil) => {
    expect(await planOfCopy(spoil(await scene(32, 24).webp().toBuffer()))).toBeUndefined();
  });
});

const block = (label: number, ...blocks: string[]): Buffer =>
  Buffer.concat([
    Buffer.from([0x21, label]),
    ...blocks.map((text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])),
    Buffer.from([0]),
  ]);

describe('a clean copy of a GIF', () => {
  it('has the same frames and loops, and nothing of what the file told', async () => {
    const gif = await animation([RED, GREEN], 40, 30);
    const colors = 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1);
    const begin = ((gif[10] ?? 0) & 0x80) === 0 ? 13 : colors;
    const original = Buffer.concat([
      gif.subarray(0, begin),
      block(0xfe, NOTE, NAME),
      block(0x01, '\0'.repeat(12), SERIAL),
      block(0xff, 'XMP DataXMP', THUMBNAIL),
      gif.subarray(begin),
      Buffer.from(MOTION),
    ]);
    const copy = await copyOf(original);
    expectNoSecretsOf(original, copy);
    expect(copy.equals(gif)).toBe(true);
  });

  it.each<[string, (gif: Buffer) => Buffer]>([
    ['without an end', (gif) => gif.subarray(0, -1)],
    ['with an unknown block', (gif) => Buffer.concat([gif.subarray(0, -1), Buffer.from([0x77, 0x3b])])],
  ])('is not made of one %s', async (_, spoil) => {
    expect(await planOfCopy(spoil(await animation([RED, GREEN], 20, 16)))).toBeUndefined();
  });
});
