/** How long nothing must have been uploaded to an event before its owner is told how much came. */
export const REST_SECONDS = 24 * 3600;
