/**
 * The records of a ZIP file whose entries are stored as they are.
 * Source: PKWARE APPNOTE.TXT 6.3.10; extended timestamp: Info-ZIP, `proginfo/extrafld.txt`.
 */

/** One file in a ZIP. */
export type ZipEntry = {
  readonly name: string;
  readonly sizeBytes: number;
  readonly crc32: number;
  /** Wall time, `YYYY-MM-DDTHH:MM:SS`: ZIP's own time has no zone. */
  readonly wallTime: string;
  /** The instant in seconds since 1970, if it is known, so that readers need not guess the zone. */
  readonly unixSeconds: number | null;
};

/** Values from here on go into the zip64 fields. */
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;

/** Version 4.5 has zip64; made by Unix, so that the attributes are a file mode. */
const VERSION = 45;
const MADE_BY_UNIX = 3 << 8;
const REGULAR_FILE_MODE = 0o100644;
/** Bit 11: names are UTF-8. */
const UTF8_NAMES = 0x0800;
const STORED = 0;

const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const TIME_EXTRA_BYTES = 9;
const OFFSET_EXTRA_BYTES = 12;
const END_BYTES = 22;
const ZIP64_END_BYTES = 56;
const ZIP64_LOCATOR_BYTES = 20;

const nameBytes = (entry: ZipEntry): number => Buffer.byteLength(entry.name);
const timeExtraBytes = (entry: ZipEntry): number => (entry.unixSeconds === null ? 0 : TIME_EXTRA_BYTES);

/** Length of the local header before an entry's bytes. */
export const localHeaderBytes = (entry: ZipEntry): number =>
  LOCAL_BYTES + nameBytes(entry) + timeExtraBytes(entry);

/** Length of an entry's record in the directory; it depends on where the entry begins. */
export const centralRecordBytes = (entry: ZipEntry, offset: number): number =>
  CENTRAL_BYTES + nameBytes(entry) + timeExtraBytes(entry) + (offset >= MAX_32 ? OFFSET_EXTRA_BYTES : 0);

/** @throws RangeError for a file of 4 GiB or more, which no upload or rendition is */
export function localHeader(entry: ZipEntry): Buffer {
  const record = Buffer.alloc(LOCAL_BYTES);
  record.writeUInt32LE(0x04034b50, 0);
  record.writeUInt16LE(VERSION, 4);
  writeCommon(record, entry, 6);
  record.writeUInt16LE(timeExtraBytes(entry), 28);
  return Buffer.concat([record, Buffer.from(entry.name), timeExtra(entry)]);
}

export function centralRecord(entry: ZipEntry, offset: number): Buffer {
  const extra = Buffer.concat([offsetExtra(offset), timeExtra(entry)]);
  const record = Buffer.alloc(CENTRAL_BYTES);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(MADE_BY_UNIX | VERSION, 4);
  record.writeUInt16LE(VERSION, 6);
  writeCommon(record, entry, 8);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE((REGULAR_FILE_MODE << 16) >>> 0, 38);
  record.writeUInt32LE(Math.min(offset, MAX_32), 42);
  return Buffer.concat([record, Buffer.from(entry.name), extra]);
}

/** Flags, method, time, checksum, sizes and the name's length: the same in both records. */
function writeCommon(record: Buffer, entry: ZipEntry, at: number): void {
  const { time, date } = dosTime(entry.wallTime);
  record.writeUInt16LE(UTF8_NAMES, at);
  record.writeUInt16LE(STORED, at + 2);
  record.writeUInt16LE(time, at + 4);
  record.writeUInt16LE(date, at + 6);
  record.writeUInt32LE(entry.crc32, at + 8);
  record.writeUInt32LE(entry.sizeBytes, at + 12);
  record.writeUInt32LE(entry.sizeBytes, at + 16);
  record.writeUInt16LE(nameBytes(entry), at + 20);
}

/** Two-second steps from 1980 to 2107; times outside are clamped. */
function dosTime(wallTime: string): { time: number; date: number } {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = (wallTime.match(/\d+/g) ?? []).map(
    Number,
  );
  if (year < 1980) return { time: 0, date: (1 << 5) | 1 };
  if (year > 2107) return { time: (23 << 11) | (59 << 5) | 29, date: (127 << 9) | (12 << 5) | 31 };
  return {
    time: (hour << 11) | (minute << 5) | (second >> 1),
    date: ((year - 1980) << 9) | (month << 5) | day,
  };
}

/** 0x5455 with the modification time alone, in signed 32 bits: valid in both records. */
function timeExtra(entry: ZipEntry): Buffer {
  if (entry.unixSeconds === null) return Buffer.alloc(0);
  const extra = Buffer.alloc(TIME_EXTRA_BYTES);
  extra.writeUInt16LE(0x5455, 0);
  extra.writeUInt16LE(5, 2);
  extra.writeUInt8(1, 4);
  extra.writeInt32LE(Math.max(-0x80000000, Math.min(0x7fffffff, entry.unixSeconds)), 5);
  return extra;
}

/** zip64 holds only the fields that did not fit: here the entry's offset. */
function offsetExtra(offset: number): Buffer {
  if (offset < MAX_32) return Buffer.alloc(0);
  const extra = Buffer.alloc(OFFSET_EXTRA_BYTES);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(offset), 4);
  return extra;
}

/** The directory as the end records describe it. */
export type Directory = { readonly count: number; readonly start: number; readonly sizeBytes: number };

const needsZip64 = ({ count, start, sizeBytes }: Directory): boolean =>
  count >= MAX_16 || start >= MAX_32 || sizeBytes >= MAX_32;

export const endBytes = (directory: Directory): number =>
  END_BYTES + (needsZip64(directory) ? ZIP64_END_BYTES + ZIP64_LOCATOR_BYTES : 0);

/** What a reader looks for first: where the directory is. */
export function endRecords(directory: Directory): Buffer {
  const { count, start, sizeBytes } = directory;
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(sizeBytes, MAX_32), 12);
  end.writeUInt32LE(Math.min(start, MAX_32), 16);
  return needsZip64(directory) ? Buffer.concat([zip64End(directory), end]) : end;
}

function zip64End({ count, start, sizeBytes }: Directory): Buffer {
  const record = Buffer.alloc(ZIP64_END_BYTES + ZIP64_LOCATOR_BYTES);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(BigInt(ZIP64_END_BYTES - 12), 4);
  record.writeUInt16LE(MADE_BY_UNIX | VERSION, 12);
  record.writeUInt16LE(VERSION, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(sizeBytes), 40);
  record.writeBigUInt64LE(BigInt(start), 48);
  // The locator: on which disk the record is, where it begins, how many disks there are.
  record.writeUInt32LE(0x07064b50, ZIP64_END_BYTES);
  record.writeBigUInt64LE(BigInt(start + sizeBytes), ZIP64_END_BYTES + 8);
  record.writeUInt32LE(1, ZIP64_END_BYTES + 16);
  return record;
}
