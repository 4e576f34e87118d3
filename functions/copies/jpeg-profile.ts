import { cutPieces, PROFILE_HEAD_BYTES, profilePieces } from './color-profile.ts';
import { type CopyPiece, lengthOf, made } from './copy-pieces.ts';
import { type Segment, segmentHead } from './jpeg-segment.ts';
import type { SourceWindow } from './source-window.ts';

/** Begins the body of a segment that has a chunk of a profile. */
export const ICC_MARK = 'ICC_PROFILE\0';
/** Before a chunk of a profile: marker, length, mark, the chunk's number, and how many there are (ICC.1:2022, B.4). */
export const CHUNK_HEAD_BYTES = 4 + ICC_MARK.length + 2;

export type ProfileChunk = Segment & { readonly number: number; readonly count: number };

/**
 * The clean profile, which comes in chunks of a segment each, in the same chunks. Decoders ignore what is none, or has no whole row of
 * chunks: it is left out.
 */
export async function profileSegments(
  window: SourceWindow,
  found: readonly ProfileChunk[],
): Promise<CopyPiece[]> {
  const chunks = found.toSorted((a, b) => a.number - b.number);
  const isRow = chunks.every(({ number, count }, index) => number === index + 1 && count === chunks.length);
  if (!isRow) return [];
  const given = chunks.reduce((sum, { length }) => sum + length - CHUNK_HEAD_BYTES, 0);
  const pieces = profilePieces(await profileHead(window, chunks), given);
  if (!pieces) return [];
  let left = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  let from = 0;
  return chunks.flatMap(({ at, length, number, count }) => {
    // None for a chunk that was empty, or of which all follows the profile: how many there are is in every one.
    const bytes = Math.min(length - CHUNK_HEAD_BYTES, left);
    const [start, mark] = [from, `${ICC_MARK}${String.fromCharCode(number, count)}`];
    [from, left] = [start + bytes, left - bytes];
    const placed = (place: number): number => at + CHUNK_HEAD_BYTES + place - start;
    return [
      made(segmentHead(0xe2, mark.length + bytes), mark),
      ...cutPieces(pieces, { from: start, end: start + bytes, placed }),
    ];
  });
}

async function profileHead(window: SourceWindow, chunks: readonly ProfileChunk[]): Promise<Buffer> {
  let head = Buffer.alloc(0);
  for (const { at, length } of chunks) {
    const wanted = Math.min(length - CHUNK_HEAD_BYTES, PROFILE_HEAD_BYTES - head.length);
    head = Buffer.concat([head, await window.bytes(at + CHUNK_HEAD_BYTES, wanted)]);
  }
  return head;
}
