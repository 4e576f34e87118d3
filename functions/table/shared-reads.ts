import { isTransient } from '../aws/retry.ts';
import { SHARED_READS } from '../domain/shared-reads.ts';

const { burst, everyMs } = SHARED_READS;
/** So late an index may show a change. */
const INDEX_LAG_MS = 200;
/** For so long it stands in for what cannot be read. */
const LAST_RESORT_MS = 30_000;

type Known<T> = {
  value: Promise<T>;
  readonly version: number;
  /** When the version was seen to grow to this one. */
  readonly sinceMs: number;
  /** When it was read. */
  readAtMs: number;
  /** How far its reads are used up: a moment later than now if there were several in a row. */
  readonly usedUpToMs: number;
};

/** Whether an index that was late when this was read may have shown what the version tells of. */
const mayBeBefore = ({ readAtMs, sinceMs }: Known<unknown>, nowMs: number): boolean =>
  readAtMs < sinceMs + INDEX_LAG_MS && nowMs >= sinceMs + INDEX_LAG_MS;

type Question = {
  /** Everything that the answer depends on, but for what the version says. */
  readonly key: string;
  /** Grows with what must never be missed: nothing that was read before it did is used again. */
  readonly version: number;
  readonly now: Date;
};

/**
 * Reads that many viewers share. A process makes each of them a few times in a row, as often as it is asked where little is
 * asked for, and then every two seconds, however many ask: what was read last is the answer meanwhile. So it is where the
 * table is too busy to be read.
 * @param most so many answers are kept, those that were last asked for
 */
export function createSharedReads<T>(most: number) {
  const known = new Map<string, Known<T>>();

  return async function read({ key, version, now }: Question, ask: () => Promise<T>): Promise<T> {
    const nowMs = now.getTime();
    const last = known.get(key);
    const isCurrent = last !== undefined && last.version >= version;
    const usable = isCurrent && !mayBeBefore(last, nowMs) ? last : undefined;
    const usedUpToMs = Math.max(nowMs, last?.usedUpToMs ?? 0);
    known.delete(key);
    if (usable && usedUpToMs - nowMs > (burst - 1) * everyMs) {
      known.set(key, usable);
      return usable.value;
    }
    const next: Known<T> = {
      value: ask(),
      version: isCurrent ? last.version : version,
      sinceMs: last === undefined ? Number.NEGATIVE_INFINITY : isCurrent ? last.sinceMs : nowMs,
      readAtMs: nowMs,
      usedUpToMs: Math.min(usedUpToMs + everyMs, nowMs + burst * everyMs),
    };
    known.set(key, next);
    next.value = next.value.catch((error: unknown) => {
      if (usable && isTransient(error) && nowMs - usable.readAtMs < LAST_RESORT_MS) {
        next.readAtMs = usable.readAtMs;
        return usable.value;
      }
      if (known.get(key) === next) known.delete(key);
      throw error;
    });
    for (const oldest of known.keys()) {
      if (known.size <= most) break;
      known.delete(oldest);
    }
    return next.value;
  };
}
