import { toStepFailure } from './classify-response.ts';
import type { StepOutcome } from './queue-events.ts';
import type { UploadJob, UploadStep } from './upload-job.ts';

/** The queue's clock. `after` returns a function that cancels the timer. */
export type Clock = {
  now(): number;
  after(ms: number, run: () => void): () => void;
};

/** Where to PUT a file; the URL expires. */
export type Ticket = { readonly url: string; readonly objectPath: string };

/** The calls for one file. Errors with a numeric `status` got a response, others did not. */
export type UploadCalls<Saved> = {
  /** @param job.replaces the path of an unsaved upload whose place this one takes */
  issue(job: UploadJob & { readonly replaces: string | undefined }, signal: AbortSignal): Promise<Ticket>;
  /** @returns the HTTP status; rejects if there was no response */
  put(request: {
    readonly url: string;
    readonly mimeType: string;
    readonly blob: Blob;
    readonly onProgress: (sentBytes: number) => void;
    readonly signal: AbortSignal;
  }): Promise<number>;
  save(job: UploadJob & { readonly objectPath: string }, signal: AbortSignal): Promise<Saved>;
  publish(job: UploadJob & { readonly objectPath: string }, signal: AbortSignal): Promise<unknown>;
};

/** One request of an upload, or one read of its stored file. */
export type Step =
  | { readonly name: 'read-copy' }
  | { readonly name: 'issue'; readonly replaces: string | undefined }
  | { readonly name: 'put'; readonly url: string; readonly blob: Blob }
  | { readonly name: 'save' | 'publish'; readonly objectPath: string };

/** A request without progress or response for this long has stalled. */
export const STALL_MS = 30_000;

/** What a step works with. */
export type StepContext<Saved> = {
  readonly job: UploadJob;
  readonly calls: UploadCalls<Saved>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The stored copy of the job's file, if there is one. */
  readonly readCopy: () => Promise<Blob | undefined>;
  readonly onProgress: (sentBytes: number) => void;
};

/** Runs one step. Never rejects: a failure is an outcome. */
export async function runStep<Saved>(step: Step, context: StepContext<Saved>): Promise<StepOutcome<Saved>> {
  try {
    return await outcomeOf(step, context);
  } catch (error) {
    return { type: 'stepFailed', failure: toStepFailure(failingStep(step), error) };
  }
}

function outcomeOf<Saved>(step: Step, context: StepContext<Saved>): Promise<StepOutcome<Saved>> {
  const { job, calls } = context;
  switch (step.name) {
    case 'read-copy':
      return context.readCopy().then((blob) => ({ type: 'copyRead', blob }));
    case 'issue':
      return withStallTimeout(context, (signal) =>
        calls
          .issue({ ...job, replaces: step.replaces }, signal)
          .then((ticket) => ({ type: 'ticketIssued', ticket })),
      );
    case 'put':
      return withStallTimeout(context, (signal, onProgress) =>
        calls
          .put({ url: step.url, mimeType: job.mimeType, blob: step.blob, signal, onProgress })
          .then((status) => ({ type: 'putAnswered', status })),
      );
    case 'save':
      return withStallTimeout(context, (signal) =>
        calls
          .save({ ...job, stage: 'sent', objectPath: step.objectPath }, signal)
          .then((saved) => ({ type: 'saved', saved })),
      );
    case 'publish':
      return withStallTimeout(context, (signal) =>
        calls
          .publish({ ...job, stage: 'saved', objectPath: step.objectPath }, signal)
          .then(() => ({ type: 'published' })),
      );
  }
}

function failingStep({ name }: Step): UploadStep {
  if (name === 'issue') return 'parameters';
  return name === 'save' || name === 'publish' ? 'saving' : 'sending';
}

/** Makes one request, and aborts it after 30 s without progress. */
async function withStallTimeout<Answer>(
  { clock, signal, onProgress }: Pick<StepContext<unknown>, 'clock' | 'signal' | 'onProgress'>,
  request: (signal: AbortSignal, onProgress: (sentBytes: number) => void) => Promise<Answer>,
): Promise<Answer> {
  // Combined by hand, because some supported phones lack `AbortSignal.any`.
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  const startTimer = () => clock.after(STALL_MS, abort);
  let cancel = startTimer();
  try {
    return await request(controller.signal, (sentBytes) => {
      cancel();
      cancel = startTimer();
      onProgress(sentBytes);
    });
  } finally {
    cancel();
    signal.removeEventListener('abort', abort);
  }
}
