import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { box, exifBlock, jpegSegment, pngChunk, riffChunk, withSegments } from '../../fixtures/made-media.ts';
import { hasSamples, sample } from '../../fixtures/sample-files.ts';
import { assembled, planOfCopy } from './copy-making.ts';
import { animation, GREEN, RED, scene } from './made-pictures.ts';

const NOTE = 'Ana was here, 48.2082 N';
const SEED = 20_260_502;

/** Numbers that are the same in every run: below a limit, from a seed (Numerical Recipes, 7.1). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Bytes and lengths changed, mostly where the file says what it holds, and now and then its end cut off. */
function mutated(whole: Buffer, from: number, next: (below: number) => number): Buffer {
  const bytes = Buffer.from(whole);
  const header = Math.min(1500, bytes.length - from);
  for (let left = 1 + next(4); left > 0; left -= 1) {
    const at = next(5) > 0 ? from + next(header) : next(bytes.length);
    if (next(4) > 0 || at + 4 > bytes.length) bytes[at] = [0, 1, 127, 255, next(256)][next(5)] ?? 0;
    else bytes.writeUInt32BE([0, 1, 0x7fffffff, 0xffffffff, next(5000)][next(5)] ?? 0, at);
  }
  return next(10) === 0 ? bytes.subarray(0, next(bytes.length)) : bytes;
}

/** Whole files with a note in them, by format, and where the bytes are that matter most. */
const files = new Map<string, { whole: Buffer; from: number; times: number }>();

beforeAll(async () => {
  const told = exifBlock({ first: { 0x010f: NOTE, 0x0112: 6 }, exif: { 0x9286: NOTE } });
  const jpeg = withSegments(
    await scene(48, 32).jpeg({ progressive: true }).withIccProfile('p3').toBuffer(),
    jpegSegment(0xe1, 'Exif\0\0', told),
    jpegSegment(0xfe, NOTE),
  );
  const png = await scene(48, 32).png().withIccProfile('p3').toBuffer();
  const data = png.indexOf('IDAT') - 4;
  const webp = Buffer.concat([
    await scene(48, 32).webp().withIccProfile('p3').toBuffer(),
    riffChunk('EXIF', told),
    riffChunk('noTe', Buffer.from(NOTE)),
  ]);
  webp.writeUInt32LE(webp.length - 8, 4);
  const gif = await animation([RED, GREEN], 20, 16);
  const picture = { from: 0, times: 120 };
  files.set('JPEG', { ...picture, whole: jpeg });
  files.set('PNG', {
    ...picture,
    whole: Buffer.concat([
      png.subarray(0, data),
      pngChunk('tEXt', `Comment\0${NOTE}`),
      pngChunk('eXIf', told),
      png.subarray(data),
    ]),
  });
  files.set('WebP', { ...picture, whole: webp });
  files.set('moving WebP', {
    ...picture,
    whole: await sharp(gif, { pages: -1 }).webp({ lossless: true }).toBuffer(),
  });
  files.set('GIF', {
    ...picture,
    whole: Buffer.concat([
      gif.subarray(0, -1),
      Buffer.from([0x21, 0xfe, NOTE.length]),
      Buffer.from(NOTE),
      Buffer.from([0, 0x3b]),
    ]),
  });
  if (!hasSamples) return;
  const movie = sample('video/phone.3gp');
  const whole = Buffer.concat([movie, box('free', NOTE)]);
  files.set('video', { whole, from: movie.indexOf('moov'), times: 40 });
});

describe('a file of any bytes', () => {
  it.each(['JPEG', 'PNG', 'WebP', 'moving WebP', 'GIF', ...(hasSamples ? ['video'] : [])])(
    'that was a %s has a copy of the length it should have, without what it told, or none',
    async (format) => {
      const { whole, from, times } = files.get(format) ?? { whole: Buffer.of(), from: 0, times: 0 };
      const next = numbers(SEED);
      let made = 0;
      for (let time = 0; time < times; time += 1) {
        const bytes = mutated(whole, from, next);
        const copy = await planOfCopy(bytes);
        if (!copy) continue;
        made += 1;
        expect((await assembled(bytes, copy)).includes(NOTE)).toBe(false);
      }
      expect(made).toBeGreaterThan(times / 10);
      expect(made).toBeLessThan(times);
    },
  );
});
