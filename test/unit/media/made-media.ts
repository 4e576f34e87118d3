import { crc32 } from 'node:zlib';

/** Small media of exactly known content, made byte by byte. */

type TiffValue = string | readonly (readonly [number, number])[] | number;
export type ExifParts = {
  first?: Record<number, TiffValue>;
  exif?: Record<number, TiffValue>;
  gps?: Record<number, TiffValue>;
  bigEndian?: boolean;
};

/** A TIFF block with up to three directories; text is ASCII (2), pairs are rationals (5), a number is a SHORT (3). */
export function exifBlock({ first = {}, exif, gps, bigEndian = false }: ExifParts): Buffer {
  const block = Buffer.alloc(4096);
  const u16 = (value: number, at: number) =>
    bigEndian ? block.writeUInt16BE(value, at) : block.writeUInt16LE(value, at);
  const u32 = (value: number, at: number) =>
    bigEndian ? block.writeUInt32BE(value, at) : block.writeUInt32LE(value, at);
  let free = 8;
  const directory = (tags: Record<number, TiffValue | { pointer: number }>): number => {
    const start = free;
    const entries = Object.entries(tags).sort(([a], [b]) => Number(a) - Number(b));
    u16(entries.length, start);
    free = start + 2 + entries.length * 12 + 4;
    entries.forEach(([tag, value], index) => {
      const at = start + 2 + index * 12;
      u16(Number(tag), at);
      if (typeof value === 'number') {
        u16(3, at + 2);
        u32(1, at + 4);
        u16(value, at + 8);
      } else if (typeof value === 'string') {
        const text = Buffer.from(`${value}\0`, 'latin1');
        u16(2, at + 2);
        u32(text.length, at + 4);
        if (text.length <= 4) text.copy(block, at + 8);
        else {
          u32(free, at + 8);
          free += text.copy(block, free);
        }
      } else if ('pointer' in value) {
        u16(4, at + 2);
        u32(1, at + 4);
        u32(value.pointer, at + 8);
      } else {
        u16(5, at + 2);
        u32(value.length, at + 4);
        u32(free, at + 8);
        for (const [top, bottom] of value) {
          u32(top, free);
          u32(bottom, free + 4);
          free += 8;
        }
      }
    });
    return start;
  };
  block.write(bigEndian ? 'MM' : 'II', 0, 'latin1');
  u16(42, 2);
  const pointers: Record<number, { pointer: number }> = {};
  if (exif !== undefined) pointers[0x8769] = { pointer: directory(exif) };
  if (gps !== undefined) pointers[0x8825] = { pointer: directory(gps) };
  u32(directory({ ...first, ...pointers }), 4);
  return block.subarray(0, free);
}

export function jpegSegment(marker: number, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
  const header = Buffer.from([0xff, marker, 0, 0]);
  header.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([header, body]);
}

export const exifSegment = (parts: ExifParts): Buffer => jpegSegment(0xe1, 'Exif\0\0', exifBlock(parts));
export const xmpSegment = (inner: string): Buffer =>
  jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', `<x:xmpmeta><rdf:Description ${inner}/></x:xmpmeta>`);

/** An IPTC record in a Photoshop segment; fields by their number in record 2. */
export function iptcSegment(fields: Record<number, string>): Buffer {
  const record = Buffer.concat(
    Object.entries(fields).map(([field, value]) =>
      Buffer.from(
        `\x1c\x02${String.fromCharCode(Number(field))}\0${String.fromCharCode(value.length)}${value}`,
        'latin1',
      ),
    ),
  );
  const size = Buffer.alloc(4);
  size.writeUInt32BE(record.length);
  return jpegSegment(0xed, 'Photoshop 3.0\0', '8BIM\x04\x04\0\0', size, record);
}

/** Headers only: enough for a date reader, not for a decoder. */
export const jpegOf = (...segments: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, Buffer.from([0xff, 0xda, 0, 2, 0xff, 0xd9])]);

/** Puts segments into a real JPEG, right behind its start. */
export const withSegments = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

export function pngChunk(kind: string, body: Buffer | string): Buffer {
  const data = Buffer.concat([
    Buffer.from(kind, 'latin1'),
    typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
  ]);
  const chunk = Buffer.alloc(data.length + 8);
  chunk.writeUInt32BE(data.length - 4);
  data.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(data), data.length + 4);
  return chunk;
}

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
export const pngOf = (...chunks: Buffer[]): Buffer => Buffer.concat([PNG_START, ...chunks]);

export function riffChunk(kind: string, body: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(kind, 0, 'latin1');
  header.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, body, Buffer.alloc(body.length % 2)]);
}
export const webpOf = (...chunks: Buffer[]): Buffer =>
  riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));

export function box(kind: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
  const header = Buffer.alloc(8);
  header.writeUInt32BE(body.length + 8);
  header.write(kind, 4, 'latin1');
  return Buffer.concat([header, body]);
}

export const uint32 = (...values: number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => buffer.writeUInt32BE(value, index * 4));
  return buffer;
};

/** A movie header, version 0; seconds from 1904. */
export const mvhd = (seconds: number): Buffer =>
  box('mvhd', uint32(0, seconds, seconds, 1000, 0), Buffer.alloc(80));

/** Apple's metadata list with the one key that matters here. */
export const appleMeta = (value: string): Buffer =>
  box(
    'meta',
    box('hdlr', Buffer.alloc(24)),
    box(
      'keys',
      uint32(0, 2),
      box('mdta', 'com.apple.quicktime.make'),
      box('mdta', 'com.apple.quicktime.creationdate'),
    ),
    box('ilst', box('\0\0\0\x02', box('data', uint32(1, 0), value))),
  );
