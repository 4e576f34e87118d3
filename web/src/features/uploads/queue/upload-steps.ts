import type { UploadJob } from './upload-job.ts';
import {
  StepFailure,
  toStepFailure,
  refusalMessage,
  UNREADABLE,
  classifyPutResponse,
} from './classify-response.ts';

/** The queue's clock. `after` returns a function that cancels the timer. */
export type Clock = {
  now(): number;
  after(ms: number, run: () => void): () => void;
};

/** Where to PUT a file; the URL expires. */
export type Ticket = { readonly url: string; readonly objectPath: string };

/** The calls for one file. Errors with a numeric `status` got a response, others did not. */
export type UploadCalls<Saved> = {
  issue(job: UploadJob, signal: AbortSignal): Promise<Ticket>;
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

/** A request without progress or response for this long has stalled. */
export const STALL_MS = 30_000;

/** How many fresh URLs to request in a row. An expired URL gets a 403. */
export const MAX_FRESH_URLS = 3;

/** What an attempt works with. `ticket` outlives the attempt, so that a repeated PUT to the same path gets a 412. */
export type Attempt<Saved> = {
  readonly calls: UploadCalls<Saved>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Undefined if an earlier page stored the job without its file. */
  readonly blob: Blob | undefined;
  readonly ticket: { current: Ticket | undefined };
  readonly onProgress: (sentBytes: number) => void;
};

/**
 * Uploads the file of a `new` job to the object store.
 * @returns its object path
 * @throws StepFailure
 */
export async function send(job: UploadJob, attempt: Attempt<unknown>): Promise<string> {
  const { blob } = attempt;
  if (!blob) throw new StepFailure('sending', UNREADABLE);
  for (let refusals = 0; ; refusals += 1) {
    const ticket = (attempt.ticket.current ??= await withStallTimeout('parameters', attempt, (signal) =>
      attempt.calls.issue(job, signal),
    ));
    const status = await withStallTimeout('sending', attempt, (signal, onActivity) =>
      attempt.calls.put({
        url: ticket.url,
        mimeType: job.mimeType,
        blob,
        signal,
        onProgress: (sentBytes) => {
          onActivity();
          attempt.onProgress(sentBytes);
        },
      }),
    );
    const responseClass = classifyPutResponse(status);
    if (responseClass === 'done') return ticket.objectPath;
    if (responseClass !== 'fresh-url' || refusals === MAX_FRESH_URLS) {
      throw new StepFailure('sending', { status, message: refusalMessage(status) });
    }
    attempt.ticket.current = undefined;
  }
}

/** Adds a `sent` file to the event. Idempotent. @throws StepFailure */
export function save<Saved>(job: UploadJob, attempt: Attempt<Saved>): Promise<Saved> {
  return withStallTimeout('saving', attempt, (signal) => attempt.calls.save(withPath(job), signal));
}

/**
 * Publishes a `saved` file. Saving has already made it visible, so a final refusal is ignored.
 * @throws StepFailure if it should be retried
 */
export async function publish(job: UploadJob, attempt: Attempt<unknown>): Promise<void> {
  try {
    await withStallTimeout('saving', attempt, (signal) => attempt.calls.publish(withPath(job), signal));
  } catch (error) {
    const failure = toStepFailure('saving', error);
    if (!failure.isFinal) throw failure;
  }
}

function withPath(job: UploadJob): UploadJob & { objectPath: string } {
  return { ...job, objectPath: job.objectPath ?? '' };
}

/** Runs one request, and aborts it after 30 s without progress. */
async function withStallTimeout<Answer>(
  step: StepFailure['step'],
  attempt: Pick<Attempt<unknown>, 'clock' | 'signal'>,
  request: (signal: AbortSignal, onActivity: () => void) => Promise<Answer>,
): Promise<Answer> {
  // Combined by hand, because some supported phones lack `AbortSignal.any`.
  const controller = new AbortController();
  const abort = () => controller.abort();
  attempt.signal.addEventListener('abort', abort);
  if (attempt.signal.aborted) abort();
  const startTimer = () => attempt.clock.after(STALL_MS, abort);
  let cancel = startTimer();
  const onActivity = () => {
    cancel();
    cancel = startTimer();
  };
  try {
    const answer = await request(controller.signal, onActivity);
    if (attempt.signal.aborted) throw new Error('The upload was cancelled.');
    return answer;
  } catch (error) {
    throw toStepFailure(step, error);
  } finally {
    cancel();
    attempt.signal.removeEventListener('abort', abort);
  }
}
