import { rgbaToThumbHash } from 'thumbhash';
import { luma, resample } from './raw-picture.ts';
import type { RawPicture } from './raw-picture.ts';

const HASH_SIDE = 32;
const HASH_BITS = 8;

/** The blurred placeholder (thumbhash, about 21 bytes) in base64, of RGBA pixels of at most 100 a side. */
export function blurHashOf({ data, width, height }: RawPicture): string {
  return Buffer.from(rgbaToThumbHash(width, height, data)).toString('base64');
}

/** `#rrggbb`: the mean of the most frequent of 4,096 shades of RGBA pixels, without transparent parts. */
export function dominantColorOf({ data }: RawPicture): string {
  const bins = new Map<number, [count: number, red: number, green: number, blue: number]>();
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    if (alpha < 128) continue;
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const bin = bins.get(key) ?? [0, 0, 0, 0];
    bins.set(key, [bin[0] + 1, bin[1] + red, bin[2] + green, bin[3] + blue]);
  }
  const top = [...bins.values()].sort((a, b) => b[0] - a[0])[0];
  if (top === undefined) return '#ffffff';
  const [count, ...sums] = top;
  return `#${sums
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

const cosines = Array.from({ length: HASH_BITS }, (_, frequency) =>
  Array.from({ length: HASH_SIDE }, (_, index) =>
    Math.cos((Math.PI / HASH_SIDE) * frequency * (index + 0.5)),
  ),
);

/**
 * A 64-bit perceptual hash in 16 hex digits: which of the 8 × 8 lowest frequencies of the picture, shrunk to
 * 32 × 32 grey pixels, are above their median. Two shots of the same scene differ in at most 8 bits or so.
 */
export function perceptualHashOf(small: RawPicture): string {
  const grey = luma(resample(small, { width: HASH_SIDE, height: HASH_SIDE }));
  const along = cosines.map((row) =>
    Array.from({ length: HASH_SIDE }, (_, y) =>
      row.reduce((sum, cosine, x) => sum + cosine * (grey[y * HASH_SIDE + x] ?? 0), 0),
    ),
  );
  const frequencies = cosines.flatMap((row) =>
    along.map((column) => row.reduce((sum, cosine, y) => sum + cosine * (column[y] ?? 0), 0)),
  );
  // The first is the mean brightness, by far the largest: the median leaves it out.
  const sorted = frequencies.slice(1).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const bits = frequencies.map((value) => (value - median > 1e-6 ? '1' : '0')).join('');
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0');
}
