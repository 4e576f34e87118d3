import {
  type Job,
  isPending,
  nextStep,
  pausedJob,
  placeOf,
  type WaitingState,
  workingOn,
} from './queued-job.ts';
import { allowance } from './network-belief.ts';
import type { Moment } from './queue-events.ts';
import { isIdle, isPresent, type QueueState, withJobs } from './queue-state.ts';

type WaitingJob = Job & { readonly state: WaitingState };

/**
 * Pauses jobs whose uploader is away. A file that is being sent to the object store still arrives: its URL was issued
 * to its uploader, and nothing that was sent is wasted.
 */
export function pauseAbsent(state: QueueState): QueueState {
  return withJobs(state, (job) => {
    if (job.state.name !== 'working' || isPresent(state, job.uploader)) return job;
    const isArriving = nextStep(job.stage).name === 'put';
    return isArriving ? job : pausedJob({ ...job, state: job.state });
  });
}

/** Whether saving a job may have to take its uploader's place in the event, possibly for a proof of work. */
const mayTakePlace = ({ placed }: QueueState, job: Job): boolean =>
  job.stage.name === 'sent' && !placed.has(placeOf(job));

/**
 * Pauses jobs whose file has arrived while another job of the same person takes their place in the event. Otherwise the
 * server would ask for a proof of work for each of them, though one is enough.
 */
export function pauseFollowers(state: QueueState): QueueState {
  const first = new Map<string, number>();
  for (const job of state.jobs) {
    if (job.state.name !== 'working' || !mayTakePlace(state, job)) continue;
    const place = placeOf(job);
    first.set(place, Math.min(job.state.run, first.get(place) ?? Infinity));
  }
  return withJobs(state, (job) =>
    job.state.name === 'working' && mayTakePlace(state, job) && job.state.run !== first.get(placeOf(job))
      ? pausedJob({ ...job, state: job.state })
      : job,
  );
}

/** The jobs that may have a turn at the same time, beside those that have one. */
function withoutFollowers(state: QueueState, jobs: readonly WaitingJob[]): WaitingJob[] {
  const taking = new Set(
    state.jobs.filter((job) => job.state.name === 'working' && mayTakePlace(state, job)).map(placeOf),
  );
  return jobs.filter((job) => {
    if (!mayTakePlace(state, job)) return true;
    const isFirst = !taking.has(placeOf(job));
    taking.add(placeOf(job));
    return isFirst;
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
  const due = waiting
    .filter(({ state }) => state.pause.dueAtMs <= at.nowMs)
    .sort((a, b) => a.file.size - b.file.size);
  const chosen = withoutFollowers(state, due).slice(0, Math.max(0, allowed - workingCount));
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
