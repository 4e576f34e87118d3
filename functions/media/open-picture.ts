import { readFile } from 'node:fs/promises';
import { decodeBmp } from './bmp.ts';
import { assertExpected } from './expected-cost.ts';
import { convertToSrgb, isSrgb, readMatrixProfile } from './icc-profile.ts';
import { OverBudget } from './over-budget.ts';
import sharp, { MAX_PIXELS } from './sharp-settings.ts';
import type { RawPicture } from './raw-picture.ts';
import { drawSvg } from './svg.ts';
import { UndecodableMedia } from './undecodable.ts';

export type OpenedPicture = {
  /** Upright, in sRGB, no larger than the requested box. */
  readonly raw: RawPicture;
  /** Of the whole picture, upright. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Part of it could not be read. */
  readonly damaged: boolean;
};

/**
 * Decodes a picture once, into a box of `box` pixels a side, and never enlarges it. `mime` is what its bytes
 * say.
 * @throws UndecodableMedia
 * @throws OverBudget before it decodes what is expected to take more than `mostExpectedMs` of CPU time
 */
export async function openPicture(
  input: Buffer | string,
  { mime, box, mostExpectedMs }: { mime: string; box: number; mostExpectedMs?: number | undefined },
): Promise<OpenedPicture> {
  if (mime === 'image/svg+xml') {
    const raw = await drawSvg(await bytesOf(input), { box });
    return { raw, width: raw.width, height: raw.height, frames: 1, damaged: false };
  }
  if (mime === 'image/bmp') {
    const { picture, damaged } = decodeBmp(await bytesOf(input));
    const { width, height } = picture;
    return { raw: await fit(picture, box), width, height, frames: 1, damaged };
  }
  try {
    return { ...(await decode(input, { box, failOn: 'warning', mostExpectedMs })), damaged: false };
  } catch (error) {
    if (error instanceof UndecodableMedia && error.code === 'damaged') {
      return { ...(await decode(input, { box, failOn: 'none', mostExpectedMs })), damaged: true };
    }
    throw error;
  }
}

const bytesOf = (input: Buffer | string): Promise<Buffer> =>
  typeof input === 'string' ? readFile(input) : Promise.resolve(input);

/** Shrinks decoded pixels into a box; smaller ones stay as they are. */
export async function fit(raw: RawPicture, box: number): Promise<RawPicture> {
  if (raw.width <= box && raw.height <= box) return raw;
  const { data, info } = await sharp(raw.data, { raw, limitInputPixels: MAX_PIXELS })
    .resize(box, box, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

type Decoded = Omit<OpenedPicture, 'damaged'>;

async function decode(
  input: Buffer | string,
  {
    box,
    failOn,
    mostExpectedMs = Infinity,
  }: { box: number; failOn: 'warning' | 'none'; mostExpectedMs?: number | undefined },
): Promise<Decoded> {
  const options = { failOn, limitInputPixels: MAX_PIXELS, sequentialRead: true, pages: 1 };
  try {
    const header = await sharp(input, options).metadata();
    const { autoOrient, format, pages = 1, icc, space, depth, isProgressive } = header;
    assertExpected({ ...autoOrient, format, frames: pages, isProgressive }, mostExpectedMs);
    const isPlainRgb = space === 'srgb' && depth === 'uchar';
    const profile = icc !== undefined && isPlainRgb ? readMatrixProfile(icc) : undefined;
    const { data, info } = await sharp(input, { ...options, ignoreIcc: profile !== undefined })
      .autoOrient()
      .resize(box, box, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const raw: RawPicture = { data, width: info.width, height: info.height, channels: info.channels };
    if (profile !== undefined && raw.channels >= 3 && !isSrgb(profile)) convertToSrgb(raw, profile);
    return { raw, width: autoOrient.width, height: autoOrient.height, frames: pages };
  } catch (error) {
    throw translate(error);
  }
}

/**
 * The library's errors differ only in their messages. A missing file is not the picture's fault; everything else that
 * it reports is, lack of memory as well, because a process that makes pictures has memory of its own.
 */
function translate(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof OverBudget) return error;
  if (/file is missing|ENOENT|EACCES/.test(error.message)) return error;
  if (/exceeds pixel limit|(out of|insufficient) memory|cannot allocate/i.test(error.message))
    return new UndecodableMedia('too-large', { cause: error });
  return new UndecodableMedia('damaged', { cause: error });
}
