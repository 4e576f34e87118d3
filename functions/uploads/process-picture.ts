import type { MediaRecord } from '../domain/records.ts';
import { makePictureApart, type PictureBudget } from '../media/make-picture-apart.ts';
import { OverBudget } from '../media/over-budget.ts';
import { UndecodableMedia } from '../media/undecodable.ts';
import { pictureParts, processOriginal, type Work } from './process-original.ts';

/** Four times what a photo of 12 megapixels takes, so that one is made in time on a busy machine, too. */
export const USUAL: PictureBudget = { cpuMs: 700, priority: 0 };

/**
 * For what takes longer: a photo of 100 MB, a drawing. On one machine it gets the time that others leave. With the start
 * of its processes, and with what was tried before, a file costs two seconds at most.
 */
export const HEAVY: PictureBudget = { cpuMs: 1450, priority: 10 };
export const HEAVY_AFTER_USUAL: PictureBudget = { ...HEAVY, cpuMs: HEAVY.cpuMs - USUAL.cpuMs };

/** What is known to take longer than `USUAL`, so that it need not be tried. */
const HEAVY_FILE_BYTES = 32 * 1_048_576;
const HEAVY_TYPE = 'image/svg+xml';

export const isHeavy = ({
  mimeType,
  fileSizeBytes,
}: Pick<MediaRecord, 'mimeType' | 'fileSizeBytes'>): boolean =>
  mimeType === HEAVY_TYPE || (fileSizeBytes ?? 0) > HEAVY_FILE_BYTES;

/**
 * Processes a picture's original, unless it takes longer than usual.
 * @returns whether it was processed; if not, it is as it was, and `processHeavyPicture` is to be called elsewhere, where
 *   nobody waits behind it
 */
export async function processPicture(media: MediaRecord, work: Work): Promise<boolean> {
  if (isHeavy(media)) return false;
  try {
    await processOriginal(media, work, async ({ file }) =>
      pictureParts(await makePictureApart({ path: file, declaredType: media.mimeType }, USUAL)),
    );
    return true;
  } catch (error) {
    if (error instanceof OverBudget) return false;
    throw error;
  }
}

/** Processes the original of a picture that takes longer; one that takes too long cannot be shown. */
export async function processHeavyPicture(media: MediaRecord, work: Work): Promise<void> {
  const budget = isHeavy(media) ? HEAVY : HEAVY_AFTER_USUAL;
  await processOriginal(media, work, async ({ file }) => {
    try {
      return pictureParts(await makePictureApart({ path: file, declaredType: media.mimeType }, budget));
    } catch (error) {
      throw error instanceof OverBudget ? new UndecodableMedia('too-slow', { cause: error }) : error;
    }
  });
}
