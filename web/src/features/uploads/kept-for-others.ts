/**
 * How long another person's files are kept for their return, and with them the note that somebody has left for good. The
 * current person's own files never expire. In days, because the build writes so small a number wherever it is used.
 */
export const KEPT_FOR_OTHERS_DAYS = 30;
