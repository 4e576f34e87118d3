/** The same sentence without its first words, which below each photo in a row would be an echo. */
export function shortenReason(reason: string): string {
  return reason.replace(/^Picked because (\p{L})/u, (_, letter: string) => letter.toUpperCase());
}
