/**
 * How often a process reads what many viewers share: `burst` times in a row, as often as it is asked where little is asked
 * for, and from then on once in this time.
 */
export const SHARED_READS = { burst: 4, everyMs: 2000 } as const;
