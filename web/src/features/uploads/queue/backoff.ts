const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/**
 * How long to wait after so many failures in a row (1 or more): anything up to 1 s, 2 s, 4 s … 30 s. The whole
 * range is drawn from ("full jitter"), so that a hall of phones does not come back in step.
 */
export function backoffMs(failures: number, random: () => number): number {
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
}
