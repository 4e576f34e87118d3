/** How long CloudFront waits for an origin. */
export const originTimeouts = {
  /** For an answer, and between two packets of it. HTTP API itself waits as long for a function. */
  responseSeconds: 30,
  connectionSeconds: 10,
  /** How many times it tries to connect, and how many times it sends a GET or HEAD that is not answered. */
  attempts: 3,
} as const;
