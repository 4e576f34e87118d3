import { randomUUID } from 'node:crypto';
import { failureReason } from '../lambda/batch-reply.ts';
import { failedInvocation, type Invoke } from '../lambda/invoke.ts';
import { settlesWithin, systemTimers, type Timers } from '../timers/timers.ts';

const MINUTE_MILLISECONDS = 60_000;
const CLOSE_MILLISECONDS = 10_000;

export type Schedule = {
  /**
   * Ends the schedule and waits for the calls in flight, by default up to ten seconds. Resolves to false if
   * one still runs.
   */
  close(atMostMilliseconds?: number): Promise<boolean>;
};

/**
 * Calls a function every so many minutes, the first time after as many, with the schedule's input or else
 * with EventBridge's own event. As there, calls may overlap; a failed one is only logged, and the next comes
 * at its own time.
 *
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-run-lambda-schedule.html
 */
export function startSchedule(input: {
  functionId: string;
  rateMinutes: number;
  input?: unknown;
  invoke: Invoke;
  log: (message: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  timers?: Timers;
}): Schedule {
  const { functionId, invoke, log, now, timers = systemTimers } = input;
  const inFlight = new Set<Promise<void>>();

  async function call(): Promise<void> {
    const event = input.input ?? scheduledEvent(functionId, now());
    const result = await invoke(event).catch((error: unknown) => failedInvocation('Invoke', String(error)));
    if (!result.ok) log(`${functionId} failed on its schedule${failureReason(result)}.`);
  }

  const cancel = timers.every(input.rateMinutes * MINUTE_MILLISECONDS, () => {
    const work = call().finally(() => inFlight.delete(work));
    inFlight.add(work);
  });

  return {
    async close(atMostMilliseconds = CLOSE_MILLISECONDS) {
      cancel();
      return await settlesWithin(Promise.all(inFlight), atMostMilliseconds);
    },
  };
}

function scheduledEvent(functionId: string, milliseconds: number) {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: '000000000000',
    // EventBridge gives whole seconds.
    time: new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z'),
    region: 'us-east-1',
    resources: [`arn:aws:events:us-east-1:000000000000:rule/${functionId}`],
    detail: {},
  };
}
