import type { MediaRecord } from '../domain/records.ts';
import { makePictureApart, type PictureBudget } from '../media/make-picture-apart.ts';
import type { ApartTask } from '../media/picture-program.ts';
import { OverBudget } from '../media/over-budget.ts';
import { UndecodableMedia } from '../media/undecodable.ts';
import { type Known, type Original, pictureParts, processOriginal, type Work } from './process-original.ts';

/**
 * Four times what a photo of 12 megapixels takes, so that one is made in time on a busy machine, too. What its header
 * promises to take most of that goes to where there is more.
 */
export const USUAL = { cpuMs: 700, mostExpectedMs: 600, priority: 0 } as const satisfies PictureBudget;

/**
 * For what takes longer: a photo of 100 MB, an animation, a drawing. On one machine it gets the time that others leave.
 * With the start of its processes, and with what was tried before, a file costs two seconds at most.
 */
export const HEAVY = { cpuMs: 1600, priority: 10 } as const satisfies PictureBudget;

/** What is known to take longer than `USUAL`, so that it need not be tried. */
const HEAVY_FILE_BYTES = 32 * 1_048_576;
/** Those are encoded anew at full size. */
const HEAVY_TYPES = new Set(['image/bmp', 'image/svg+xml']);

export const isHeavy = ({
  mimeType,
  fileSizeBytes,
}: Pick<MediaRecord, 'mimeType' | 'fileSizeBytes'>): boolean =>
  HEAVY_TYPES.has(mimeType) || (fileSizeBytes ?? 0) > HEAVY_FILE_BYTES;

const taskOf = ({ media, file, copy }: Original & Known): ApartTask => ({
  path: file,
  declaredType: media.mimeType,
  needsStandIn: copy === undefined,
});

/** What is left for a picture that has taken some of its CPU time before. */
export const heavyAfter = (takenMs: number): PictureBudget => ({
  ...HEAVY,
  cpuMs: HEAVY.cpuMs - Math.min(takenMs, USUAL.cpuMs),
});

/**
 * Processes a picture's original, unless it takes longer than usual.
 * @returns undefined once it is processed; otherwise it is as it was, trying it has taken that much CPU time, and
 *   `processHeavyPicture` is to be called elsewhere, where nobody waits behind it
 */
export async function processPicture(media: MediaRecord, work: Work): Promise<number | undefined> {
  if (isHeavy(media)) return 0;
  try {
    await processOriginal(media, work, async (original) =>
      pictureParts(await makePictureApart(taskOf(original), USUAL)),
    );
    return undefined;
  } catch (error) {
    if (error instanceof OverBudget) return error.takenMs;
    throw error;
  }
}

/**
 * Processes the original of a picture that takes longer; one that takes too long cannot be shown.
 * @param work.takenMs what it has taken before; undefined if that is not known
 */
export async function processHeavyPicture(
  media: MediaRecord,
  { takenMs = isHeavy(media) ? 0 : USUAL.cpuMs, ...work }: Work & { readonly takenMs: number | undefined },
): Promise<void> {
  await processOriginal(media, work, async (original) => {
    try {
      return pictureParts(await makePictureApart(taskOf(original), heavyAfter(takenMs)));
    } catch (error) {
      throw error instanceof OverBudget ? new UndecodableMedia('too-slow', { cause: error }) : error;
    }
  });
}
