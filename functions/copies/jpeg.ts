import { type CopyPiece, made, OddFile, range } from './copy-pieces.ts';
import { CHUNK_HEAD_BYTES, ICC_MARK, type ProfileChunk, profileSegments } from './jpeg-profile.ts';
import { type Segment, segment } from './jpeg-segment.ts';
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
const ADOBE_MARK = 'Adobe';
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

/** Version 100, no flags, and the transform (Adobe Technical Note 5116, section 18). */
const adobeSegment = (transform: number): CopyPiece =>
  made(segment(0xee, ADOBE_MARK, Buffer.from([0, 100, 0, 0, 0, 0, transform])));
