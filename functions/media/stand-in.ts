import { readFile } from 'node:fs/promises';
import { decodeBmp } from './bmp.ts';
import type { RawPicture } from './raw-picture.ts';
import sharp, { MAX_PIXELS } from './sharp-settings.ts';
import { drawSvg } from './svg.ts';
import { UndecodableMedia } from './undecodable.ts';

/**
 * What others download of a picture whose own bytes no clean copy can be put together from: `full` is the picture at its
 * full size without loss, `preview` its largest rendition as a JPEG.
 */
export type StandIn = {
  readonly kind: 'full' | 'preview';
  readonly extension: 'png' | 'jpg';
  readonly mime: 'image/png' | 'image/jpeg';
  readonly bytes: Buffer;
};

const DRAWING_BOX = 3000;
const PREVIEW = { quality: 90 };

/** What opens everywhere, for what is damaged or odd. */
export async function makePreview(raw: RawPicture): Promise<StandIn> {
  const bytes = await sharp(raw.data, { raw, limitInputPixels: MAX_PIXELS })
    .flatten({ background: 'white' })
    .jpeg(PREVIEW)
    .toBuffer();
  return { kind: 'preview', extension: 'jpg', mime: 'image/jpeg', bytes };
}

const FULL = { 'image/bmp': readBitmap, 'image/svg+xml': readDrawing };

/** Whether pictures of a type are encoded anew at their full size. */
export const isRedrawn = (mime: string): mime is keyof typeof FULL => mime in FULL;

/**
 * A bitmap as a PNG, or a drawing as one with a long side of 3,000 pixels.
 * @returns undefined if that takes more than it may
 */
export async function makeFull(
  input: Buffer | string,
  mime: keyof typeof FULL,
): Promise<StandIn | undefined> {
  try {
    const raw = await FULL[mime](typeof input === 'string' ? await readFile(input) : input);
    const bytes = await sharp(raw.data, { raw, limitInputPixels: MAX_PIXELS }).png().toBuffer();
    return { kind: 'full', extension: 'png', mime: 'image/png', bytes };
  } catch (error) {
    if (error instanceof UndecodableMedia) return undefined;
    throw error;
  }
}

function readBitmap(bytes: Buffer): RawPicture {
  return decodeBmp(bytes).picture;
}

function readDrawing(bytes: Buffer): Promise<RawPicture> {
  return drawSvg(bytes, { box: DRAWING_BOX });
}
