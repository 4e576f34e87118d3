import type { UploadJob } from './upload-job.ts';
import {
  StepFailure,
  toStepFailure,
  refusalMessage,
  UNREADABLE,
  classifyPutResponse,
} from './classify-response.ts';

/** Time as the queue sees it. `after` answers what cancels it. */
export type Clock = {
  now(): number;
  after(ms: number, run: () => void): () => void;
};

/** Where to PUT a file, until the URL runs out. */
export type Ticket = { readonly url: string; readonly objectPath: string };

/** The calls of one file. Errors with a numeric `status` were answered, others never arrived. */
export type UploadCalls<Saved> = {
  issue(job: UploadJob, signal: AbortSignal): Promise<Ticket>;
  /** Answers the status; rejects where there was none. */
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

/** No byte and no answer for so long is a stall. */
export const STALL_MS = 30_000;

/** 403 is what an expired URL answers: how often to ask for a fresh one in a row. */
export const MAX_FRESH_URLS = 3;

/** What an attempt works with. `ticket` outlives the attempt, so that a repeated PUT can answer 412. */
export type Attempt<Saved> = {
  readonly calls: UploadCalls<Saved>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Undefined where an earlier page kept the job without its file. */
  readonly blob: Blob | undefined;
  readonly ticket: { current: Ticket | undefined };
  readonly onProgress: (sentBytes: number) => void;
};

/**
 * Brings the file of a `new` job into the object store.
 * @returns its object path.
 * @throws StepFailure
 */
export async function send(job: UploadJob, attempt: Attempt<unknown>): Promise<string> {
  const { blob } = attempt;
  if (!blob) throw new StepFailure('sending', UNREADABLE);
  for (let refusals = 0; ; refusals += 1) {
    const ticket = (attempt.ticket.current ??= await withStallTimeout('parameters', attempt, (signal) =>
      attempt.calls.issue(job, signal),
    ));
    const status = await withStallTimeout('sending', attempt, (signal, alive) =>
      attempt.calls.put({
        url: ticket.url,
        mimeType: job.mimeType,
        blob,
        signal,
        onProgress: (sentBytes) => {
          alive();
          attempt.onProgress(sentBytes);
        },
      }),
    );
    const verdict = classifyPutResponse(status);
    if (verdict === 'done') return ticket.objectPath;
    if (verdict !== 'fresh-url' || refusals === MAX_FRESH_URLS) {
      throw new StepFailure('sending', { status, message: refusalMessage(status) });
    }
    attempt.ticket.current = undefined;
  }
}

/** Puts a `sent` file into the event. Safe to repeat. @throws StepFailure */
export function save<Saved>(job: UploadJob, attempt: Attempt<Saved>): Promise<Saved> {
  return withStallTimeout('saving', attempt, (signal) => attempt.calls.save(withPath(job), signal));
}

/**
 * Says that a `saved` file may be shown. Saving was enough for it to appear, so a refusal changes nothing.
 * @throws StepFailure where it is worth repeating.
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

/** Runs one request, and ends it where nothing moves for 30 s. */
async function withStallTimeout<Answer>(
  step: StepFailure['step'],
  attempt: Pick<Attempt<unknown>, 'clock' | 'signal'>,
  request: (signal: AbortSignal, alive: () => void) => Promise<Answer>,
): Promise<Answer> {
  // Joined by hand: phones that the site otherwise runs on have no `AbortSignal.any`.
  const ended = new AbortController();
  const end = () => ended.abort();
  attempt.signal.addEventListener('abort', end);
  if (attempt.signal.aborted) end();
  const stall = () => attempt.clock.after(STALL_MS, end);
  let cancel = stall();
  const alive = () => {
    cancel();
    cancel = stall();
  };
  try {
    const answer = await request(ended.signal, alive);
    if (attempt.signal.aborted) throw new Error('Nobody waits for the answer any more.');
    return answer;
  } catch (error) {
    throw toStepFailure(step, error);
  } finally {
    cancel();
    attempt.signal.removeEventListener('abort', end);
  }
}
