import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { ArchiveEntry } from './archive-entries.ts';
import { piecesOf, type Range, type ZipLayout, type ZipPiece } from './zip-layout.ts';
import { isNotFound } from '../storage/is-not-found.ts';
import { s3Client } from '../aws/clients.ts';
import { mediaBucket } from '../aws/settings.ts';
import { mapConcurrent } from '../aws/map-concurrent.ts';

/** How many files are read at once: small ones take a round trip each. */
const READS_AT_ONCE = 16;

/** A file that is gone: its item was deleted, or moved by moderation. */
export class SourceFileGone extends Error {
  override readonly name = 'SourceFileGone';
}

/** A range of a ZIP as bytes. @throws SourceFileGone */
export async function readPart(layout: ZipLayout<ArchiveEntry>, range: Range): Promise<Buffer> {
  const part = Buffer.allocUnsafe(range.end - range.start);
  await mapConcurrent(piecesOf(layout, range), READS_AT_ONCE, async (piece) => {
    if (piece.kind === 'made') piece.bytes.copy(part, piece.at);
    else await readFile(piece, part.subarray(piece.at, piece.at + piece.length));
  });
  return part;
}

type FilePiece = Extract<ZipPiece<ArchiveEntry>, { kind: 'file' }>;

async function readFile({ entry, from, length }: FilePiece, into: Buffer): Promise<void> {
  const { Body, ContentRange } = await openRange(entry.key, `bytes=${from}-${from + length - 1}`);
  const total = Number(ContentRange?.split('/')[1]);
  let filled = 0;
  for await (const chunk of Body as Readable as AsyncIterable<Buffer>) {
    filled += chunk.copy(into, filled);
  }
  const isWhole = length === entry.sizeBytes;
  const isRight = total === entry.sizeBytes && filled === length && (!isWhole || crc32(into) === entry.crc32);
  // The key holds only ids, nothing personal.
  if (!isRight) throw new Error(`${entry.key} is not what its item says.`);
}

async function openRange(key: string, range: string) {
  try {
    return await s3Client().send(new GetObjectCommand({ Bucket: mediaBucket(), Key: key, Range: range }));
  } catch (error) {
    if (isNotFound(error)) throw new SourceFileGone();
    throw error;
  }
}
