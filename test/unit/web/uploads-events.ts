import { StepFailure } from '../../../web/src/features/uploads/queue/classify-response.ts';
import { type Job, viewOf } from '../../../web/src/features/uploads/queue/queued-job.ts';
import type {
  Moment,
  QueueEvent,
  StepOutcome,
} from '../../../web/src/features/uploads/queue/queue-events.ts';
import {
  FIRST_STATE,
  isPresent,
  type QueueState,
} from '../../../web/src/features/uploads/queue/queue-state.ts';
import { reduce } from '../../../web/src/features/uploads/queue/reduce.ts';

export const ada = { uploader: 'user:ada', guest: undefined };
export const bea = { uploader: 'user:bea', guest: undefined };
export const grace = { uploader: 'guest:grace', guest: 'guest:grace' };
export const nobody = { uploader: undefined, guest: undefined };
const ticket = { url: 'https://store/put', objectPath: '/objects/uploads/upl_a' };
export const start: Moment = { nowMs: 1000, isOnline: true, random: 1 };
export const blob = new Blob(['bytes']);

/** Feeds events to a queue, all at the same moment. */
export function after(
  events: readonly QueueEvent[],
  at: Moment = start,
  state: QueueState = FIRST_STATE,
): QueueState {
  return events.reduce((state, event) => reduce(state, { ...event, at }), state);
}

export const file = (id: string, size = 100) => ({
  id,
  name: `${id}.jpg`,
  mimeType: 'image/jpeg',
  size,
  fingerprint: `print-${id}`,
  blob,
});
export const add = (uploader: string, ...ids: string[]): QueueEvent => ({
  type: 'filesAdded',
  owner: { eventId: 'evt_a', uploader },
  files: ids.map((id) => file(id)),
});
export const personChanged = (person: typeof ada | typeof nobody | typeof grace): QueueEvent => ({
  type: 'personChanged',
  person,
});
export const failure = (status?: number, code?: string) =>
  new StepFailure('saving', { status, code, message: 'no' });
export const stepFailed = (failure: StepFailure): StepOutcome<unknown> => ({ type: 'stepFailed', failure });

/** The queue after each of these outcomes of the first job's steps. */
export function afterOutcomes(
  state: QueueState,
  outcomes: readonly StepOutcome<unknown>[],
  at = start,
): QueueState {
  return outcomes.reduce(
    (state, outcome) => after([{ ...outcome, run: runOf(state.jobs[0]) }], at, state),
    state,
  );
}

export const runOf = (job: Job | undefined) => (job?.state.name === 'working' ? job.state.run : -1);
/** A job's state as screens show it. */
export const shownState = (state: QueueState, job: Job | undefined) =>
  job && viewOf(job, !isPresent(state, job.uploader)).state;

export const issued: StepOutcome<unknown> = { type: 'ticketIssued', ticket };
export const sent: StepOutcome<unknown> = { type: 'putAnswered', status: 200 };
export const saved: StepOutcome<unknown> = { type: 'saved', saved: { id: 'med_a' } };
export const published: StepOutcome<unknown> = { type: 'published' };
