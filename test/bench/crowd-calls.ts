import { setTimeout as pause } from 'node:timers/promises';

/** What came of all calls of one kind. */
export type CallStats = {
  readonly calls: number;
  readonly failed: number;
  /** Requests; more than calls where some were sent again. */
  readonly sends: number;
  /** Milliseconds from the first request to the answer, pauses included. */
  readonly durations: readonly number[];
};

export type Answer = { readonly status: number; readonly headers: Headers };

type Options<A> = {
  /** Whether an answer is the one that was asked for; by default any success. */
  readonly isDone?: (answer: A, sends: number) => boolean;
  /** Whether the website itself sends it again, so that nobody sees a failure that passes: uploads. */
  readonly isQueued?: boolean;
};

export type Calls = {
  /** Makes a call until it is answered as asked. @returns undefined if it is refused for good */
  readonly make: <A extends Answer>(
    kind: string,
    send: () => Promise<A>,
    options?: Options<A>,
  ) => Promise<A | undefined>;
  readonly stats: () => ReadonlyMap<string, CallStats>;
  /** What the first failures of each kind were. */
  readonly failures: readonly string[];
};

type Kept = { calls: number; failed: number; sends: number; durations: number[] };

/** Statuses that pass besides the 5xx, as the website's upload queue has it. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 425, 429]);
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** Nobody tries for ever. */
const MOST_SENDS = 10;
const NAMED_FAILURES = 3;

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

/**
 * The crowd's calls, as the website makes them: what fails for a passing reason is sent again, after the server's
 * Retry-After and a random pause that grows. The website does so by itself with uploads; anything else its person sees
 * fail, which is counted, and tries again.
 * @param atOnce how many requests are under way at most: what one machine cannot take waits with the crowd
 */
export function createCalls({ atOnce }: { atOnce: number }): Calls {
  const kinds = new Map<string, Kept>();
  const failures: string[] = [];
  const inTurn = createTurns(atOnce);

  const keptOf = (kind: string): Kept => {
    const kept = kinds.get(kind) ?? { calls: 0, failed: 0, sends: 0, durations: [] };
    kinds.set(kind, kept);
    return kept;
  };

  async function make<A extends Answer>(
    kind: string,
    send: () => Promise<A>,
    { isDone = isSuccess, isQueued = false }: Options<A> = {},
  ): Promise<A | undefined> {
    const kept = keptOf(kind);
    kept.calls += 1;
    let isSeen = false;
    let started = 0;
    const fail = (why: string): void => {
      if (isSeen) return;
      isSeen = true;
      kept.failed += 1;
      if (kept.failed <= NAMED_FAILURES) failures.push(`${kind}: ${why}`);
    };
    for (let sends = 1; ; sends += 1) {
      const answer = await inTurn(async () => {
        started ||= performance.now();
        kept.sends += 1;
        return send().catch((error: unknown) => error as Error);
      });
      if (!(answer instanceof Error) && isDone(answer, sends)) {
        kept.durations.push(performance.now() - started);
        return answer;
      }
      const isPassing = answer instanceof Error || answer.status >= 500 || PASSING.has(answer.status);
      const isGivenUp = !isPassing || sends === MOST_SENDS;
      if (isGivenUp || !isQueued) fail(answer instanceof Error ? String(answer) : String(answer.status));
      if (isGivenUp) return undefined;
      await pause(retryAfterMs(answer) + backoffMs(sends));
    }
  }

  return { make, stats: () => kinds, failures };
}

function retryAfterMs(answer: Answer | Error): number {
  return answer instanceof Error ? 0 : 1000 * (Number(answer.headers.get('retry-after')) || 0);
}

const backoffMs = (failures: number): number =>
  Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));

/** Runs so many at a time, in the order in which they come. */
function createTurns(atOnce: number) {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
