import { withFileSource } from './byte-source.ts';
import { fit, openPicture } from './open-picture.ts';
import type { OpenedPicture } from './open-picture.ts';
import { blurHashOf, dominantColorOf, perceptualHashOf } from './picture-facts.ts';
import sharp, { MAX_PIXELS } from './sharp-settings.ts';
import { signalsOf } from './picture-signals.ts';
import type { PictureSignals } from './picture-signals.ts';
import { RENDITION_BOXES, type RenditionName, WEBP } from './rendition-sizes.ts';
import { shrinkToRgba } from './raw-picture.ts';
import type { RawPicture } from './raw-picture.ts';
import { SNIFF_BYTES, sniffMediaType, typesAgree } from './sniff.ts';
import { UndecodableMedia } from './undecodable.ts';

export type Rendition = {
  readonly name: RenditionName;
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  readonly mime: 'image/webp';
};

export type Picture = {
  /**
   * Of the picture as it is shown, with its orientation applied. An SVG counts as drawn for the largest
   * rendition.
   */
  readonly width: number;
  readonly height: number;
  readonly renditions: readonly Rendition[];
  /** Thumbhash in base64. */
  readonly blurHash: string;
  /** `#rrggbb` */
  readonly dominantColor: string;
  /** 64 bits in 16 hex digits. */
  readonly perceptualHash: string;
  readonly animated: boolean;
  readonly damaged: boolean;
  readonly signals: PictureSignals;
};

const PLACEHOLDER_BOX = 64;

/**
 * An animation with more pixels than this, in all frames together, is shown by its first frame: decoding and
 * encoding it would cost more than fifty photos.
 */
const MAX_ANIMATION_PIXELS = 40_000_000;
const MAX_ANIMATION_FRAMES = 200;

/**
 * Makes all that the product shows and knows of an uploaded picture, with one decode, or two for an
 * animation: each rendition is shrunk from the one before it. Renditions are WebP in sRGB, upright, never
 * larger than the picture, and carry no metadata of any kind. `small` and `tile` are stills; `screen` of an
 * animation is animated if that is affordable, since tiles that move by themselves could not be paused.
 * Throws `UndecodableMedia` for a file that no retry helps.
 */
export async function makePicture({
  input,
  declaredType,
}: {
  input: Buffer | string;
  declaredType: string;
}): Promise<Picture> {
  const mime = sniffMediaType(await headOf(input));
  if (!typesAgree(declaredType, mime) || mime?.startsWith('image/') !== true)
    throw new UndecodableMedia('wrong-type');
  const opened = await openPicture(input, { mime, box: RENDITION_BOXES.screen });
  const still = await makeStill(opened);
  const moving = await animate(input, opened);
  if (moving === undefined) return still;
  return { ...still, renditions: [...still.renditions.filter(({ name }) => name !== 'screen'), moving] };
}

/** The same for pixels that are already decoded, such as a video's frame. */
export async function makeStill(opened: OpenedPicture): Promise<Picture> {
  const screen = opened.raw;
  const tile = await fit(screen, RENDITION_BOXES.tile);
  const small = await fit(tile, RENDITION_BOXES.small);
  const placeholder = shrinkToRgba(small, PLACEHOLDER_BOX);
  const { width, height, frames, damaged } = opened;
  return {
    width,
    height,
    renditions: await encodeAll([
      ['small', small],
      ['tile', tile],
      ['screen', screen],
    ]),
    blurHash: blurHashOf(placeholder),
    dominantColor: dominantColorOf(placeholder),
    perceptualHash: perceptualHashOf(small),
    animated: frames > 1,
    damaged,
    signals: signalsOf({ tile, small, pixels: width * height }),
  };
}

/** A picture that is smaller than two boxes is encoded once for both. */
async function encodeAll(raws: readonly (readonly [RenditionName, RawPicture])[]): Promise<Rendition[]> {
  const renditions: Rendition[] = [];
  let previous: RawPicture | undefined;
  for (const [name, raw] of raws) {
    const { width, height } = raw;
    const same = raw === previous ? renditions.at(-1)?.bytes : undefined;
    const bytes =
      same ?? (await sharp(raw.data, { raw, limitInputPixels: MAX_PIXELS }).webp(WEBP).toBuffer());
    renditions.push({ name, bytes, width, height, mime: 'image/webp' });
    previous = raw;
  }
  return renditions;
}

/** The moving `screen` rendition; undefined if nothing moves, there is too much of it, or it is broken. */
async function animate(input: Buffer | string, opened: OpenedPicture): Promise<Rendition | undefined> {
  const { width, height, frames, damaged } = opened;
  const isAffordable = frames <= MAX_ANIMATION_FRAMES && frames * width * height <= MAX_ANIMATION_PIXELS;
  if (frames < 2 || damaged || !isAffordable) return undefined;
  try {
    const { data, info } = await sharp(input, { pages: -1, limitInputPixels: MAX_PIXELS })
      .resize(RENDITION_BOXES.screen, RENDITION_BOXES.screen, { fit: 'inside', withoutEnlargement: true })
      .webp(WEBP)
      .toBuffer({ resolveWithObject: true });
    const frameHeight = info.pageHeight ?? info.height;
    return { name: 'screen', bytes: data, width: info.width, height: frameHeight, mime: 'image/webp' };
  } catch {
    return undefined;
  }
}

const headOf = (input: Buffer | string): Promise<Buffer> =>
  typeof input === 'string'
    ? withFileSource(input, (source) => source.read(0, SNIFF_BYTES))
    : Promise.resolve(input.subarray(0, SNIFF_BYTES));
