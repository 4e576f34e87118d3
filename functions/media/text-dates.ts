import { parseWallTime } from './date-text.ts';
import type { WallTime } from './date-text.ts';

// Those closest to the moment of capture first. Nearly all files use these namespace prefixes.
const xmpNames = ['exif:DateTimeOriginal', 'photoshop:DateCreated', 'xmp:CreateDate', 'xap:CreateDate'];

/**
 * The capture date of an XMP packet (ISO 16684-1), as an attribute or as an element. Searched by name and
 * not parsed as XML: a packet from a stranger gets no parser to attack.
 */
export function readXmpDate(packet: Buffer): WallTime | undefined {
  const text = packet.toString('utf8');
  for (const name of xmpNames) {
    const at = text.indexOf(name);
    if (at < 0) continue;
    const value = /^\s*(?:=\s*["']|>)\s*([^"'<]{10,40})/.exec(
      text.slice(at + name.length, at + name.length + 64),
    );
    const wall = value?.[1] === undefined ? undefined : parseWallTime(value[1]);
    if (wall !== undefined) return wall;
  }
  return undefined;
}

const IPTC_RESOURCE = 0x0404;

/**
 * The capture date of a Photoshop block (JPEG APP13) that holds an IPTC record: Date Created 2:55 and Time
 * Created 2:60, or the digital creation pair 2:62 and 2:63 (IPTC-IIM 4.2). Every step moves forward.
 */
export function readIptcDate(block: Buffer): WallTime | undefined {
  const record = photoshopResource(block, IPTC_RESOURCE);
  const fields = new Map<number, string>();
  let at = 0;
  while (at + 5 <= record.length && record[at] === 0x1c) {
    const length = record.readUInt16BE(at + 3);
    if (length > 0x7fff) break;
    if (record[at + 1] === 2) {
      fields.set(record[at + 2] ?? 0, record.toString('latin1', at + 5, at + 5 + Math.min(length, 32)));
    }
    at += 5 + length;
  }
  return iptcWallTime(fields.get(55), fields.get(60)) ?? iptcWallTime(fields.get(62), fields.get(63));
}

function iptcWallTime(date = '', time = ''): WallTime | undefined {
  const day = /^(\d{4})(\d{2})(\d{2})$/.exec(date);
  const clock = /^(\d{2})(\d{2})(\d{2})([+-]\d{4})?/.exec(time);
  if (day === null || clock === null) return undefined;
  return parseWallTime(`${day[1]}-${day[2]}-${day[3]}T${clock[1]}:${clock[2]}:${clock[3]}${clock[4] ?? ''}`);
}

function photoshopResource(block: Buffer, wanted: number): Buffer {
  let at = 0;
  while (at + 12 <= block.length && block.toString('latin1', at, at + 4) === '8BIM') {
    const nameLength = block[at + 6] ?? 0;
    const sizeAt = at + 6 + nameLength + 1 + ((nameLength + 1) % 2);
    if (sizeAt + 4 > block.length) break;
    const size = block.readUInt32BE(sizeAt);
    const body = sizeAt + 4;
    if (block.readUInt16BE(at + 4) === wanted) return block.subarray(body, body + size);
    at = body + size + (size % 2);
  }
  return Buffer.alloc(0);
}
