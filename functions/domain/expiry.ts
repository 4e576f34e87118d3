/** The end of a period that begins at `from`, in seconds since 1970. */
export const expirySeconds = (from: Date, seconds: number): number =>
  Math.floor(from.getTime() / 1000) + seconds;
