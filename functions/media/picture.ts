import { withFileSource } from './byte-source.ts';
import { makeMoving } from './moving-picture.ts';
import { fit, openPicture } from './open-picture.ts';
import type { OpenedPicture } from './open-picture.ts';
import { blurHashOf, dominantColorOf, perceptualHashOf } from './picture-facts.ts';
import sharp, { MAX_PIXELS } from './sharp-settings.ts';
import { signalsOf } from './picture-signals.ts';
import type { PictureSignals } from './picture-signals.ts';
import { RENDITION_BOXES, type RenditionName, WEBP } from './rendition-sizes.ts';
import { shrinkToRgba } from './raw-picture.ts';
import type { RawPicture } from './raw-picture.ts';
import { isRedrawn, makeFull, makePreview, type StandIn } from './stand-in.ts';
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
  /** Made if it was asked for, and of what is damaged. */
  readonly standIn?: StandIn | undefined;
};

const PLACEHOLDER_BOX = 64;

export type PictureTask = {
  readonly input: Buffer | string;
  readonly declaredType: string;
  /** Whether no clean copy can be put together from its bytes. */
  readonly needsStandIn?: boolean | undefined;
  /** CPU time that a picture may be expected to take by its header. */
  readonly mostExpectedMs?: number | undefined;
  /** CPU time for everything; what is left of it decides how large an animation becomes. */
  readonly cpuMs?: number | undefined;
  /** Is handed the still picture before anything is made that may take too long. */
  readonly onStill?: (still: Picture) => void;
};

/**
 * Makes all that the product shows and knows of an uploaded picture, with one decode, or two for an
 * animation: each rendition is shrunk from the one before it. Renditions are WebP in sRGB, upright, never
 * larger than the picture, and carry no metadata of any kind. `small` and `tile` are stills; `screen` of an
 * animation is animated if that is affordable, since tiles that move by themselves could not be paused.
 * @throws UndecodableMedia for a file that no retry helps
 * @throws OverBudget before anything is decoded, if it is expected to take more than it may
 */
export async function makePicture(task: PictureTask): Promise<Picture> {
  const { input, declaredType, needsStandIn, mostExpectedMs, cpuMs = Infinity } = task;
  const before = process.cpuUsage();
  const mime = sniffMediaType(await headOf(input));
  if (!typesAgree(declaredType, mime) || mime?.startsWith('image/') !== true)
    throw new UndecodableMedia('wrong-type');
  const opened = await openPicture(input, { mime, box: RENDITION_BOXES.screen, mostExpectedMs });
  const still = await makeStill(opened, { needsStandIn });
  if (needsStandIn && isRedrawn(mime) && !opened.damaged) {
    task.onStill?.(still);
    return { ...still, standIn: (await makeFull(input, mime)) ?? still.standIn };
  }
  if (opened.frames < 2 || opened.damaged) return still;
  task.onStill?.(still);
  const taken = process.cpuUsage(before);
  const leftMs = cpuMs - (taken.user + taken.system) / 1000;
  const moving = await makeMoving(input, { ...opened, format: mime.replace('image/', '') }, leftMs);
  if (moving === undefined) return still;
  return { ...still, renditions: [...still.renditions.filter(({ name }) => name !== 'screen'), moving] };
}

/** The same for pixels that are already decoded, such as a video's frame. */
export async function makeStill(
  opened: OpenedPicture,
  { needsStandIn = false }: Pick<PictureTask, 'needsStandIn'> = {},
): Promise<Picture> {
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
    standIn: needsStandIn || damaged ? await makePreview(screen) : undefined,
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

const headOf = (input: Buffer | string): Promise<Buffer> =>
  typeof input === 'string'
    ? withFileSource(input, (source) => source.read(0, SNIFF_BYTES))
    : Promise.resolve(input.subarray(0, SNIFF_BYTES));
