import type { MediaRecord } from '../domain/records.ts';
import { makePictureApart } from '../media/make-picture-apart.ts';
import type { ApartTask } from '../media/picture-program.ts';
import { OverBudget } from '../media/over-budget.ts';
import { UndecodableMedia } from '../media/undecodable.ts';
import { heavyAfter, isHeavy, USUAL } from './picture-budgets.ts';
import { type Known, type Original, pictureParts, processOriginal, type Work } from './process-original.ts';

const taskOf = ({ media, file, copy }: Original & Known): ApartTask => ({
  path: file,
  declaredType: media.mimeType,
  needsStandIn: copy === undefined,
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
