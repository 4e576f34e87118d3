/**
 * How long an open gallery waits before its first live update, and between two as long as something changes. In seconds,
 * because the build writes so small a number wherever it is used.
 */
export const LIVE_UPDATES_INTERVAL_SECONDS = 20;
