export type Size = { readonly width: number; readonly height: number };

/** The most pictures beside each other. */
export const MOST_PICTURES = 3;
/** How much smaller pictures may become beside others than they would be alone. */
const LEAST_SCALE = 0.85;
/** A picture that fills more of the stage than this stands alone. */
const MOST_OF_STAGE = 0.65;

/** Pictures stand beside each other on a wide stage, and above each other on a high one. */
const isWide = ({ width, height }: Size): boolean => width >= height;

/** How much of the stage's longer side a picture takes at its full length of the shorter one, and how much there is. */
function extents(ratios: readonly number[], stage: Size): { each: number[]; available: number } {
  const ratio = stage.width / stage.height;
  if (isWide(stage)) return { each: [...ratios], available: ratio };
  return { each: ratios.map((one) => 1 / one), available: 1 / ratio };
}

/**
 * Whether pictures of these shapes fill the stage better together than each alone.
 * @param ratios width divided by height, of two or more
 */
export function fitTogether(ratios: readonly number[], stage: Size): boolean {
  const { each, available } = extents(ratios, stage);
  const sum = each.reduce((total, one) => total + one, 0);
  return (
    ratios.length <= MOST_PICTURES &&
    each.every((one) => one <= available * MOST_OF_STAGE) &&
    available / sum >= LEAST_SCALE
  );
}

/** The sizes at which pictures fill the stage without cropping, with gaps between them. All in the same pixels. */
export function layOut(ratios: readonly number[], stage: Size, gap: number): Size[] {
  const gaps = gap * (ratios.length - 1);
  if (isWide(stage)) {
    const sum = ratios.reduce((total, ratio) => total + ratio, 0);
    const height = Math.min(stage.height, (stage.width - gaps) / sum);
    return ratios.map((ratio) => ({ width: height * ratio, height }));
  }
  const sum = ratios.reduce((total, ratio) => total + 1 / ratio, 0);
  const width = Math.min(stage.width, (stage.height - gaps) / sum);
  return ratios.map((ratio) => ({ width, height: width / ratio }));
}
