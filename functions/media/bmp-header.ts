import { UndecodableMedia } from './undecodable.ts';

export type BmpColor = { readonly red: number; readonly green: number; readonly blue: number };
export type BmpMasks = BmpColor & { readonly alpha?: number | undefined };
export type BmpHeader = {
  readonly width: number;
  readonly height: number;
  readonly topDown: boolean;
  readonly bits: 1 | 2 | 4 | 8 | 16 | 24 | 32;
  readonly compression: 'none' | 'rle4' | 'rle8';
  readonly dataAt: number;
  readonly palette: readonly BmpColor[];
  /** Only for 16 and 32 bits. */
  readonly masks?: BmpMasks | undefined;
};

/** More than a file of 100 MiB can hold at 24 bits; run lengths and 1-bit pictures could claim any size. */
const MAX_BMP_PIXELS = 40_000_000;
const FILE_HEADER = 14;
const CORE_HEADER = 12;
const WINDOWS_HEADER = 40;

const RLE8 = 1;
const RLE4 = 2;
const BITFIELDS = 3;
const ALPHA_BITFIELDS = 6;

/** Reads and checks a bitmap's headers, colour masks and palette. Throws `UndecodableMedia`. */
export function readBmpHeader(bytes: Buffer): BmpHeader {
  if (bytes.length < FILE_HEADER + CORE_HEADER || bytes.toString('latin1', 0, 2) !== 'BM') throw damaged();
  const size = bytes.readUInt32LE(14);
  if (bytes.length < FILE_HEADER + size || size < CORE_HEADER || size > 124) throw damaged();
  const { width, rows, bits } = size === CORE_HEADER ? coreSize(bytes) : windowsSize(bytes);
  const height = Math.abs(rows);
  if (width < 1 || height < 1) throw damaged();
  if (width * height > MAX_BMP_PIXELS) throw new UndecodableMedia('too-large');
  const method = size >= 20 ? bytes.readUInt32LE(30) : 0;
  const masks = readMasks(bytes, { size, bits, method });
  const paletteAt = FILE_HEADER + size + masks.bytesBehindHeader;
  const dataAt = bytes.readUInt32LE(10);
  return {
    width,
    height,
    topDown: rows < 0,
    bits: checkedBits(bits),
    compression: compressionOf(bits, { method, size }),
    dataAt: dataAt < paletteAt ? paletteAt : dataAt,
    palette: bits > 8 ? [] : readPalette(bytes, { size, paletteAt, dataAt, bits }),
    masks: masks.masks,
  };
}

const damaged = (): UndecodableMedia => new UndecodableMedia('damaged');

type Size = { width: number; rows: number; bits: number };

const coreSize = (bytes: Buffer): Size => ({
  width: bytes.readUInt16LE(18),
  rows: bytes.readUInt16LE(20),
  bits: bytes.readUInt16LE(24),
});

const windowsSize = (bytes: Buffer): Size => ({
  width: bytes.readInt32LE(18),
  rows: bytes.readInt32LE(22),
  bits: bytes.readUInt16LE(28),
});

function checkedBits(bits: number): BmpHeader['bits'] {
  if (bits === 1 || bits === 2 || bits === 4 || bits === 8) return bits;
  if (bits === 16 || bits === 24 || bits === 32) return bits;
  throw damaged();
}

function compressionOf(
  bits: number,
  { method, size }: { method: number; size: number },
): BmpHeader['compression'] {
  if (method === RLE8 && bits === 8) return 'rle8';
  if (method === RLE4 && bits === 4) return 'rle4';
  const hasFields = (method === BITFIELDS || method === ALPHA_BITFIELDS) && (bits === 16 || bits === 32);
  // In OS/2 2.x headers (size 64) the number of BITFIELDS means Huffman coding, and embedded JPEG or PNG
  // (4 and 5) is for printers: neither is decoded.
  if (method === 0 || (hasFields && size !== 64)) return 'none';
  throw damaged();
}

type MaskInput = { size: number; bits: number; method: number };

function readMasks(
  bytes: Buffer,
  { size, bits, method }: MaskInput,
): { masks?: BmpMasks; bytesBehindHeader: number } {
  if (method === BITFIELDS || method === ALPHA_BITFIELDS) {
    const at = FILE_HEADER + WINDOWS_HEADER;
    if (bytes.length < at + 16) throw damaged();
    const inHeader = size > WINDOWS_HEADER;
    const hasAlpha = method === ALPHA_BITFIELDS || size >= 56;
    const alpha = hasAlpha ? bytes.readUInt32LE(at + 12) : 0;
    return {
      masks: {
        red: bytes.readUInt32LE(at),
        green: bytes.readUInt32LE(at + 4),
        blue: bytes.readUInt32LE(at + 8),
        alpha: alpha === 0 ? undefined : alpha,
      },
      bytesBehindHeader: inHeader ? 0 : method === ALPHA_BITFIELDS ? 16 : 12,
    };
  }
  if (bits === 16) return { masks: { red: 0x7c00, green: 0x03e0, blue: 0x001f }, bytesBehindHeader: 0 };
  return { bytesBehindHeader: 0 };
}

type PaletteInput = { size: number; paletteAt: number; dataAt: number; bits: number };

/** Blue, green, red and, in all but the oldest header, an unused byte. */
function readPalette(bytes: Buffer, { size, paletteAt, dataAt, bits }: PaletteInput): BmpColor[] {
  const step = size === CORE_HEADER ? 3 : 4;
  const stated = size >= 36 ? bytes.readUInt32LE(46) : 0;
  const room = Math.floor(Math.max(0, Math.min(dataAt, bytes.length) - paletteAt) / step);
  const count = Math.min(stated === 0 ? 2 ** bits : stated, room, 256);
  return Array.from({ length: count }, (_, index) => {
    const at = paletteAt + index * step;
    return { blue: bytes[at] ?? 0, green: bytes[at + 1] ?? 0, red: bytes[at + 2] ?? 0 };
  });
}
