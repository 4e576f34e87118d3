/** When something ends that lasts so long from an instant on, in seconds since 1970. */
export const expirySeconds = (from: Date, seconds: number): number =>
  Math.floor(from.getTime() / 1000) + seconds;
