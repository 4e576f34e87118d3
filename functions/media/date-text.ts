/** A camera's wall time, and the offset from UTC in minutes if the file carries it. */
export type WallTime = { readonly localTime: string; readonly offsetMinutes: number | null };

const pattern =
  /^(\d{4})[:\-/.](\d{1,2})[:\-/.](\d{1,2})[ T]\s?(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d{1,9})? ?(Z|[+-]\d{2}:?\d{2})?$/i;

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * Reads the date formats of EXIF (`2008:05:30 15:56:01`), XMP, IPTC and QuickTime (ISO 8601, with or without
 * an offset). Blanks, zeros, impossible days and dates without a time of day are not wall times: a tile shows
 * the time, and an invented midnight would be a lie.
 */
export function parseWallTime(text: string): WallTime | undefined {
  const found = pattern.exec(text.slice(0, 48).replace(/\0.*$/s, '').trim());
  if (found === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const whole = new Date(0);
  whole.setUTCFullYear(year, month - 1, day);
  const isRealDay = year > 0 && whole.getUTCMonth() === month - 1 && whole.getUTCDate() === day;
  if (!isRealDay || hour > 23 || minute > 59 || second > 60) return undefined;
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return {
    localTime: `${date}T${two(hour)}:${two(minute)}:${two(Math.min(second, 59))}`,
    offsetMinutes: parseOffset(found[7] ?? ''),
  };
}

/**
 * Minutes east of UTC of `+03:00`, `-0400` or `Z`; null for anything else, and for what no clock on Earth
 * shows.
 */
export function parseOffset(text: string): number | null {
  if (/^Z/i.test(text)) return 0;
  const found = /^([+-])(\d{2}):?(\d{2})/.exec(text.trim());
  if (found === null) return null;
  const minutes = Number(found[2]) * 60 + Number(found[3]);
  if (minutes > 14 * 60 || Number(found[3]) > 59) return null;
  return found[1] === '-' && minutes !== 0 ? -minutes : minutes;
}

/** The wall time of an instant, in UTC, given in milliseconds since 1970. */
export function wallTimeOfInstant(milliseconds: number): WallTime | undefined {
  if (!(Math.abs(milliseconds) < 8e14)) return undefined;
  return { localTime: new Date(milliseconds).toISOString().slice(0, 19), offsetMinutes: 0 };
}

/** When that was. A time without an offset is taken as it was seen, as the product shows it. */
export const instantOf = ({ localTime, offsetMinutes }: WallTime): Date =>
  new Date(Date.parse(`${localTime}Z`) - (offsetMinutes ?? 0) * 60_000);
