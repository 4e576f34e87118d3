/** How long CloudFront waits for an origin. */
export const originTimeouts = {
  /** For an answer, and between two packets of it. HTTP API itself waits as long for a function. */
  responseSeconds: 30,
  connectionSeconds: 10,
  /** How often it connects; a GET or HEAD without an answer is also asked for as often. */
  attempts: 3,
} as const;
