import { affordableScale } from './expected-cost.ts';
import type { Rendition } from './picture.ts';
import { RENDITION_BOXES, WEBP } from './rendition-sizes.ts';
import sharp, { MAX_PIXELS } from './sharp-settings.ts';

/** A third less CPU time than stills take, for an eighth more bytes. */
const MOVING = { ...WEBP, effort: 0 };

type Animation = {
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
};

/**
 * The moving `screen` rendition of an animation, as large as the CPU time that is left allows.
 * @param input a file's bytes or its path
 * @returns undefined if there is too much of it, or it is broken: it is then shown by its first frame
 */
export async function makeMoving(
  input: Buffer | string,
  animation: Animation,
  leftMs: number,
): Promise<Rendition | undefined> {
  const scale = affordableScale({ ...animation, isProgressive: false }, leftMs);
  if (scale === undefined) return undefined;
  const side = Math.floor(Math.max(animation.width, animation.height) * scale);
  const box = Math.max(1, Math.min(RENDITION_BOXES.screen, side));
  try {
    const { data, info } = await sharp(input, { pages: -1, limitInputPixels: MAX_PIXELS })
      .resize(box, box, { fit: 'inside', withoutEnlargement: true })
      .webp(MOVING)
      .toBuffer({ resolveWithObject: true });
    const frameHeight = info.pageHeight ?? info.height;
    return { name: 'screen', bytes: data, width: info.width, height: frameHeight, mime: 'image/webp' };
  } catch {
    return undefined;
  }
}
