import { bufferSource, type ByteSource, withFileSource } from '../media/byte-source.ts';
import type { WallTime } from '../media/date-text.ts';
import { SNIFF_BYTES, sniffMediaType } from '../media/sniff.ts';
import { type CopyPiece, type CopyPlan, made, OddFile, planOf } from './copy-pieces.ts';
import { gifPieces } from './gif.ts';
import { jpegPieces } from './jpeg.ts';
import { moviePieces } from './movie.ts';
import { pngPieces } from './png.ts';
import { copyChecksum, readCopy } from './read-copy.ts';
import type { Told } from './small-exif.ts';
import { type SourceWindow, sourceWindow } from './source-window.ts';
import { webpPieces } from './webp.ts';

/** A clean copy that can be put together from a file. */
export type CleanCopy = {
  readonly plan: CopyPlan;
  readonly mime: string;
  readonly extension: string;
  readonly sizeBytes: number;
  readonly crc32: number;
};

const SMALL_BYTES = 4096;
const MOST_SMALL_BYTES = 65_536;

type Format = {
  readonly extension: string;
  readonly pieces: (window: SourceWindow, captured: Told['captured']) => Promise<CopyPiece[]>;
};

const formats: Readonly<Record<string, Format>> = {
  'image/jpeg': { extension: 'jpg', pieces: jpegPieces },
  'image/png': { extension: 'png', pieces: pngPieces },
  'image/webp': { extension: 'webp', pieces: webpPieces },
  'image/gif': { extension: 'gif', pieces: gifPieces },
  'video/mp4': { extension: 'mp4', pieces: moviePieces },
  'video/quicktime': { extension: 'mov', pieces: moviePieces },
  'video/3gpp': { extension: '3gp', pieces: moviePieces },
  'video/3gpp2': { extension: '3g2', pieces: moviePieces },
};

/**
 * How to put together a copy of a file that has its picture, full size and quality, and tells nothing else but its
 * orientation, colour profile and capture date. Undefined for formats that need a new encoding, and for files whose
 * parts are not what their format says.
 */
export async function planCopy(path: string, captured: WallTime | undefined): Promise<CleanCopy | undefined> {
  return withFileSource(path, (source) => planFrom(source, captured));
}

/** The same for bytes of our own, put together at once. @throws OddFile for what no copy can be made of */
export async function cleanBytes(
  bytes: Buffer,
  captured: WallTime | undefined,
): Promise<Pick<CleanCopy, 'crc32'> & { readonly bytes: Buffer }> {
  const source = bufferSource(bytes);
  const copy = await planFrom(source, captured);
  if (!copy) throw new OddFile('there is no copy of it');
  const chunks: Buffer[] = [];
  for await (const chunk of readCopy(copy.plan, source)) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), crc32: copy.crc32 };
}

async function planFrom(source: ByteSource, captured: WallTime | undefined): Promise<CleanCopy | undefined> {
  const mime = sniffMediaType(await source.read(0, SNIFF_BYTES));
  const format = formats[mime ?? ''];
  if (mime === undefined || !format) return undefined;
  try {
    const pieces = planOf(await format.pieces(sourceWindow(source), captured)).pieces;
    const plan = planOf(await withSmallRangesMade(pieces, source));
    const { sizeBytes } = plan;
    return { plan, mime, extension: format.extension, sizeBytes, crc32: await copyChecksum(plan, source) };
  } catch (error) {
    if (error instanceof OddFile) return undefined;
    throw error;
  }
}

/** Whoever puts a copy together asks for each range: what is small is in the plan itself, such as most colour profiles. */
async function withSmallRangesMade(pieces: readonly CopyPiece[], source: ByteSource): Promise<CopyPiece[]> {
  const result: CopyPiece[] = [];
  let room = MOST_SMALL_BYTES;
  for (const piece of pieces) {
    const isSmall = piece.kind === 'range' && piece.length <= SMALL_BYTES && piece.length <= room;
    if (isSmall) room -= piece.length;
    result.push(isSmall ? made(await source.read(piece.from, piece.length)) : piece);
  }
  return result;
}
