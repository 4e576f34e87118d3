import type { BmpHeader } from './bmp-header.ts';

/**
 * Expands the run lengths of a bitmap of 4 or 8 bits into one palette index per pixel, in the file's order of
 * rows. Skipped pixels keep index 0; runs that lead outside are cut off. `damaged` means that the data ended
 * before the end mark did.
 */
export function readRunLengths(
  data: Buffer,
  { width, height, compression }: BmpHeader,
): { indexes: Uint8Array; damaged: boolean } {
  const indexes = new Uint8Array(width * height);
  const isNibbles = compression === 'rle4';
  let x = 0;
  let y = 0;
  let at = 0;
  const put = (index: number): void => {
    if (x < width && y < height) indexes[y * width + x] = index;
    x += 1;
  };
  const pick = (byte: number, turn: number): number =>
    isNibbles ? (turn % 2 === 0 ? byte >> 4 : byte & 0x0f) : byte;

  while (at + 1 < data.length && y < height) {
    const count = data[at] ?? 0;
    const value = data[at + 1] ?? 0;
    at += 2;
    if (count > 0) {
      for (let turn = 0; turn < count; turn += 1) put(pick(value, turn));
    } else if (value === 0) {
      x = 0;
      y += 1;
    } else if (value === 1) {
      return { indexes, damaged: false };
    } else if (value === 2) {
      x += data[at] ?? 0;
      y += data[at + 1] ?? 0;
      at += 2;
    } else {
      for (let turn = 0; turn < value; turn += 1) {
        put(pick(data[isNibbles ? at + (turn >> 1) : at + turn] ?? 0, turn));
      }
      const length = isNibbles ? Math.ceil(value / 2) : value;
      at += length + (length % 2);
    }
  }
  // Many writers leave out the end mark behind the last row.
  return { indexes, damaged: y < height && !(y === height - 1 && x >= width) };
}
