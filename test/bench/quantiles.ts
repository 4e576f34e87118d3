/** The value below or at which a share of all values lies; 0 if there are none. */
export function quantileOf(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? 0;
}
