import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pngChunk, pngOf, jpegSegment, uint32, withSegments } from '../../fixtures/made-media.ts';
import { animation, GREEN, RED, scene } from './made-pictures.ts';

// They are worked on in a process of its own, whose memory is measured, and which is killed when one takes too long.
vi.setConfig({ testTimeout: 120_000 });

/** Well below the 2 GB that the worker has. See the manifest's `process-media`. */
const MOST_MEGABYTES = 1400;

const makePicture = fileURLToPath(new URL('../../../functions/media/picture.ts', import.meta.url));
const program = `
import { createInterface } from 'node:readline';
import { makePicture } from ${JSON.stringify(makePicture)};
for await (const line of createInterface({ input: process.stdin })) {
  const [declaredType, input] = line.split(' ');
  const outcome = await makePicture({ input, declaredType }).then(
    ({ damaged, renditions }) => ({
      what: damaged ? 'made of what there is' : 'made',
      served: renditions.map(({ bytes }) => bytes.toString('base64')),
    }),
    (error) => ({ what: error.name === 'UndecodableMedia' ? error.code : String(error), served: [] }),
  );
  const megabytes = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(JSON.stringify({ ...outcome, megabytes }) + '\\n');
}
`;

type Outcome = { what: string; served: Buffer[]; megabytes: number };

let folder = '';
let worker: ChildProcessByStdio<Writable, Readable, null>;
let answers: AsyncIterator<string>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  worker = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '2' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  answers = createInterface({ input: worker.stdout })[Symbol.asyncIterator]();
});
afterAll(() => {
  worker.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** The worker's answer; what ends it fails this test and all that follow. */
async function work(bytes: Buffer, declaredType: string): Promise<Outcome> {
  const file = join(folder, 'original');
  writeFileSync(file, bytes);
  worker.stdin.write(`${declaredType} ${file}\n`);
  const { value, done } = await answers.next();
  if (done === true) throw new Error('The worker ended.');
  const { served, ...outcome } = JSON.parse(value) as Omit<Outcome, 'served'> & { served: string[] };
  return { ...outcome, served: served.map((text) => Buffer.from(text, 'base64')) };
}

const jpeg = (): Promise<Buffer> => scene(640, 480).jpeg().toBuffer();
const png = (): Promise<Buffer> => scene(640, 480).png().toBuffer();
const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2));
const svg = (inside: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">${inside}</svg>`);

/** A PNG that says that it is `side` pixels a side, and has the data of a fraction of that. */
const claiming = (side: number): Buffer =>
  pngOf(
    pngChunk('IHDR', Buffer.concat([uint32(side, side), Buffer.from([8, 2, 0, 0, 0])])),
    pngChunk('IDAT', deflateSync(Buffer.alloc(3_000_000))),
    pngChunk('IEND', ''),
  );

/** 100 megapixels, coded so that all of it has to be in memory at once: the most that is taken at all. */
const largest = (): Promise<Buffer> =>
  sharp({
    create: { width: 10_000, height: 10_000, channels: 3, background: '#804020' },
    limitInputPixels: false,
  })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4', optimiseCoding: false })
    .toBuffer();

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
  ['100 megapixels, progressive', largest, 'image/jpeg', /^made$/],
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
  it.each(cases)('%s: a clear answer, in bounded time and memory', async (_name, file, type, what) => {
    const outcome = await work(await file(), type);
    expect(outcome.what).toMatch(what);
    expect(outcome.megabytes).toBeLessThan(MOST_MEGABYTES);
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
      () => svg(`${script}<rect width="40" height="30" onload="secret()"/>`),
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
