import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePictureApart } from '../../../functions/media/make-picture-apart.ts';
import { UndecodableMedia } from '../../../functions/media/undecodable.ts';
import { pngChunk, pngOf, jpegSegment, uint32, withSegments } from '../../fixtures/made-media.ts';
import { animation, GREEN, RED, scene } from './made-pictures.ts';

const HEAVY = { cpuMs: 20_000, priority: 0 };

type Outcome = { what: string; served: Buffer[] };

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function work(bytes: Buffer, declaredType: string): Promise<Outcome> {
  const path = join(folder, 'original');
  writeFileSync(path, bytes);
  try {
    const { damaged, renditions } = await makePictureApart({ path, declaredType }, HEAVY);
    return {
      what: damaged ? 'made of what there is' : 'made',
      served: renditions.map((one) => one.bytes),
    };
  } catch (error) {
    return { what: error instanceof UndecodableMedia ? error.code : String(error), served: [] };
  }
}

const jpeg = (): Promise<Buffer> => scene(640, 480).jpeg().toBuffer();
const png = (): Promise<Buffer> => scene(640, 480).png().toBuffer();
const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2));
const svg = (inside: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="3">${inside}</svg>`);

/** A PNG that says that it is `side` pixels a side, and has the data of a fraction of that. */
const claiming = (side: number): Buffer =>
  pngOf(
    pngChunk('IHDR', Buffer.concat([uint32(side, side), Buffer.from([8, 2, 0, 0, 0])])),
    pngChunk('IDAT', deflateSync(Buffer.alloc(3_000_000))),
    pngChunk('IEND', ''),
  );

/** A JPEG that says that it has 100 megapixels, coded so that all of it has to be in memory at once. */
async function largest(): Promise<Buffer> {
  const bytes = await scene(64, 48).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
  // The height and the width in the header of its frame. Source: ITU-T T.81, B.2.2.
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]));
  bytes.writeUInt16BE(10_000, frame + 5);
  bytes.writeUInt16BE(10_000, frame + 7);
  return bytes;
}

async function endless(): Promise<Buffer> {
  const gif = await animation([RED, GREEN], 200, 160);
  const start = gif.indexOf(Buffer.from([0x21, 0xf9]));
  const frames = gif.subarray(start, gif.length - 1);
  return Buffer.concat([gif.subarray(0, start), ...Array.from({ length: 20_000 }, () => frames)]);
}

type Case = readonly [name: string, file: () => Promise<Buffer> | Buffer, type: string, what: RegExp];

const cases: readonly Case[] = [
  ['nothing at all', () => Buffer.alloc(0), 'image/jpeg', /^wrong-type$/],
  ['a decompression bomb of 2.5 gigapixels', () => claiming(50_000), 'image/png', /^too-large$/],
  ['a bomb just below the limit', () => claiming(9_999), 'image/png', /^(made of what there is|damaged)$/],
  ['100 megapixels, progressive', largest, 'image/jpeg', /^too-large$/],
  ['one row more', () => claiming(10_001), 'image/png', /^too-large$/],
  ['half a JPEG', async () => half(await jpeg()), 'image/jpeg', /^made of what there is$/],
  ['half a PNG', async () => half(await png()), 'image/png', /^made of what there is$/],
  ['half a GIF', async () => half(await animation([RED, GREEN])), 'image/gif', /^(made.*|damaged)$/],
  [
    'half a WebP',
    async () => half(await scene(640, 480).webp().toBuffer()),
    'image/webp',
    /^(made.*|damaged)$/,
  ],
  ['half a drawing', () => half(svg('<rect width="9" height="9"/>')), 'image/svg+xml', /^damaged$/],
  ['a GIF without an end', endless, 'image/gif', /^made.*$/],
  ['a PNG called JPEG', png, 'image/jpeg', /^wrong-type$/],
  [
    'a page called JPEG',
    () => Buffer.from('<!DOCTYPE html><script>1</script>'),
    'image/jpeg',
    /^wrong-type$/,
  ],
];

describe('a file that nobody meant well with', () => {
  it.each(cases)('%s: a clear answer', async (_name, file, type, what) => {
    const outcome = await work(await file(), type);
    expect(outcome.what).toMatch(what);
    expect(outcome.served).toHaveLength(outcome.what.startsWith('made') ? 3 : 0);
  });

  const zip = Buffer.from('PK\x03\x04 META-INF/MANIFEST.MF secret.class', 'latin1');
  const script = '<script>secret()</script>';
  const polyglots: readonly Case[] = [
    [
      'HTML inside a JPEG',
      async () => withSegments(await jpeg(), jpegSegment(0xfe, `<html><body>${script}</body></html>`)),
      'image/jpeg',
      /^made$/,
    ],
    [
      'HTML behind a PNG',
      async () => Buffer.concat([await png(), Buffer.from(`<html>${script}`)]),
      'image/png',
      /^made$/,
    ],
    [
      'a GIF that is a JAR as well',
      async () => Buffer.concat([await animation([RED, GREEN]), zip]),
      'image/gif',
      /^made$/,
    ],
    [
      'a drawing with a script',
      () => svg(`${script}<rect width="40" height="3" onload="secret()"/>`),
      'image/svg+xml',
      /^made$/,
    ],
    [
      'a drawing with a page inside',
      () => svg(`<foreignObject><body>${script}</body></foreignObject>`),
      'image/svg+xml',
      /^made$/,
    ],
  ];

  it.each(polyglots)('%s: only its pixels are served', async (_name, file, type, what) => {
    const { what: answer, served } = await work(await file(), type);
    expect(answer).toMatch(what);
    expect(served).toHaveLength(3);
    for (const bytes of served) {
      expect(bytes.toString('latin1', 8, 12)).toBe('WEBP');
      // Nothing stands behind the picture, and nothing in front of it.
      expect(bytes.readUInt32LE(4) + 8).toBe(bytes.length);
      for (const trace of ['secret', '<html', '<script', 'PK\x03\x04'])
        expect(bytes.includes(trace)).toBe(false);
    }
  });
});
