import { quotas } from '../../quotas/quotas.ts';
import type { Environments } from './environments.ts';
import { throttledInvocation, type InvokeResult } from './invoke.ts';

/** How many calls an account's functions answer at once, all together. */
export const ACCOUNT_CONCURRENCY = quotas.lambdaConcurrency.value;

/** Lambda's metrics of one function. */
export type CallCounts = {
  /** Calls that ran, whatever came of them. */
  readonly invocations: number;
  /** Of these, those that threw, timed out or whose process ended. A batch that reports failed items is none of them. */
  readonly errors: number;
  /** Calls that did not run because too many did; they are neither invocations nor errors. */
  readonly throttles: number;
  /** Calls that waited for their environment to start, as the log's reports tell ("Init Duration"). */
  readonly coldStarts: number;
};

type InvokeById = (id: string, event: unknown) => Promise<InvokeResult>;

/** Refused before a function runs, so that Lambda counts nothing. */
const refusals: readonly string[] = ['RequestEntityTooLargeException', 'Host.Closed'];

/** After these there is nothing to reuse. */
const endings: readonly string[] = ['Sandbox.Timedout', 'Runtime.ExitError'];

type Limits = {
  /** How many calls may run at once. */
  readonly atOnce: number;
  readonly environments: Environments;
};

/**
 * Refuses calls above an account's concurrency as Lambda does, with a 429, gives each call an environment, and counts
 * what Lambda counts. Starting takes a place, too.
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
 */
export function limitConcurrency(
  invoke: InvokeById,
  { atOnce, environments }: Limits,
): { invoke: InvokeById; counts: (id: string) => CallCounts } {
  const none: CallCounts = { invocations: 0, errors: 0, throttles: 0, coldStarts: 0 };
  const counted = new Map<string, CallCounts>();
  let running = 0;
  const counts = (id: string): CallCounts => counted.get(id) ?? none;
  const add = (id: string, metric: keyof CallCounts): void => {
    counted.set(id, { ...counts(id), [metric]: counts(id)[metric] + 1 });
  };
  return {
    counts,
    async invoke(id, event) {
      if (running >= atOnce) {
        add(id, 'throttles');
        return throttledInvocation();
      }
      running += 1;
      try {
        if (await environments.take(id)) add(id, 'coldStarts');
        const result = await invoke(id, event);
        if (result.ok || !endings.includes(result.errorType)) environments.release(id);
        if (!result.ok && refusals.includes(result.errorType)) return result;
        add(id, 'invocations');
        if (!result.ok) add(id, 'errors');
        return result;
      } finally {
        running -= 1;
      }
    },
  };
}
