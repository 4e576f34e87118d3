import type { Dimensions } from './media-dimensions.ts';

/** Sharp in a tile on any phone, and good enough in the large view until the rendition is there. */
const LONGEST_SIDE = 1024;
/** How far a side may be off by rounding. */
const ROUNDING = 1.5;

// One at a time: decoding a photo can take 50 MB for a moment, and fifty are saved at once.
let last: Promise<unknown> = Promise.resolve();

/**
 * A small copy of a picture, because a gallery of decoded originals can take more memory than a phone has.
 * @param size the displayed size; undefined if the browser cannot decode the picture
 * @param longestSide of the copy
 * @returns the picture itself where it is small, or where no copy can be made
 */
export function smallPicture(
  file: Blob,
  size: Dimensions | undefined,
  longestSide = LONGEST_SIDE,
): Promise<Blob> {
  const scale = size ? longestSide / Math.max(size.width, size.height) : 1;
  if (!size || scale >= 1) return Promise.resolve(file);
  const width = Math.round(size.width * scale);
  const height = Math.round(size.height * scale);
  const copy = last.then(() => scaled(file, { width, height })).catch(() => file);
  last = copy;
  return copy;
}

/** @throws if the browser cannot scale, turn or encode it */
async function scaled(file: Blob, { width, height }: Dimensions): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { resizeWidth: width, resizeQuality: 'medium' });
  try {
    // Some browsers scale before they turn the picture.
    if (Math.abs(bitmap.height - height) > ROUNDING) throw new Error('not the displayed shape');
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    return await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
  } finally {
    bitmap.close();
  }
}
