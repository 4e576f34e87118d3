/** Drops the opening words that all reasons share, which would repeat below every photo. */
export function shortenReason(reason: string): string {
  return reason.replace(/^Picked because (\p{L})/u, (_, letter: string) => letter.toUpperCase());
}
