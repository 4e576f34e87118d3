import type { ByteSource } from './byte-source.ts';
import { parseWallTime, wallTimeOfInstant } from './date-text.ts';
import type { WallTime } from './date-text.ts';

/** A camera's own note of the wall time, and the container's instant in UTC. */
export type VideoDates = { readonly noted?: WallTime | undefined; readonly utc?: WallTime | undefined };

const HEAD_BYTES = 65_536;
const MAX_BOXES = 400;
const MAX_MOOV_BYTES = 8 * 1_048_576;
/** Seconds from 1904, where QuickTime counts from, to 1970. */
const SECONDS_1904_TO_1970 = 2_082_844_800;
/** From 1601, where Windows counts from, to 1970, in units of 100 ns. */
const TICKS_1601_TO_1970 = 116_444_736_000_000_000n;
const MILLISECONDS_2001 = Date.UTC(2001, 0, 1);

/**
 * The dates in a video's header, by its sniffed type. Reads the header only: boxes are stepped over, not
 * read, and each walk has a bounded number of steps.
 */
export async function readVideoDates(source: ByteSource, mime: string): Promise<VideoDates> {
  if (mime === 'video/x-msvideo') return aviDates(await source.read(0, HEAD_BYTES));
  if (mime === 'video/x-ms-wmv') return asfDates(await source.read(0, HEAD_BYTES));
  if (mime === 'video/webm') return webmDates(await source.read(0, HEAD_BYTES));
  if (mime === 'video/ogg') return {};
  return movieDates(await readMovieBox(source));
}

/** The body of the `moov` box (ISO 14496-12, 8.2.1), wherever it is in the file. */
export async function readMovieBox(source: ByteSource): Promise<Buffer> {
  let at = 0;
  for (let step = 0; step < MAX_BOXES && at + 8 <= source.size; step += 1) {
    const header = await source.read(at, 16);
    if (header.length < 8) break;
    const { size, skip } = boxSize(header, source.size - at);
    if (size < skip) break;
    if (header.toString('latin1', 4, 8) === 'moov') {
      return source.read(at + skip, Math.min(size - skip, MAX_MOOV_BYTES));
    }
    at += size;
  }
  return Buffer.alloc(0);
}

/** A box's whole size and the size of its header; size 0 means "to the end", size 1 a 64-bit size. */
function boxSize(header: Buffer, rest: number): { size: number; skip: number } {
  const size = header.readUInt32BE(0);
  if (size === 0) return { size: rest, skip: 8 };
  if (size !== 1) return { size, skip: 8 };
  return { size: header.length < 16 ? 0 : Number(header.readBigUInt64BE(8)), skip: 16 };
}

/** The first child box of a name, its body only. */
function child(body: Buffer, name: string): Buffer | undefined {
  let at = 0;
  for (let step = 0; step < MAX_BOXES && at + 8 <= body.length; step += 1) {
    const { size, skip } = boxSize(body.subarray(at, at + 16), body.length - at);
    if (size < skip) return undefined;
    if (body.toString('latin1', at + 4, at + 8) === name) return body.subarray(at + skip, at + size);
    at += size;
  }
  return undefined;
}

function movieDates(moov: Buffer): VideoDates {
  const userData = child(moov, 'udta') ?? Buffer.alloc(0);
  // International text: 2 bytes of length, 2 of language, then the text (QuickTime File Format, user data).
  const day = child(userData, '\xa9day')?.toString('latin1', 4, 44) ?? '';
  return {
    noted: appleCreationDate(moov) ?? parseWallTime(day),
    utc: headerDate(child(moov, 'mvhd')),
  };
}

/** `com.apple.quicktime.creationdate`: local time with its offset, as Apple's phones write it. */
function appleCreationDate(moov: Buffer): WallTime | undefined {
  const meta = child(moov, 'meta');
  if (meta === undefined) return undefined;
  // In MP4 the box has four bytes of version and flags before its children, in QuickTime none.
  const body = child(meta, 'keys') === undefined ? meta.subarray(4) : meta;
  const index = keyIndex(child(body, 'keys'), 'com.apple.quicktime.creationdate');
  const list = child(body, 'ilst');
  if (index === 0 || list === undefined) return undefined;
  const name = String.fromCharCode(0, 0, index >> 8, index & 0xff);
  const data = child(child(list, name) ?? Buffer.alloc(0), 'data');
  return data === undefined ? undefined : parseWallTime(data.toString('latin1', 8, 56));
}

/** One-based, as the item list counts; 0 if the key is missing. */
function keyIndex(keys: Buffer | undefined, wanted: string): number {
  if (keys === undefined) return 0;
  let at = 8;
  for (let index = 1; index < MAX_BOXES && at + 8 <= keys.length; index += 1) {
    const size = keys.readUInt32BE(at);
    if (size < 8) return 0;
    if (keys.toString('latin1', at + 8, at + size) === wanted) return index;
    at += size;
  }
  return 0;
}

/**
 * `mvhd` counts seconds from 1904 in UTC; some cameras count from 1970, which shows as a date before 1970.
 */
function headerDate(mvhd: Buffer | undefined): WallTime | undefined {
  if (mvhd === undefined || mvhd.length < 12) return undefined;
  const seconds = mvhd[0] === 1 ? Number(mvhd.readBigUInt64BE(4)) : mvhd.readUInt32BE(4);
  if (seconds === 0) return undefined;
  const unix = seconds >= SECONDS_1904_TO_1970 ? seconds - SECONDS_1904_TO_1970 : seconds;
  return wallTimeOfInstant(unix * 1000);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The `IDIT` chunk of an AVI: `Mon Mar 10 15:04:43 2003`, or digits with slashes or colons; wall time. */
function aviDates(head: Buffer): VideoDates {
  const at = head.indexOf('IDIT', 12, 'latin1');
  if (at < 0) return {};
  const text = head.toString('latin1', at + 8, at + 48).replace(/[\0\r\n].*$/s, '');
  const words = /^\w{3} (\w{3}) +(\d{1,2}) +(\d{2}:\d{2}:\d{2}) +(\d{4})/i.exec(text);
  if (words === null) return { noted: parseWallTime(text) };
  const month = months.findIndex((name) => name.toLowerCase() === words[1]?.toLowerCase()) + 1;
  return { noted: parseWallTime(`${words[4]}-${month}-${words[2]} ${words[3]}`) };
}

const ASF_FILE_PROPERTIES = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex');

/** The creation date of ASF's file properties object: ticks of 100 ns from 1601, UTC (ASF 1.2, 3.2). */
function asfDates(head: Buffer): VideoDates {
  const at = head.indexOf(ASF_FILE_PROPERTIES);
  if (at < 0 || at + 56 > head.length) return {};
  const ticks = head.readBigUInt64LE(at + 48);
  if (ticks === 0n) return {};
  return { utc: wallTimeOfInstant(Number((ticks - TICKS_1601_TO_1970) / 10_000n)) };
}

const EBML_INFO = Buffer.from('1549a966', 'hex');
const EBML_DATE_UTC = Buffer.from('446188', 'hex');

/** Matroska's DateUTC: nanoseconds from 2001 (RFC 9559, 5.1.2.11). */
function webmDates(head: Buffer): VideoDates {
  const info = head.indexOf(EBML_INFO);
  const at = info < 0 ? -1 : head.indexOf(EBML_DATE_UTC, info);
  if (at < 0 || at > info + 512 || at + 11 > head.length) return {};
  return { utc: wallTimeOfInstant(MILLISECONDS_2001 + Number(head.readBigInt64BE(at + 3) / 1_000_000n)) };
}
