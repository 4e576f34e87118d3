import type { WallTime } from '../media/date-text.ts';
import { tiffReader } from '../media/tiff-reader.ts';

/** What a clean copy says of itself, beside its pixels and their colours. */
export type Told = {
  /** As in EXIF, from 1 (upright) to 8. */
  readonly orientation: number;
  readonly captured: WallTime | undefined;
};

const ORIENTATION = 0x0112;
const EXIF_POINTER = 0x8769;
const DATE_TIME_ORIGINAL = 0x9003;
const OFFSET_TIME_ORIGINAL = 0x9011;
/** Types of values. */
const ASCII = 2;
const SHORT = 3;
const LONG = 4;
const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;

/** How a picture has to be turned, by its TIFF-framed EXIF block; 1 if that does not say. */
export function readOrientation(block: Buffer | undefined): number {
  const reader = block && tiffReader(block);
  const stated = reader?.short(reader.directory(reader.uint32(4)), ORIENTATION) ?? 1;
  return stated >= 1 && stated <= 8 ? stated : 1;
}

/**
 * The smallest TIFF-framed EXIF block that says it: orientation, DateTimeOriginal and its offset (CIPA DC-008, 4.6).
 * Undefined for an upright picture without a date, which needs none.
 */
export function smallExif({ orientation, captured }: Told): Buffer | undefined {
  const isTurned = orientation !== 1;
  if (!isTurned && !captured) return undefined;
  const first = isTurned ? [shortEntry(ORIENTATION, orientation)] : [];
  const header = Buffer.from('MM\0*\0\0\0\x08', 'latin1');
  if (!captured) return Buffer.concat([header, directory(first)]);
  const exifAt = HEADER_BYTES + directoryBytes(first.length + 1);
  const pointer = entry(EXIF_POINTER, { type: LONG, count: 1 });
  pointer.writeUInt32BE(exifAt, 8);
  return Buffer.concat([header, directory([...first, pointer]), dates(captured, exifAt)]);
}

function dates({ localTime, offsetMinutes }: WallTime, at: number): Buffer {
  const values: [number, string][] = [
    [DATE_TIME_ORIGINAL, `${localTime.replaceAll('-', ':').replace('T', ' ')}\0`],
    ...(offsetMinutes === null
      ? []
      : [[OFFSET_TIME_ORIGINAL, `${offsetText(offsetMinutes)}\0`] satisfies [number, string]]),
  ];
  let valueAt = at + directoryBytes(values.length);
  const entries = values.map(([tag, text]) => {
    const row = entry(tag, { type: ASCII, count: text.length });
    row.writeUInt32BE(valueAt, 8);
    valueAt += text.length;
    return row;
  });
  return Buffer.concat([directory(entries), ...values.map(([, text]) => Buffer.from(text))]);
}

const two = (value: number): string => String(Math.trunc(Math.abs(value))).padStart(2, '0');

/** `+05:30`, as OffsetTimeOriginal has it. */
function offsetText(minutes: number): string {
  return `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

function shortEntry(tag: number, value: number): Buffer {
  const row = entry(tag, { type: SHORT, count: 1 });
  row.writeUInt16BE(value, 8);
  return row;
}

function entry(tag: number, { type, count }: { type: number; count: number }): Buffer {
  const row = Buffer.alloc(ENTRY_BYTES);
  row.writeUInt16BE(tag, 0);
  row.writeUInt16BE(type, 2);
  row.writeUInt32BE(count, 4);
  return row;
}

const directoryBytes = (entries: number): number => 2 + entries * ENTRY_BYTES + 4;

/** The number of entries, the entries, and that no directory follows. */
function directory(entries: readonly Buffer[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeUInt16BE(entries.length, 0);
  return Buffer.concat([count, ...entries, Buffer.alloc(4)]);
}
