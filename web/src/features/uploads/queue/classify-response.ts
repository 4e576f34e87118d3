import type { UploadStep } from './upload-job.ts';

/** What to do about an answer: `undefined` status is no answer at all. */
export type ResponseClass = 'done' | 'retry' | 'fresh-url' | 'fail';

const RETRYABLE_STATUSES = new Set([408, 409, 425, 429]);

/** Judges the object store's answer to a PUT. 412 says that an earlier try, whose answer was lost, arrived. */
export function classifyPutResponse(status: number): ResponseClass {
  if ((status >= 200 && status < 300) || status === 412) return 'done';
  if (status === 403) return 'fresh-url';
  return isRetryable(status) ? 'retry' : 'fail';
}

/** Whether the same request may succeed later. */
export function isRetryable(status: number | undefined): boolean {
  return status === undefined || status >= 500 || RETRYABLE_STATUSES.has(status);
}

/** Refusals of a save that sending the file again may mend: it never arrived, was taken away, or somebody else sent it. */
const RESEND_CODES = new Set(['unknown_upload', 'file_missing', 'size_mismatch', 'forbidden']);

/** Saved once and deleted since: a conflict that no repetition ends. */
const SAVED_AND_DELETED = 'upload_used';

type Failure = {
  status?: number;
  code?: string;
  retryAfterSeconds?: number;
  message: string;
  cause?: unknown;
};

/** The failure of a file that its phone or computer does not give out any more. 410 is HTTP's word for "gone". */
export const UNREADABLE = {
  status: 410,
  code: 'unreadable',
  message: 'The file can no longer be read. Please choose it again.',
};

/** For answers that say nothing to people, like a proxy's page. */
export const refusalMessage = (status: number): string => `The server refused the file (${status}).`;

/** A step that did not work out. */
export class StepFailure extends Error {
  readonly step: UploadStep;
  readonly status: number | undefined;
  readonly code: string | undefined;
  /** How long the server asked to be left alone. */
  readonly retryAfterMs: number;

  constructor(step: UploadStep, { status, code, retryAfterSeconds = 0, message, cause }: Failure) {
    super(message, { cause });
    this.name = 'StepFailure';
    this.step = step;
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterSeconds * 1000;
  }

  /** Refused for good, whatever the network does. */
  get isFinal(): boolean {
    return this.code === SAVED_AND_DELETED || !isRetryable(this.status);
  }

  /** Whether it was not the network but the file itself. */
  get isUnreadable(): boolean {
    return this.code === UNREADABLE.code;
  }

  /** Worth sending the file once more from its beginning. */
  get isInVain(): boolean {
    return this.step === 'saving' && this.code !== undefined && RESEND_CODES.has(this.code);
  }
}

const isText = (text: unknown): text is string => typeof text === 'string';

/** Turns whatever a call threw into the failure of a step: errors with a numeric `status` were answered. */
export function toStepFailure(step: UploadStep, error: unknown): StepFailure {
  if (error instanceof StepFailure) return error;
  const { status, code, retryAfterSeconds, userMessage, message } = (error ?? {}) as Record<string, unknown>;
  return new StepFailure(step, {
    ...(typeof status === 'number' && status > 0 ? { status } : {}),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
    message: [userMessage, typeof status === 'number' ? refusalMessage(status) : message].find(isText) ?? '',
    cause: error,
  });
}
