import { luma } from './raw-picture.ts';
import type { RawPicture } from './raw-picture.ts';

/**
 * What the choice of highlights needs to know about the pixels, so that no picture is decoded a second time.
 */
export type PictureSignals = {
  /** Variance of the Laplacian of brightness on the rendition of 800 px: the lower, the more blurred. */
  readonly sharpness: number;
  /** Share of pixels, 0–1, that are almost white. */
  readonly overexposed: number;
  /** Share of pixels, 0–1, that are almost black. */
  readonly underexposed: number;
  /** Standard deviation of brightness, 0–1. */
  readonly contrast: number;
  /** Hasler and Süsstrunk's M (2003): 0 is grey, above 80 very colourful. */
  readonly colourfulness: number;
  /** Of the original, in megapixels. */
  readonly megapixels: number;
};

const NEAR_WHITE = 250;
const NEAR_BLACK = 5;

/** `tile` and `small` are the decoded renditions, `pixels` is the number in the original. */
export function signalsOf({
  tile,
  small,
  pixels,
}: {
  tile: RawPicture;
  small: RawPicture;
  pixels: number;
}): PictureSignals {
  const bright = luma(small);
  const share = (test: (value: number) => boolean): number =>
    round(bright.reduce((count, value) => count + (test(value) ? 1 : 0), 0) / bright.length);
  return {
    sharpness: round(laplacianVariance(luma(tile), tile)),
    overexposed: share((value) => value >= NEAR_WHITE),
    underexposed: share((value) => value <= NEAR_BLACK),
    contrast: round(Math.sqrt(varianceOf(bright)) / 127.5),
    colourfulness: small.channels >= 3 ? round(colourfulnessOf(small)) : 0,
    megapixels: round(pixels / 1_000_000),
  };
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;

function varianceOf(values: Uint8Array): number {
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  return Math.max(0, squares / values.length - (sum / values.length) ** 2);
}

/** How much edges differ from flat areas: high if something is in focus, low if everything is blurred. */
function laplacianVariance(grey: Uint8Array, { width, height }: RawPicture): number {
  let sum = 0;
  let squares = 0;
  const count = (width - 2) * (height - 2);
  if (width < 3 || height < 3) return 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at += 1) {
      const around =
        (grey[at - 1] ?? 0) + (grey[at + 1] ?? 0) + (grey[at - width] ?? 0) + (grey[at + width] ?? 0);
      const value = 4 * (grey[at] ?? 0) - around;
      sum += value;
      squares += value * value;
    }
  }
  return squares / count - (sum / count) ** 2;
}

function colourfulnessOf({ data, channels }: RawPicture): number {
  const pixels = data.length / channels;
  let sumRg = 0;
  let sumYb = 0;
  let squareRg = 0;
  let squareYb = 0;
  for (let at = 0; at < data.length; at += channels) {
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const redGreen = red - green;
    const yellowBlue = (red + green) / 2 - (data[at + 2] ?? 0);
    sumRg += redGreen;
    sumYb += yellowBlue;
    squareRg += redGreen * redGreen;
    squareYb += yellowBlue * yellowBlue;
  }
  const meanRg = sumRg / pixels;
  const meanYb = sumYb / pixels;
  const spread = Math.sqrt(Math.max(0, (squareRg + squareYb) / pixels - meanRg ** 2 - meanYb ** 2));
  return spread + 0.3 * Math.hypot(meanRg, meanYb);
}
