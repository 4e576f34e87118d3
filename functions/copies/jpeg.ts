import { cutPieces, PROFILE_HEAD_BYTES, profilePieces } from './color-profile.ts';
import { type CopyPiece, lengthOf, made, OddFile, range } from './copy-pieces.ts';
import { readOrientation, smallExif, type Told } from './small-exif.ts';
import type { SourceWindow } from './source-window.ts';

/**
 * Markers that a picture is decoded by (ITU-T T.81, table B.1): frames, tables, restarts, scans, and two that decoders may skip
 * unread. Hierarchical ones are odd.
 */
const SCAN = 0xda;
const END = 0xd9;
const TABLES = new Set([0xc4, 0xdb, 0xdd]);
const LINES = 0xdc;
const CONDITIONING = 0xcc;
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
const APP1 = 0xe1;
const MAX_SEGMENTS = 10_000;

const EXIF_MARK = 'Exif\0\0';
const ICC_MARK = 'ICC_PROFILE\0';
const ADOBE_MARK = 'Adobe';
/** Before a chunk of a profile: marker, length, mark, the chunk's number, and how many there are (ICC.1:2022, B.4). */
const CHUNK_HEAD_BYTES = 4 + ICC_MARK.length + 2;
/** Shorter ones are no JFIF to decoders. */
const JFIF_BYTES = 14;

/** JFIF 1.01 with square pixels, and without a thumbnail: that it is there decides how colours are read. */
const JFIF = Buffer.from('ffe000104a46494600010100000100010000', 'hex');

type Found = {
  isJfif: boolean;
  /** How Adobe's programs say that colours are to be read: the same for the decoder. */
  adobeTransform: number | undefined;
  exif: Buffer | undefined;
  frames: number;
  scans: number;
  readonly profile: ProfileChunk[];
  readonly data: CopyPiece[];
};

type ProfileChunk = Segment & { readonly number: number; readonly count: number };

type Segment = { readonly marker: number; readonly at: number; readonly length: number };

/**
 * A clean copy of a JPEG: its frames, tables and scans as they are, a small EXIF block, and the colour profile. All
 * other segments, between scans as well, and all that follows its end are left out.
 * @throws OddFile
 */
export async function jpegPieces(window: SourceWindow, captured: Told['captured']): Promise<CopyPiece[]> {
  const found: Found = {
    isJfif: false,
    adobeTransform: undefined,
    exif: undefined,
    frames: 0,
    scans: 0,
    profile: [],
    data: [],
  };
  await walk(window, found);
  if (found.frames !== 1 || found.scans === 0) throw new OddFile('it has no picture, or several');
  const exif = smallExif({ orientation: readOrientation(found.exif), captured });
  return [
    made('\xff\xd8', found.isJfif ? JFIF : '', exif ? segment(APP1, EXIF_MARK, exif) : ''),
    ...(await profileSegments(window, found.profile)),
    ...(found.adobeTransform === undefined ? [] : [adobeSegment(found.adobeTransform)]),
    ...found.data,
    made('\xff\xd9'),
  ];
}

async function walk(window: SourceWindow, found: Found): Promise<void> {
  let at = 2;
  for (let step = 0; step < MAX_SEGMENTS; step += 1) {
    const [first, marker = 0] = await window.bytes(at, 2);
    if (first !== 0xff) throw new OddFile('a marker is missing');
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END) return;
    const length = (await window.bytes(at + 2, 2)).readUInt16BE(0) + 2;
    if (length < 4 || at + length > window.size) throw new OddFile('a segment is too long');
    await note(window, found, { marker, at, length });
    at += length;
    if (marker === SCAN) {
      const end = await endOfScan(window, at);
      found.data.push(range(at, end - at));
      at = end;
    }
  }
  throw new OddFile('too many segments');
}

async function note(window: SourceWindow, found: Found, told: Segment): Promise<void> {
  const { marker, at, length } = told;
  if (marker === SCAN || TABLES.has(marker) || FRAMES.has(marker)) {
    if (marker === SCAN) found.scans += 1;
    if (FRAMES.has(marker)) found.frames += 1;
    found.data.push(range(at, length));
    return;
  }
  if (marker === LINES || marker === CONDITIONING) {
    if (await isPlainNumbers(window, told)) found.data.push(range(at, length));
    return;
  }
  const isLeftOut =
    (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe || (marker >= 0xf0 && marker <= 0xfd);
  if (!isLeftOut) throw new OddFile('a marker is unknown');
  const body = await window.bytes(at + 4, length - 4);
  const begins = (mark: string): boolean => body.toString('latin1', 0, mark.length) === mark;
  // How colours are read is settled before the first scan, by the last that says so.
  if (found.scans > 0) return;
  if (marker === 0xe0 && begins('JFIF\0') && body.length >= JFIF_BYTES) found.isJfif = true;
  if (marker === APP1 && begins(EXIF_MARK)) found.exif ??= Buffer.from(body.subarray(EXIF_MARK.length));
  if (marker === 0xee && begins(ADOBE_MARK) && body.length >= 12) found.adobeTransform = body[11];
  if (marker !== 0xe2 || !begins(ICC_MARK) || length < CHUNK_HEAD_BYTES) return;
  const [number = 0, count = 0] = body.subarray(ICC_MARK.length);
  found.profile.push({ marker, at, length, number, count });
}

/** Four for each of two kinds of coefficients. */
const CODING_TABLES = 8;

/**
 * Whether a segment that most decoders skip unread is what it says: the number of lines, or pairs of a table's
 * number and its value for arithmetic coding (ITU-T T.81, B.2.4.3 and B.2.5).
 */
async function isPlainNumbers(window: SourceWindow, { marker, at, length }: Segment): Promise<boolean> {
  const body = await window.bytes(at + 4, length - 4);
  if (marker === LINES) return body.length === 2;
  const isShort = body.length <= 2 * CODING_TABLES;
  return (
    isShort && body.length % 2 === 0 && body.every((byte, index) => index % 2 === 1 || (byte & 0xec) === 0)
  );
}

/**
 * The clean profile, which comes in chunks of a segment each, in the same chunks. Decoders ignore what is none, or has no whole row of
 * chunks: it is left out.
 */
async function profileSegments(window: SourceWindow, found: readonly ProfileChunk[]): Promise<CopyPiece[]> {
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

/** Where the next marker is that is no restart: in a scan 0xFF is followed by 0 unless it begins a marker. */
async function endOfScan(window: SourceWindow, from: number): Promise<number> {
  for (let at = from; ;) {
    const bytes = await window.rest(at, 2);
    const found = markerIn(bytes);
    if (found >= 0) return at + found;
    // Its last byte may begin a marker.
    at += bytes.length - 1;
  }
}

function markerIn(bytes: Buffer): number {
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return -1;
}

const segment = (marker: number, mark: string, body: Buffer): Buffer =>
  Buffer.concat([segmentHead(marker, mark.length + body.length), Buffer.from(mark, 'latin1'), body]);

function segmentHead(marker: number, bodyBytes: number): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(2 + bodyBytes, 2);
  return head;
}

/** Version 100, no flags, and the transform (Adobe Technical Note 5116, section 18). */
const adobeSegment = (transform: number): CopyPiece =>
  made(segment(0xee, ADOBE_MARK, Buffer.from([0, 100, 0, 0, 0, 0, transform])));
