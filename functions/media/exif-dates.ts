import { parseOffset, parseWallTime } from './date-text.ts';
import type { WallTime } from './date-text.ts';
import { tiffReader } from './tiff-reader.ts';

export type ExifDates = {
  readonly original?: WallTime | undefined;
  readonly created?: WallTime | undefined;
};

const EXIF_POINTER = 0x8769;
const GPS_POINTER = 0x8825;
const DATE_TIME_ORIGINAL = 0x9003;
const CREATE_DATE = 0x9004;
const OFFSET_ORIGINAL = 0x9011;
const OFFSET_CREATED = 0x9012;
const GPS_TIME = 0x07;
const GPS_DATE = 0x1d;

/**
 * The capture dates of a TIFF-framed EXIF block (CIPA DC-008, 4.6): DateTimeOriginal and CreateDate, each
 * with its offset tag or else the offset that GPS time shows. Reads three directories and follows no chain,
 * so that its work is bounded whatever the block says; offsets that lead outside are read as missing.
 */
export function readExifDates(block: Buffer): ExifDates {
  const reader = tiffReader(block);
  if (reader === undefined) return {};
  const first = reader.directory(reader.uint32(4));
  const exif = reader.directory(reader.pointer(first, EXIF_POINTER));
  const gps = reader.directory(reader.pointer(first, GPS_POINTER));
  const satellite = gpsInstant(reader.text(gps, GPS_DATE), reader.rationals(gps, GPS_TIME));
  const dated = (date: number, offset: number): WallTime | undefined => {
    const wall = parseWallTime(reader.text(exif, date));
    if (wall === undefined) return undefined;
    const stated = wall.offsetMinutes ?? parseOffset(reader.text(exif, offset));
    return { ...wall, offsetMinutes: stated ?? offsetBySatellite(wall.localTime, satellite) };
  };
  return {
    original: dated(DATE_TIME_ORIGINAL, OFFSET_ORIGINAL),
    created: dated(CREATE_DATE, OFFSET_CREATED),
  };
}

/**
 * GPS date and time are UTC (CIPA DC-008, 4.6.6). Milliseconds since 1970, or undefined if either is missing.
 */
function gpsInstant(date: string, time: readonly number[]): number | undefined {
  const day = /^(\d{4})[:-](\d{2})[:-](\d{2})/.exec(date);
  const [hour = Number.NaN, minute = Number.NaN, second = Number.NaN] = time;
  if (day === null || !(hour < 24 && minute < 60 && second < 61)) return undefined;
  const midnight = Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3]));
  return midnight + (hour * 3600 + minute * 60 + second) * 1000;
}

/**
 * The offset by which the camera's clock differs from the satellites', on the grid of a quarter of an hour
 * that all time zones keep. A fix may be some minutes old and a camera's clock some minutes off, hence the
 * tolerance; a difference of more than 14 hours is a wrong date, not a time zone.
 */
function offsetBySatellite(localTime: string, satellite: number | undefined): number | null {
  if (satellite === undefined) return null;
  const minutes = (Date.parse(`${localTime}Z`) - satellite) / 60_000;
  const nearest = Math.round(minutes / 15) * 15;
  if (Math.abs(minutes - nearest) > 4 || Math.abs(nearest) > 14 * 60) return null;
  return nearest === 0 ? 0 : nearest;
}
