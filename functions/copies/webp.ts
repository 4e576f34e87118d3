import { cutPieces, PROFILE_HEAD_BYTES, profilePieces } from './color-profile.ts';
import { type CopyPiece, lengthOf, made, OddFile, range } from './copy-pieces.ts';
import { readOrientation, smallExif, type Told } from './small-exif.ts';
import type { SourceWindow } from './source-window.ts';

/** The chunks that hold pixels, of a picture or within a frame (WebP Container Specification). */
const PICTURE = new Set(['ALPH', 'VP8 ', 'VP8L']);
const RIFF_BYTES = 12;
const HEADER_BYTES = 8;
const FRAME_BYTES = 16;
const EXTENDED_BYTES = 10;
const ANIM_BYTES = 6;
const MAX_CHUNKS = 20_000;
const MAX_EXIF_BYTES = 65_536;
/** Flags of the extended header: an ICC profile, alpha, and animation stay; EXIF is set anew, XMP is not. */
const KEPT_FLAGS = 0x32;
const EXIF_FLAG = 0x08;
const ANIMATION_FLAG = 0x02;
const EXIF_MARK = 'Exif\0\0';

type Chunk = { readonly kind: string; readonly at: number; readonly length: number };

/**
 * A clean copy of a WebP: its pixels, frames and colours as they are, and a small EXIF chunk. A file without the extended
 * header has no room for one.
 * @throws OddFile
 */
export async function webpPieces(window: SourceWindow, captured: Told['captured']): Promise<CopyPiece[]> {
  const end = HEADER_BYTES + (await window.bytes(4, 4)).readUInt32LE(0);
  if (end > window.size) throw new OddFile('it ends too early');
  const kept: CopyPiece[] = [];
  const seen = new Set<string>();
  let extended: Buffer | undefined;
  let exif: Buffer | undefined;
  for await (const chunk of chunksIn(window, { from: RIFF_BYTES, end })) {
    const { kind, at, length } = chunk;
    const isFirst = !seen.has(kind);
    seen.add(kind);
    if (kind === 'VP8X' && isFirst && length === EXTENDED_BYTES)
      extended = Buffer.from(await window.bytes(at, HEADER_BYTES + length));
    if (kind === 'EXIF' && length <= MAX_EXIF_BYTES)
      exif ??= Buffer.from(await window.bytes(at + HEADER_BYTES, length));
    if (kind === 'ANMF') await assertPlainFrame(window, chunk);
    if (isKept(chunk, { isFirst, isAnimated: ((extended?.[HEADER_BYTES] ?? 0) & ANIMATION_FLAG) !== 0 }))
      kept.push(...(kind === 'ICCP' ? await profileChunk(window, chunk) : whole(chunk)));
  }
  const small = extended && smallExif({ orientation: readOrientation(withoutMark(exif)), captured });
  return riff([
    ...(extended ? [extendedHeader(extended, small !== undefined)] : []),
    ...kept,
    ...(small ? [made('EXIF', uint32(small.length), small), ...padding(small.length)] : []),
  ]);
}

/** Decoders take the first chunk of a kind, and look for frames in animations and for a picture in others. */
function isKept(
  { kind, length }: Chunk,
  { isFirst, isAnimated }: { isFirst: boolean; isAnimated: boolean },
): boolean {
  if (kind === 'ANMF') return isAnimated;
  if (kind === 'ANIM') return isAnimated && isFirst && length === ANIM_BYTES;
  if (PICTURE.has(kind)) return !isAnimated && isFirst;
  return kind === 'ICCP' && isFirst;
}

const whole = ({ at, length }: Chunk): CopyPiece[] => [range(at, HEADER_BYTES + length), ...padding(length)];

/** The clean profile. */
async function profileChunk(window: SourceWindow, { at, length }: Chunk): Promise<CopyPiece[]> {
  const from = at + HEADER_BYTES;
  const pieces = profilePieces(await window.bytes(from, Math.min(length, PROFILE_HEAD_BYTES)), length);
  if (!pieces) throw new OddFile('its profile is none');
  const size = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  const placed = (at: number): number => from + at;
  return [made('ICCP', uint32(size)), ...cutPieces(pieces, { from: 0, end: size, placed }), ...padding(size)];
}

async function* chunksIn(
  window: SourceWindow,
  { from, end }: { from: number; end: number },
): AsyncGenerator<Chunk> {
  let at = from;
  for (let step = 0; at + HEADER_BYTES <= end; step += 1) {
    const header = await window.bytes(at, HEADER_BYTES);
    const [kind, length] = [header.toString('latin1', 0, 4), header.readUInt32LE(4)];
    if (step === MAX_CHUNKS || at + HEADER_BYTES + length > end) throw new OddFile('its chunks do not fit');
    yield { kind, at, length };
    at += HEADER_BYTES + length + (length % 2);
  }
}

/** A frame may hold chunks that nobody knows, and of these a plan leaves out none. */
async function assertPlainFrame(window: SourceWindow, { at, length }: Chunk): Promise<void> {
  const end = at + HEADER_BYTES + length;
  const seen = new Set<string>();
  let next = at + HEADER_BYTES + FRAME_BYTES;
  for await (const { kind, at: from, length: bytes } of chunksIn(window, { from: next, end })) {
    const part = kind === 'ALPH' ? 'alpha' : 'picture';
    if (!PICTURE.has(kind) || seen.has(part)) throw new OddFile('a frame holds something else');
    seen.add(part);
    next = from + HEADER_BYTES + bytes;
  }
  // But for one byte that makes it even.
  if (end - next > 1) throw new OddFile('something follows a frame');
}

function extendedHeader(header: Buffer, hasExif: boolean): CopyPiece {
  // Flags take the first of four bytes.
  header.writeUInt32LE(((header[HEADER_BYTES] ?? 0) & KEPT_FLAGS) | (hasExif ? EXIF_FLAG : 0), HEADER_BYTES);
  return made(header);
}

function riff(pieces: readonly CopyPiece[]): CopyPiece[] {
  const length = pieces.reduce((sum, piece) => sum + lengthOf(piece), 4);
  return [made('RIFF', uint32(length), 'WEBP'), ...pieces];
}

/** Chunks begin at even places; the file's own padding may be anything. */
const padding = (length: number): CopyPiece[] => (length % 2 === 0 ? [] : [made('\0')]);

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Some writers put JPEG's mark in front, against the specification. */
const withoutMark = (block: Buffer | undefined): Buffer | undefined =>
  block?.toString('latin1', 0, EXIF_MARK.length) === EXIF_MARK ? block.subarray(EXIF_MARK.length) : block;
