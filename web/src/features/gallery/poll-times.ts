/**
 * How long an open gallery that does not hear of changes waits before its first look, and between two as long as something changes. In seconds,
 * because the build writes so small a number wherever it is used.
 */
export const POLL_INTERVAL_SECONDS = 20;

/** When an open gallery begins to hear of changes, or to look for them, unless somebody scrolls before: after the first screen, and after short visits. */
export const UPDATES_BEGIN_SECONDS = 20;
