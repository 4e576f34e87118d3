import { readFileSync } from 'node:fs';

/** What a process may take. */
export type UsageLimits = {
  /** CPU time from the moment that it is watched, of all its threads and of children that have ended. */
  readonly cpuMs: number;
  /** Memory of its own, without the files that it has mapped. */
  readonly memoryBytes: number;
  /** Time in which this process could watch, whoever had the machine meanwhile. */
  readonly watchedMs?: number;
};

export type UsageExcess = keyof UsageLimits;

/** What a process has taken so far. */
export type Usage = Pick<UsageLimits, 'cpuMs' | 'memoryBytes'>;

// Fixed for programs, whatever the kernel was built with. Source: time(7), "The software clock, HZ, and jiffies".
const TICK_MS = 10;
const PAGE_BYTES = 4096;
const WATCH_MS = 20;
const LIMITS = ['cpuMs', 'memoryBytes', 'watchedMs'] as const satisfies readonly UsageExcess[];

/**
 * What a process has taken by now; undefined once it has ended.
 * Source: proc_pid_stat(5), fields utime, stime, cutime and cstime; proc_pid_statm(5), fields resident and shared.
 */
export function readUsage(pid: number): Usage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name, in brackets, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { cpuMs: ticks * TICK_MS, memoryBytes: (resident - shared) * PAGE_BYTES };
  } catch {
    return undefined;
  }
}

/**
 * Tells once, within a fiftieth of a second, that a process has taken more than it may.
 * @returns ends the watch
 */
export function watchUsage(
  pid: number,
  limits: UsageLimits,
  tell: (excess: UsageExcess) => void,
): () => void {
  const before = readUsage(pid)?.cpuMs ?? 0;
  let watchedMs = 0;
  const timer = setInterval(() => {
    const usage = readUsage(pid);
    if (!usage) return;
    watchedMs += WATCH_MS;
    const taken = { ...usage, cpuMs: usage.cpuMs - before, watchedMs };
    const excess = LIMITS.find((limit) => taken[limit] > (limits[limit] ?? Infinity));
    if (excess === undefined) return;
    clearInterval(timer);
    tell(excess);
  }, WATCH_MS);
  return () => clearInterval(timer);
}
