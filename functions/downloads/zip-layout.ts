import {
  centralRecord,
  centralRecordBytes,
  type Directory,
  endBytes,
  endRecords,
  localHeader,
  localHeaderBytes,
  type ZipEntry,
} from './zip-records.ts';

/** Where everything of a ZIP lies, known before any of it is written. */
export type ZipLayout<E extends ZipEntry> = {
  readonly entries: readonly E[];
  /** Where each entry's record begins, and after the last one where the directory begins. */
  readonly offsets: Float64Array;
  /** Where each entry's record in the directory begins, and after the last one where the end begins. */
  readonly central: Float64Array;
  readonly directory: Directory;
  readonly totalBytes: number;
};

/** A piece of a ZIP: bytes that are made here, or a stretch of an entry's file. `at` counts from the asked range's start. */
export type ZipPiece<E extends ZipEntry> =
  | { readonly kind: 'made'; readonly at: number; readonly bytes: Buffer }
  | {
      readonly kind: 'file';
      readonly at: number;
      readonly entry: E;
      readonly from: number;
      readonly length: number;
    };

/** Bytes from `start` on, `end` not included. */
export type Range = { readonly start: number; readonly end: number };

export function layOutZip<E extends ZipEntry>(entries: readonly E[]): ZipLayout<E> {
  const offsets = placesOf(entries, 0, (entry) => localHeaderBytes(entry) + entry.sizeBytes);
  const start = offsets[entries.length] ?? 0;
  const central = placesOf(entries, start, (entry, index) => centralRecordBytes(entry, offsets[index] ?? 0));
  const end = central[entries.length] ?? start;
  const directory = { count: entries.length, start, sizeBytes: end - start };
  return { entries, offsets, central, directory, totalBytes: end + endBytes(directory) };
}

function placesOf<E>(
  entries: readonly E[],
  start: number,
  bytesOf: (entry: E, index: number) => number,
): Float64Array {
  const places = new Float64Array(entries.length + 1);
  places[0] = start;
  for (const [index, entry] of entries.entries()) {
    places[index + 1] = (places[index] ?? 0) + bytesOf(entry, index);
  }
  return places;
}

/** What a range of the ZIP consists of, in order and without gaps. The work grows with the range, not with the ZIP. */
export function* piecesOf<E extends ZipEntry>(layout: ZipLayout<E>, range: Range): Generator<ZipPiece<E>> {
  const { entries, offsets, central, directory } = layout;
  for (let index = indexAt(offsets, range.start); index < entries.length; index += 1) {
    const [entry, offset] = [entries[index], offsets[index] ?? 0];
    if (!entry || offset >= range.end) break;
    const header = localHeader(entry);
    yield* madeIn(range, offset, header);
    yield* fileIn(range, offset + header.length, entry);
  }
  for (let index = indexAt(central, range.start); index < entries.length; index += 1) {
    const [entry, place] = [entries[index], central[index] ?? 0];
    if (!entry || place >= range.end) break;
    yield* madeIn(range, place, centralRecord(entry, offsets[index] ?? 0));
  }
  yield* madeIn(range, directory.start + directory.sizeBytes, endRecords(directory));
}

/** The last place that is not behind a byte. */
function indexAt(places: Float64Array, byte: number): number {
  let [low, high] = [0, places.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((places[middle] ?? 0) <= byte) low = middle;
    else high = middle - 1;
  }
  return low;
}

function overlap(range: Range, begin: number, length: number): { from: number; to: number } {
  return { from: Math.max(range.start, begin) - begin, to: Math.min(range.end, begin + length) - begin };
}

function* madeIn(range: Range, begin: number, bytes: Buffer): Generator<ZipPiece<never>> {
  const { from, to } = overlap(range, begin, bytes.length);
  if (from < to) yield { kind: 'made', at: begin + from - range.start, bytes: bytes.subarray(from, to) };
}

function* fileIn<E extends ZipEntry>(range: Range, begin: number, entry: E): Generator<ZipPiece<E>> {
  const { from, to } = overlap(range, begin, entry.sizeBytes);
  if (from < to) yield { kind: 'file', at: begin + from - range.start, entry, from, length: to - from };
}
