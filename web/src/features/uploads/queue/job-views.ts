import { type Job, viewOf } from './queued-job.ts';
import { FIRST_STATE, isPresent, type QueueState } from './queue-state.ts';
import type { UploadJob } from './upload-job.ts';

/**
 * A queue's jobs as screens show them: the same array until something changes, and the same object for each job that did
 * not, so that the progress of one file draws one file anew.
 */
export function createJobViews(): (state: QueueState) => readonly UploadJob[] {
  const known = new WeakMap<Job, { readonly isAway: boolean; readonly view: UploadJob }>();
  let last: { readonly of: QueueState; readonly jobs: readonly UploadJob[] } = { of: FIRST_STATE, jobs: [] };
  const show = (job: Job, isAway: boolean): UploadJob => {
    const shown = known.get(job);
    if (shown?.isAway === isAway) return shown.view;
    const view = viewOf(job, isAway);
    known.set(job, { isAway, view });
    return view;
  };
  return (state) => {
    if (last.of !== state) {
      last = { of: state, jobs: state.jobs.map((job) => show(job, !isPresent(state, job.uploader))) };
    }
    return last.jobs;
  };
}
