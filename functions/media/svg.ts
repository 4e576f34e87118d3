import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runLimited } from './child-process.ts';
import { MachineFault } from './machine-fault.ts';
import type { RawPicture } from './raw-picture.ts';
import { fontSettings } from './svg-fonts.ts';
import { UndecodableMedia } from './undecodable.ts';

const HEADER_BYTES = 8;
const DEFAULT_CPU_MS = 1300;
/** For a machine that is busy with other things: what takes so long waits for it. */
const TIMEOUT_MS = 50_000;
/** The kernel's limit. Node reserves about 600 MB of address space before the first line runs. */
const WRITABLE_BYTES = 950_000_000;
/** What a drawing may really take; about 30 MB of that are Node and the library. */
export const SVG_MEMORY_BYTES = 256_000_000;

// The child's script: standard input is the drawing, standard output its width, its height and its pixels. A
// drawing has no size in pixels of its own, so it is drawn to fill the box.
const script = `
const sharp = require('sharp');
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
const box = Number(process.argv[1]);
const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', async () => {
  const input = Buffer.concat(chunks);
  const { width, height } = await sharp(input, { limitInputPixels: false }).metadata();
  const density = Math.min(100000, Math.max(1, (72 * box) / Math.max(width, height)));
  const { data, info } = await sharp(input, { density, limitInputPixels: 1e8 })
    .resize(box, box, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const header = Buffer.alloc(${HEADER_BYTES});
  header.writeUInt32LE(info.width, 0);
  header.writeUInt32LE(info.height, 4);
  process.stdout.write(Buffer.concat([header, data]));
});
`;

/**
 * Draws an SVG so that its longer side has `box` pixels, in a child process that can be killed: a drawing of
 * a few kilobytes can keep a renderer busy for minutes. The renderer gets bytes and no address, so nothing
 * is loaded from files or the network.
 * @throws UndecodableMedia
 * @throws MachineFault for what says nothing of the drawing
 */
export async function drawSvg(
  bytes: Buffer,
  { box, cpuMs = DEFAULT_CPU_MS }: { box: number; cpuMs?: number },
): Promise<RawPicture> {
  const result = await withFonts((environment) =>
    runLimited({
      command: process.execPath,
      environment: { ...environment, UV_THREADPOOL_SIZE: '1' },
      args: ['--max-old-space-size=64', '--v8-pool-size=1', '-e', script, String(box)],
      input: recognisable(bytes),
      // In a bundle, the bundle's folder, from which the child finds the library as the bundle does.
      cwd: typeof __dirname === 'string' ? __dirname : process.cwd(),
      timeoutMs: TIMEOUT_MS,
      memoryBytes: WRITABLE_BYTES,
      usage: { cpuMs, memoryBytes: SVG_MEMORY_BYTES },
      outputBytes: HEADER_BYTES + box * box * 4,
    }),
  );
  if (!result.ok && result.reason === 'cpu') throw new UndecodableMedia('too-slow');
  if (!result.ok && result.reason === 'timeout') throw new MachineFault('A drawing was not drawn in time.');
  if (!result.ok && (result.reason === 'missing' || result.reason === 'killed'))
    throw new MachineFault(`The renderer of drawings did not run: ${result.reason}. ${result.stderr}`);
  if (!result.ok && result.reason === 'memory') throw new UndecodableMedia('too-large');
  // "rendering error" without a reason is what the library says where it gets no more memory.
  if (!result.ok && /exceeds pixel limit|allocat|out of memory|rendering error/i.test(result.stderr)) {
    throw new UndecodableMedia('too-large');
  }
  if (!result.ok && /Cannot find module/.test(result.stderr)) throw new MachineFault(result.stderr);
  if (!result.ok) throw new UndecodableMedia('damaged', { cause: new Error(result.stderr) });
  const { stdout } = result;
  return {
    data: stdout.subarray(HEADER_BYTES),
    width: stdout.readUInt32LE(0),
    height: stdout.readUInt32LE(4),
    channels: 4,
  };
}

/** The renderer reads its font settings from a file, which exists for as long as one drawing takes. */
async function withFonts<T>(draw: (environment: Record<string, string>) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'fonts-'));
  try {
    const file = join(folder, 'fonts.conf');
    await writeFile(file, fontSettings());
    return await draw({ FONTCONFIG_FILE: file });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * libvips recognises an SVG by plain ASCII at its start and `<svg` within its first 1,000 bytes. Drawing
 * programs write byte order marks, long document types and prefixed names, so a comment that says `<svg` goes
 * first, after the XML declaration, which may have nothing in front of it.
 */
function recognisable(bytes: Buffer): Buffer {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const source = isWide ? fromUtf16(bytes) : withoutMark(bytes);
  const declaration = /^<\?xml[^>]{0,200}\?>/.exec(source.toString('latin1', 0, 256))?.[0] ?? '';
  return Buffer.concat([
    source.subarray(0, declaration.length),
    Buffer.from('<!-- <svg plain ascii -->'),
    source.subarray(declaration.length),
  ]);
}

const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

function fromUtf16(bytes: Buffer): Buffer {
  const text = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  return Buffer.from(text.replace(/^<\?xml[^>]{0,200}\?>/, ''));
}
