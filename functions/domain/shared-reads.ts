/**
 * How often a process reads what many viewers share: `burst` times in a row, as often as it is asked where little is asked
 * for, and from then on once in this time. What has changed since it was read last has reads of its own, so that whoever only
 * looks again and again does not keep others from what is new.
 */
export const SHARED_READS = {
  same: { burst: 6, everyMs: 4000 },
  changed: { burst: 12, everyMs: 3000 },
} as const;

/** How often a process reads a page a second while all ask for it and it changes all the time. */
export const SHARED_READS_PER_SECOND = 1000 / SHARED_READS.same.everyMs + 1000 / SHARED_READS.changed.everyMs;
