/**
 * Decoded pixels, 8 bits per channel, row by row without padding: grey (1), grey and alpha (2), RGB (3) or
 * RGBA (4).
 */
export type RawPicture = {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
};

/** RGBA of at most `box` pixels a side, each pixel the mean of those that it covers. */
export function shrinkToRgba(raw: RawPicture, box: number): RawPicture {
  const scale = Math.max(1, raw.width / box, raw.height / box);
  const width = Math.max(1, Math.round(raw.width / scale));
  const height = Math.max(1, Math.round(raw.height / scale));
  return resample(raw, { width, height });
}

/** The mean of the covered pixels, weighted by alpha; exactly `width` × `height`, whatever the shape was. */
export function resample(raw: RawPicture, to: { width: number; height: number }): RawPicture {
  const data = Buffer.alloc(to.width * to.height * 4);
  for (let row = 0; row < to.height; row += 1) {
    const rows = span(row, to.height, raw.height);
    for (let column = 0; column < to.width; column += 1) {
      const columns = span(column, to.width, raw.width);
      writeMean(raw, { rows, columns }, { data, at: (row * to.width + column) * 4 });
    }
  }
  return { data, ...to, channels: 4 };
}

type Span = readonly [from: number, to: number];

function span(index: number, count: number, total: number): Span {
  const from = Math.min(total - 1, Math.floor((index * total) / count));
  return [from, Math.max(from + 1, Math.floor(((index + 1) * total) / count))];
}

function writeMean(
  { data, width, channels }: RawPicture,
  { rows, columns }: { rows: Span; columns: Span },
  target: { data: Buffer; at: number },
): void {
  const isGrey = channels < 3;
  const hasAlpha = channels === 2 || channels === 4;
  let red = 0;
  let green = 0;
  let blue = 0;
  let weight = 0;
  for (let y = rows[0]; y < rows[1]; y += 1) {
    for (let x = columns[0]; x < columns[1]; x += 1) {
      const at = (y * width + x) * channels;
      const alpha = hasAlpha ? (data[at + channels - 1] ?? 0) : 255;
      red += (data[at] ?? 0) * alpha;
      green += (data[isGrey ? at : at + 1] ?? 0) * alpha;
      blue += (data[isGrey ? at : at + 2] ?? 0) * alpha;
      weight += alpha;
    }
  }
  if (weight === 0) return;
  const pixels = (rows[1] - rows[0]) * (columns[1] - columns[0]);
  target.data[target.at] = Math.round(red / weight);
  target.data[target.at + 1] = Math.round(green / weight);
  target.data[target.at + 2] = Math.round(blue / weight);
  target.data[target.at + 3] = Math.round(weight / pixels);
}

/** Brightness 0–255 of every pixel (Rec. 601), transparent parts shown on white as a page would. */
export function luma({ data, width, height, channels }: RawPicture): Uint8Array {
  const pixels = width * height;
  const out = new Uint8Array(pixels);
  const isGrey = channels < 3;
  const hasAlpha = channels === 2 || channels === 4;
  for (let index = 0, at = 0; index < pixels; index += 1, at += channels) {
    const value = isGrey
      ? (data[at] ?? 0)
      : ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 150 + (data[at + 2] ?? 0) * 29) >> 8;
    const alpha = hasAlpha ? (data[at + channels - 1] ?? 0) : 255;
    out[index] = alpha === 255 ? value : (value * alpha + 255 * (255 - alpha)) / 255;
  }
  return out;
}
