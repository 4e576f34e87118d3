import { readBmpHeader } from './bmp-header.ts';
import type { BmpHeader } from './bmp-header.ts';
import { readRunLengths } from './bmp-rle.ts';
import type { RawPicture } from './raw-picture.ts';
import { UndecodableMedia } from './undecodable.ts';

/**
 * A Windows or OS/2 bitmap (headers of 12 to 124 bytes; 1, 4, 8, 16, 24 and 32 bits; run lengths; bit fields;
 * bottom-up and top-down) as raw pixels. The picture library knows no BMP and no package passes the good set
 * of the bmpsuite collection. Reads only within the given bytes and allocates at most 160 MB, after the size
 * has been checked. Rows that are missing at the end stay black and are reported by `damaged`. Throws
 * `UndecodableMedia`.
 */
export function decodeBmp(bytes: Buffer): { picture: RawPicture; damaged: boolean } {
  const header = readBmpHeader(bytes);
  if (header.compression === 'rle4' || header.compression === 'rle8') {
    const { indexes, damaged } = readRunLengths(bytes.subarray(header.dataAt), header);
    const lookUp = paletteWriter(header);
    return {
      picture: paint(header, (x, y, out) => lookUp(indexes[y * header.width + x] ?? 0, out)),
      damaged,
    };
  }
  const stride = Math.ceil((header.width * header.bits) / 32) * 4;
  const lines = Math.floor((bytes.length - header.dataAt + stride - 1) / stride);
  // The last line's padding is often missing; a whole line that is missing is damage.
  const damaged = lines < header.height;
  if (bytes.length <= header.dataAt) throw new UndecodableMedia('damaged');
  return { picture: paint(header, lineReader(bytes, header, stride)), damaged };
}

/** Writes the pixel of a column and a stored row (0 is the first in the file) to 3 or 4 bytes of `out`. */
type PixelReader = (x: number, y: number, out: Out) => void;
type Out = { readonly data: Buffer; at: number };

function paint(header: BmpHeader, read: PixelReader): RawPicture {
  const { width, height, topDown } = header;
  const channels = header.masks?.alpha === undefined ? 3 : 4;
  const data = Buffer.alloc(width * height * channels);
  const out = { data, at: 0 };
  for (let row = 0; row < height; row += 1) {
    const stored = topDown ? row : height - 1 - row;
    for (let x = 0; x < width; x += 1) {
      read(x, stored, out);
      out.at += channels;
    }
  }
  return { data, width, height, channels };
}

function lineReader(bytes: Buffer, header: BmpHeader, stride: number): PixelReader {
  const { bits, dataAt, masks } = header;
  if (bits <= 8) {
    const lookUp = paletteWriter(header);
    const perByte = 8 / bits;
    return (x, y, out) => {
      const byte = bytes[dataAt + y * stride + Math.floor(x / perByte)] ?? 0;
      lookUp((byte >> (8 - bits * ((x % perByte) + 1))) & ((1 << bits) - 1), out);
    };
  }
  if (masks === undefined) {
    const step = bits / 8;
    return (x, y, { data, at }) => {
      const from = dataAt + y * stride + x * step;
      data[at] = bytes[from + 2] ?? 0;
      data[at + 1] = bytes[from + 1] ?? 0;
      data[at + 2] = bytes[from] ?? 0;
    };
  }
  return maskedReader(bytes, header, stride);
}

/** Spreads the bits under a mask over 0–255. */
function channelReader(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return (value) => Math.round((((value & mask) >>> shift) * 255) / most);
}

function maskedReader(bytes: Buffer, { bits, dataAt, masks }: BmpHeader, stride: number): PixelReader {
  const red = channelReader(masks?.red ?? 0);
  const green = channelReader(masks?.green ?? 0);
  const blue = channelReader(masks?.blue ?? 0);
  const alpha = masks?.alpha === undefined ? undefined : channelReader(masks.alpha);
  const step = bits / 8;
  return (x, y, { data, at }) => {
    const from = dataAt + y * stride + x * step;
    if (from + step > bytes.length) return;
    const value = bits === 16 ? bytes.readUInt16LE(from) : bytes.readUInt32LE(from);
    data[at] = red(value);
    data[at + 1] = green(value);
    data[at + 2] = blue(value);
    if (alpha !== undefined) data[at + 3] = alpha(value);
  };
}

/** An index beyond the palette is black. */
function paletteWriter({ palette }: BmpHeader): (index: number, out: Out) => void {
  return (index, { data, at }) => {
    const entry = palette[index];
    if (entry === undefined) return;
    data[at] = entry.red;
    data[at + 1] = entry.green;
    data[at + 2] = entry.blue;
  };
}
