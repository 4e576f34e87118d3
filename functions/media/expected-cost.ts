import { OverBudget } from './over-budget.ts';

/** What a file's header says of the work to come. The size is that of one frame. */
export type Workload = {
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** A JPEG that is decoded as a whole before it is shrunk. */
  readonly isProgressive: boolean;
};

// Nanoseconds of CPU for a pixel, on a machine of two cores that others keep busy: the dearest of what was measured.
const STILL_NS: Readonly<Record<string, number>> = { jpeg: 5, png: 16, webp: 16, gif: 16 };
const PROGRESSIVE_NS = 18;
const DECODE_NS: Readonly<Record<string, number>> = { gif: 12, webp: 56 };
const SHRINK_NS = 11;
const ENCODE_NS = 54;
/** Encoding three renditions, and the facts. */
const RENDITIONS_MS = 230;

const NS_PER_MS = 1_000_000;

/**
 * An animation with more pixels than this, in all frames together, is shown by its first frame: decoding it alone would
 * take what there is.
 */
const MAX_ANIMATION_PIXELS = 40_000_000;
const MAX_ANIMATION_FRAMES = 200;
/** Of its sides. What would have to be smaller is better shown by its first frame. */
const LEAST_SCALE = 0.4;

/** @throws OverBudget if a picture is expected to take more CPU time than `mostMs` */
export function assertExpected(work: Workload, mostMs: number): void {
  const { format, width, height, frames, isProgressive } = work;
  const pixels = width * height;
  const stillNs = pixels * (isProgressive ? PROGRESSIVE_NS : (STILL_NS[format] ?? 0));
  const movingNs = mayMove(work) ? pixels * frames * ((DECODE_NS[format] ?? 0) + ENCODE_NS) : 0;
  if (RENDITIONS_MS + (stillNs + movingNs) / NS_PER_MS > mostMs) throw new OverBudget(0);
}

export const mayMove = ({ width, height, frames }: Omit<Workload, 'format' | 'isProgressive'>): boolean =>
  frames > 1 && frames <= MAX_ANIMATION_FRAMES && frames * width * height <= MAX_ANIMATION_PIXELS;

/**
 * How large an animation can be made in a CPU time: 1 for its own size, less for a share of its sides; undefined if it
 * cannot be made to move at all.
 */
export function affordableScale(work: Workload, leftMs: number): number | undefined {
  if (!mayMove(work)) return undefined;
  const pixels = work.width * work.height * work.frames;
  const decodeNs = DECODE_NS[work.format] ?? 0;
  const leftNs = leftMs * NS_PER_MS;
  if (pixels * (decodeNs + ENCODE_NS) <= leftNs) return 1;
  const encoded = (leftNs - pixels * (decodeNs + SHRINK_NS)) / ENCODE_NS;
  const scale = Math.sqrt(Math.max(0, encoded) / pixels);
  return scale < LEAST_SCALE ? undefined : Math.min(1, scale);
}
