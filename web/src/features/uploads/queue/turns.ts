import { type Job, isPending, nextStep, pausedJob, type WaitingState, workingOn } from './job.ts';
import { allowance } from './network-belief.ts';
import type { Moment } from './queue-events.ts';
import { isIdle, isPresent, type QueueState, withJobs } from './queue-state.ts';

type WaitingJob = Job & { readonly state: WaitingState };

/**
 * Takes their turn from jobs whose uploader is away. A file on its way to the object store arrives first: its URL was
 * issued to its uploader, and what has been sent is not wasted.
 */
export function pauseAbsent(state: QueueState): QueueState {
  return withJobs(state, (job) => {
    if (job.state.name !== 'working' || isPresent(state, job.uploader)) return job;
    const isArriving = nextStep(job.stage).name === 'put';
    return isArriving ? job : pausedJob({ ...job, state: job.state });
  });
}

/** Ends the batches of people none of whose files are pending any more, once they are there to be told. */
export function endBatches(state: QueueState): QueueState {
  const pending = new Set(state.jobs.filter(isPending).map(({ uploader }) => uploader));
  return withJobs(state, (job) =>
    job.isInBatch && !pending.has(job.uploader) && isPresent(state, job.uploader)
      ? { ...job, isInBatch: false }
      : job,
  );
}

/** Gives due jobs their turn, smallest file first, up to as many as may run, and says when to look again. */
export function giveTurns(state: QueueState, at: Moment): QueueState {
  const { belief, allowed } = allowance(state.network, at, {
    limit: state.concurrency.limit,
    isIdle: isIdle(state),
  });
  const waiting = state.jobs.filter(
    (job): job is WaitingJob => job.state.name === 'waiting' && isPresent(state, job.uploader),
  );
  const workingCount = state.jobs.filter(({ state }) => state.name === 'working').length;
  const chosen = waiting
    .filter(({ state }) => state.pause.dueAtMs <= at.nowMs)
    .sort((a, b) => a.file.size - b.file.size)
    .slice(0, Math.max(0, allowed - workingCount));
  const started = new Map(
    chosen.map((job, index) => [
      job.file.id,
      workingOn(job, {
        run: state.nextRun + index,
        lookups: state.lookups,
        failures: job.state.pause.failures,
        generation: state.concurrency.generation,
        refusedUrls: 0,
      }),
    ]),
  );
  const wakeAtMs = belief.probeAtMs ?? nextDue(waiting, at.nowMs);
  if (started.size === 0 && belief === state.network && wakeAtMs === state.wakeAtMs) return state;
  const withTurns = withJobs(state, (job) => started.get(job.file.id) ?? job);
  return { ...withTurns, network: belief, wakeAtMs, nextRun: state.nextRun + started.size };
}

/** When the next backoff ends; undefined if there is none. */
function nextDue(waiting: readonly WaitingJob[], nowMs: number): number | undefined {
  const pauses = waiting.map(({ state }) => state.pause.dueAtMs).filter((dueAtMs) => dueAtMs > nowMs);
  return pauses.length > 0 ? Math.min(...pauses) : undefined;
}
