import { readDimensions } from './media-dimensions.ts';
import { smallPicture } from './small-picture.ts';

/** Sharp at 44 CSS pixels on any phone, whichever side is cropped. */
const LONGEST_SIDE = 240;

// One at a time, so that fifty selected photos are not opened at once.
let last: Promise<unknown> = Promise.resolve();

/**
 * A tiny copy of a selected picture.
 * @param isUnwanted asked when it is its turn
 * @returns undefined if it is unwanted by then, or if the browser cannot decode the picture
 */
export function pictureThumbnail(file: Blob, isUnwanted: () => boolean): Promise<Blob | undefined> {
  const thumbnail = last.then(() => (isUnwanted() ? undefined : copyOf(file)));
  last = thumbnail;
  return thumbnail;
}

async function copyOf(file: Blob): Promise<Blob | undefined> {
  const url = URL.createObjectURL(file);
  const size = await readDimensions(url, 'picture');
  URL.revokeObjectURL(url);
  return size && smallPicture(file, size, LONGEST_SIDE);
}
