import { isTransient } from '../aws/retry.ts';
import { SHARED_READS } from '../domain/shared-reads.ts';

/** So late an index may show a change. */
const INDEX_LAG_MS = 200;
/** For so long it stands in for what cannot be read. */
const LAST_RESORT_MS = 30_000;

type Known<T> = {
  value: Promise<T>;
  readonly version: number;
  /** When the version was seen to grow to this one. */
  readonly sinceMs: number;
  readonly changes: number;
  /** When the changes were seen to be as many. */
  readonly changedAtMs: number;
  /** When it was read. */
  readAtMs: number;
  /** How far its reads are used up: a moment later than now if there were several in a row. */
  readonly usedUpToMs: Readonly<Record<Reason, number>>;
};

/** Why it is read again. */
type Reason = keyof typeof SHARED_READS;

/** Whether an index that was late when this was read may have shown what the version tells of. */
const mayBeBefore = (sinceMs: number, { readAtMs }: Known<unknown>, nowMs: number): boolean =>
  readAtMs < sinceMs + INDEX_LAG_MS && nowMs >= sinceMs + INDEX_LAG_MS;

type Question = {
  /** Everything that the answer depends on, but for what the version says. */
  readonly key: string;
  /** Grows with what must never be missed: nothing that was read before it did is used again. */
  readonly version: number;
  /** Grows with what should be seen soon; 0 where nothing tells of it. */
  readonly changes: number;
  readonly now: Date;
};

/**
 * Reads that many viewers share. A process makes each of them a few times in a row, as often as it is asked where little is
 * asked for, and then every few seconds, however many ask: what was read last is the answer meanwhile. So it is where the
 * table is too busy to be read.
 * @param most so many answers are kept, those that were last asked for
 */
export function createSharedReads<T>(most: number) {
  const known = new Map<string, Known<T>>();

  return async function read({ key, version, changes, now }: Question, ask: () => Promise<T>): Promise<T> {
    const nowMs = now.getTime();
    const last = known.get(key);
    const isCurrent = last !== undefined && last.version >= version;
    const usable = isCurrent && !mayBeBefore(last.sinceMs, last, nowMs) ? last : undefined;
    const hasNews = last !== undefined && changes > last.changes;
    const changedAtMs = last === undefined ? Number.NEGATIVE_INFINITY : hasNews ? nowMs : last.changedAtMs;
    const reason = hasNews || (last && mayBeBefore(changedAtMs, last, nowMs)) ? 'changed' : 'same';
    const { burst, everyMs } = SHARED_READS[reason];
    const usedUpToMs = Math.max(nowMs, last?.usedUpToMs[reason] ?? 0);
    known.delete(key);
    if (usable && usedUpToMs - nowMs > (burst - 1) * everyMs) {
      known.set(key, usable);
      return usable.value;
    }
    const next: Known<T> = {
      value: ask(),
      version: isCurrent ? last.version : version,
      sinceMs: last === undefined ? Number.NEGATIVE_INFINITY : isCurrent ? last.sinceMs : nowMs,
      changes: Math.max(changes, last?.changes ?? 0),
      changedAtMs,
      readAtMs: nowMs,
      usedUpToMs: {
        ...(last?.usedUpToMs ?? { same: 0, changed: 0 }),
        [reason]: Math.min(usedUpToMs + everyMs, nowMs + burst * everyMs),
      },
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
