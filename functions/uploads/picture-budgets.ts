import type { MediaRecord } from '../domain/records.ts';
import type { PictureBudget } from '../media/make-picture-apart.ts';

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

/** What is left for a picture that has taken some of its CPU time before. */
export const heavyAfter = (takenMs: number): PictureBudget => ({
  ...HEAVY,
  cpuMs: HEAVY.cpuMs - Math.min(takenMs, USUAL.cpuMs),
});
