import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { profileIn } from './color-profile.ts';
import { type CopyPiece, made, OddFile, range } from './copy-pieces.ts';
import { readOrientation, smallExif, type Told } from './small-exif.ts';
import type { SourceWindow } from './source-window.ts';

const SIGNATURE_BYTES = 8;
/** Of a chunk beside its body: length, kind, checksum. */
const FRAME_BYTES = 12;
/** Files of the usual library have a chunk for each 8 KB. */
const MAX_CHUNKS = 50_000;
const MAX_EXIF_BYTES = 65_536;

const MAX_PROFILE_BYTES = 4 * 1_048_576;

/**
 * What pixels, frames and their colours are made of, and how long each may be (PNG, third edition, 5.6 and 11).
 * Everything else is text, time, physical size, palettes for suggestion, and whatever programs made up.
 */
const KEPT: Readonly<Record<string, readonly [number, number]>> = {
  IHDR: [13, 13],
  PLTE: [3, 768],
  tRNS: [1, 256],
  IDAT: [0, Infinity],
  acTL: [8, 8],
  fcTL: [26, 26],
  fdAT: [4, Infinity],
  cHRM: [32, 32],
  cICP: [4, 4],
  cLLI: [8, 8],
  gAMA: [4, 4],
  iCCP: [3, MAX_PROFILE_BYTES],
  mDCV: [24, 24],
  sBIT: [1, 4],
  sRGB: [1, 1],
};
const REPEATED = new Set(['IDAT', 'fcTL', 'fdAT']);
const OF_ANIMATIONS = new Set(['fcTL', 'fdAT']);
/** Where the header says how colours are given, and that they are in a palette. */
const COLOR_TYPE_AT = SIGNATURE_BYTES + 8 + 9;
const BY_PALETTE = 3;

type Chunk = { readonly kind: string; readonly at: number; readonly length: number };

/**
 * A clean copy of a PNG: its pixels, frames and colours as they are, and a small EXIF chunk.
 * @throws OddFile
 */
export async function pngPieces(window: SourceWindow, captured: Told['captured']): Promise<CopyPiece[]> {
  const kept: CopyPiece[] = [];
  const seen = new Set<string>();
  const [colorType] = await window.bytes(COLOR_TYPE_AT, 1);
  let exif: Buffer | undefined;
  let at = SIGNATURE_BYTES;
  for (let step = 0; step < MAX_CHUNKS; step += 1) {
    const header = await window.bytes(at, 8);
    const [length, kind] = [header.readUInt32BE(0), header.toString('latin1', 4, 8)];
    if ((step === 0) !== (kind === 'IHDR')) throw new OddFile('its first chunk is no header');
    if (kind === 'IEND')
      return [range(0, SIGNATURE_BYTES), ...withExif(kept, { exif, captured }), chunk('IEND')];
    if (at + length + FRAME_BYTES > window.size) throw new OddFile('a chunk is too long');
    const found = { kind, at, length };
    if (isKept(found, seen) && (kind !== 'PLTE' || colorType === BY_PALETTE))
      kept.push(kind === 'iCCP' ? await profileChunk(window, found) : range(at, length + FRAME_BYTES));
    if (kind === 'eXIf' && length <= MAX_EXIF_BYTES) exif ??= Buffer.from(await window.bytes(at + 8, length));
    at += length + FRAME_BYTES;
  }
  throw new OddFile('too many chunks');
}

function isKept({ kind, length }: Chunk, seen: Set<string>): boolean {
  const [least, most] = KEPT[kind] ?? [];
  if (least === undefined || most === undefined) return false;
  // To decoders of stills they are unknown.
  if (OF_ANIMATIONS.has(kind) && !seen.has('acTL')) return false;
  if (length < least || length > most) throw new OddFile('a chunk has a wrong length');
  if (seen.has(kind) && !REPEATED.has(kind)) throw new OddFile('a chunk comes twice');
  seen.add(kind);
  return true;
}

/** The profile under a name of our own; nothing instead of what is none, which decoders ignore. */
async function profileChunk(window: SourceWindow, { at, length }: Chunk): Promise<CopyPiece> {
  const body = (await window.rest(at + 8, length)).subarray(0, length);
  const profile = profileIn(inflated(body.subarray(body.indexOf(0) + 2)));
  return profile ? chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(profile)])) : made();
}

function inflated(compressed: Buffer): Buffer {
  try {
    return inflateSync(compressed, { maxOutputLength: MAX_PROFILE_BYTES });
  } catch {
    return Buffer.alloc(0);
  }
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
