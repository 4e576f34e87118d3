import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { ArchiveEntry } from './archive-entries.ts';
import { piecesOf, type Range, type ZipLayout, type ZipPiece } from './zip-layout.ts';
import { isNotFound } from '../storage/is-not-found.ts';
import { s3Client } from '../aws/clients.ts';
import { mediaBucket } from '../aws/settings.ts';
import { mapConcurrent } from '../aws/map-concurrent.ts';
import { fillSpan, planFor, rangeOf, type Span, spansOf } from './read-planned-copy.ts';
import { SourceFileGone } from './source-file-gone.ts';

/** How many files are read at once: small ones take a round trip each. */
const READS_AT_ONCE = 16;

/** A range of a ZIP as bytes. @throws SourceFileGone or, where a clean copy is another by now, OtherCopy */
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
  const { key, planKey, sizeBytes } = entry;
  const spans = planKey === undefined ? [{ reads: [{ from, into }] }] : await plannedSpans(entry, from, into);
  let isRight = true;
  for (const span of spans) {
    const wanted = rangeOf(span);
    const { Body, ContentRange } = await openRange(
      key,
      `bytes=${wanted.from}-${wanted.from + wanted.length - 1}`,
    );
    const filled = await fillSpan(span, Body as Readable as AsyncIterable<Buffer>);
    const total = Number(ContentRange?.split('/')[1]);
    isRight &&= filled === wanted.length && (planKey !== undefined || total === sizeBytes);
  }
  if (length === sizeBytes) isRight &&= crc32(into) === entry.crc32;
  // The key holds only ids, nothing personal.
  if (!isRight) throw new Error(`${key} is not what its item says.`);
}

async function plannedSpans(
  { key, planKey = '', sizeBytes, crc32 }: ArchiveEntry,
  from: number,
  into: Buffer,
): Promise<Span[]> {
  return spansOf(await planFor({ key, planKey, sizeBytes, crc32 }), from, into);
}

async function openRange(key: string, range: string) {
  try {
    return await s3Client().send(new GetObjectCommand({ Bucket: mediaBucket(), Key: key, Range: range }));
  } catch (error) {
    if (isNotFound(error)) throw new SourceFileGone();
    throw error;
  }
}
