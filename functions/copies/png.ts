import { crc32 } from 'node:zlib';
import { type CopyPiece, made, OddFile, range } from './copy-plan.ts';
import { readOrientation, smallExif, type Told } from './small-exif.ts';
import type { SourceWindow } from './source-window.ts';

const SIGNATURE_BYTES = 8;
/** Of a chunk beside its body: length, kind, checksum. */
const FRAME_BYTES = 12;
/** Files of the usual library have a chunk for each 8 KB. */
const MAX_CHUNKS = 50_000;
const MAX_EXIF_BYTES = 65_536;

/**
 * What pixels, frames and their colours are made of (PNG, third edition, 5.6). Everything else is text, time, physical
 * size, palettes for suggestion, and whatever programs made up.
 */
const KEPT = new Set(
  [
    ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'acTL', 'fcTL', 'fdAT'],
    ['cHRM', 'cICP', 'cLLI', 'gAMA', 'iCCP', 'mDCV', 'sBIT', 'sRGB'],
  ].flat(),
);

/**
 * A clean copy of a PNG: its pixels, frames and colours as they are, and a small EXIF chunk.
 * @throws OddFile
 */
export async function pngPieces(window: SourceWindow, captured: Told['captured']): Promise<CopyPiece[]> {
  const kept: CopyPiece[] = [];
  let exif: Buffer | undefined;
  let at = SIGNATURE_BYTES;
  for (let step = 0; step < MAX_CHUNKS; step += 1) {
    const header = await window.bytes(at, 8);
    const [length, kind] = [header.readUInt32BE(0), header.toString('latin1', 4, 8)];
    if ((step === 0) !== (kind === 'IHDR')) throw new OddFile('its first chunk is no header');
    if (kind === 'IEND')
      return [range(0, SIGNATURE_BYTES), ...withExif(kept, { exif, captured }), chunk('IEND')];
    if (at + length + FRAME_BYTES > window.size) throw new OddFile('a chunk is too long');
    if (KEPT.has(kind)) kept.push(range(at, length + FRAME_BYTES));
    if (kind === 'eXIf' && length <= MAX_EXIF_BYTES) exif ??= Buffer.from(await window.bytes(at + 8, length));
    at += length + FRAME_BYTES;
  }
  throw new OddFile('too many chunks');
}

/** Behind the header, where those who read only the beginning find it. */
function withExif(
  [header, ...others]: readonly CopyPiece[],
  { exif, captured }: { exif: Buffer | undefined; captured: Told['captured'] },
): CopyPiece[] {
  const small = smallExif({ orientation: readOrientation(exif), captured });
  return [...(header ? [header] : []), ...(small ? [chunk('eXIf', small)] : []), ...others];
}

function chunk(kind: string, body: Buffer = Buffer.alloc(0)): CopyPiece {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(body, crc32(kind)));
  return made(length, kind, body, sum);
}
