import { withFileSource } from './byte-source.ts';
import { openPicture } from './open-picture.ts';
import sharp, { MAX_PIXELS } from './sharp-settings.ts';
import { SNIFF_BYTES, sniffMediaType } from './sniff.ts';
import { UndecodableMedia } from './undecodable.ts';

/** Hardly told from the original on a phone, at about 0.2 bytes a pixel. */
const QUALITY = 82;

export type ReducedTask = {
  readonly path: string;
  /** Pixels of its long side at most. */
  readonly side: number;
  readonly mostExpectedMs?: number | undefined;
};

/**
 * A picture as a JPEG in sRGB, upright, never enlarged, on white where it is transparent, without metadata. Of an animation
 * it is the first frame.
 * @throws UndecodableMedia for what is no picture
 * @throws OverBudget before anything is decoded, if it is expected to take more than it may
 */
export async function makeReducedJpeg({ path, side, mostExpectedMs }: ReducedTask): Promise<Buffer> {
  const mime = sniffMediaType(await withFileSource(path, (source) => source.read(0, SNIFF_BYTES)));
  if (mime?.startsWith('image/') !== true) throw new UndecodableMedia('wrong-type');
  const { raw } = await openPicture(path, { mime, box: side, mostExpectedMs });
  return sharp(raw.data, { raw, limitInputPixels: MAX_PIXELS })
    .flatten({ background: 'white' })
    .jpeg({ quality: QUALITY })
    .toBuffer();
}
