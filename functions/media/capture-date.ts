import { mediaType } from '../../shared/values/media-types.ts';
import { bufferSource, withFileSource } from './byte-source.ts';
import type { ByteSource } from './byte-source.ts';
import type { WallTime } from './date-text.ts';
import { readExifDates } from './exif-dates.ts';
import { readPictureBlocks } from './picture-blocks.ts';
import { readIptcDate, readXmpDate } from './text-dates.ts';
import { readVideoDates } from './video-dates.ts';

export type CaptureSource = 'exif' | 'xmp' | 'iptc' | 'video' | 'container';

/** The camera's wall time, its offset from UTC if known, and which part of the file said so. */
export type CaptureDate = WallTime & { readonly source: CaptureSource };

export type CapturedAtZone = 'offset' | 'utc' | 'local';

type Candidate = readonly [CaptureSource, WallTime | undefined];

const DAY = 86_400_000;

/**
 * When a file was captured, by its own metadata. `mime` is its type by any of its names, `now` the clock.
 * Order of trust: for pictures EXIF DateTimeOriginal, EXIF CreateDate, XMP, IPTC; for videos the camera's own
 * note with its offset, then the container's UTC header. A date that no camera can mean (zero, blank, 1904,
 * the 1970 zero, the future) is passed over for the next one. Undefined if none is left; damaged metadata is
 * not an error.
 */
export async function readCaptureDate(file: {
  input: Buffer | string;
  mime: string;
  now: Date;
}): Promise<CaptureDate | undefined> {
  const type = mediaType(file.mime);
  if (type === undefined) return undefined;
  const read = (source: ByteSource): Promise<readonly Candidate[]> =>
    type.kind === 'video' ? videoCandidates(source, type.mime) : pictureCandidates(source, type.mime);
  const candidates =
    typeof file.input === 'string'
      ? await withFileSource(file.input, read)
      : await read(bufferSource(file.input));
  for (const [source, wall] of candidates) {
    if (wall !== undefined && isPlausible(wall, file.now)) return { ...wall, source };
  }
  return undefined;
}

async function pictureCandidates(source: ByteSource, mime: string): Promise<readonly Candidate[]> {
  const { exif, xmp, iptc } = await readPictureBlocks(source, mime);
  const dates = exif === undefined ? {} : readExifDates(exif);
  return [
    ['exif', dates.original],
    ['exif', dates.created],
    ['xmp', xmp && readXmpDate(xmp)],
    ['iptc', iptc && readIptcDate(iptc)],
  ];
}

async function videoCandidates(source: ByteSource, mime: string): Promise<readonly Candidate[]> {
  const { noted, utc } = await readVideoDates(source, mime);
  return [
    ['video', noted],
    ['container', utc],
  ];
}

/**
 * Formats and firmwares write "no date" as their zero: 1904 in QuickTime, 1970 in Unix time, in whatever
 * zone. Older dates may be true (scans), but not older than photography. A clock may run ahead by a day,
 * which is also more than a wall time without an offset can differ from UTC.
 */
function isPlausible(wall: WallTime, now: Date): boolean {
  const instant = instantOf(wall);
  const nearZero = [Date.UTC(1904, 0, 1), 0].some((zero) => Math.abs(instant - zero) < DAY);
  return !nearZero && instant > Date.UTC(1826, 0, 1) && instant <= now.getTime() + DAY;
}

const instantOf = (wall: WallTime): number =>
  Date.parse(`${wall.localTime}Z`) - (wall.offsetMinutes ?? 0) * 60_000;

/**
 * The instant to store and how it is meant: `offset` is exact, `utc` is exact but the wall time is not known,
 * `local` is the camera's wall time taken as if it were UTC, to be shown as it is without shifting.
 */
export function toCapturedAt(date: CaptureDate): {
  capturedAt: string;
  capturedAtZone: CapturedAtZone;
  capturedOffsetMinutes?: number;
} {
  const capturedAt = new Date(instantOf(date)).toISOString();
  if (date.source === 'container') return { capturedAt, capturedAtZone: 'utc' };
  if (date.offsetMinutes === null) return { capturedAt, capturedAtZone: 'local' };
  return { capturedAt, capturedAtZone: 'offset', capturedOffsetMinutes: date.offsetMinutes };
}
