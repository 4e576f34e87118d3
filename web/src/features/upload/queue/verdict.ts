import type { UploadStep } from './job.ts';

/** What to do about an answer: `undefined` status is no answer at all. */
export type Verdict = 'done' | 'retry' | 'fresh-url' | 'fail';

const WORTH_REPEATING = new Set([408, 409, 425, 429]);

/** Judges the object store's answer to a PUT. 412 says that an earlier try, whose answer was lost, arrived. */
export function verdictOfPut(status: number): Verdict {
  if ((status >= 200 && status < 300) || status === 412) return 'done';
  if (status === 403) return 'fresh-url';
  return isWorthRepeating(status) ? 'retry' : 'fail';
}

/** Whether the same request may succeed later. */
export function isWorthRepeating(status: number | undefined): boolean {
  return status === undefined || status >= 500 || WORTH_REPEATING.has(status);
}

/** A step that did not work out. */
export class StepFailure extends Error {
  readonly step: UploadStep;
  readonly status: number | undefined;

  constructor(step: UploadStep, failure: { status?: number; message: string; cause?: unknown }) {
    super(failure.message, { cause: failure.cause });
    this.name = 'StepFailure';
    this.step = step;
    this.status = failure.status;
  }

  /** Refused for good, whatever the network does. */
  get isFinal(): boolean {
    return !isWorthRepeating(this.status);
  }
}

/** Turns whatever a call threw into the failure of a step: errors with a numeric `status` were answered. */
export function stepFailure(step: UploadStep, error: unknown): StepFailure {
  if (error instanceof StepFailure) return error;
  const { status, userMessage, message } = (error ?? {}) as Record<string, unknown>;
  return new StepFailure(step, {
    ...(typeof status === 'number' && status > 0 ? { status } : {}),
    message: [userMessage, message].find((text) => typeof text === 'string') ?? '',
    cause: error,
  });
}
