import { SESSION_CHANGED } from '../../../../../shared/contract/expected-user.ts';
import type { UploadStep } from './upload-job.ts';

/** What to do about a response. */
export type ResponseClass = 'done' | 'retry' | 'fresh-url' | 'fail';

const RETRYABLE_STATUSES = new Set([408, 409, 425, 429]);

/** Classifies the object store's response to a PUT. 412 means that an earlier attempt arrived but its response was lost. */
export function classifyPutResponse(status: number): ResponseClass {
  if ((status >= 200 && status < 300) || status === 412) return 'done';
  if (status === 403) return 'fresh-url';
  return isRetryable(status) ? 'retry' : 'fail';
}

/** Whether the same request may succeed later. Without a response, the status is undefined. */
export function isRetryable(status: number | undefined): boolean {
  return status === undefined || status >= 500 || RETRYABLE_STATUSES.has(status);
}

/** Refusals of a save that sending the file again may fix: it never arrived, was deleted, or somebody else sent it. */
const RESEND_CODES = new Set(['unknown_upload', 'file_missing', 'size_mismatch', 'foreign_upload']);

/** Saved once and deleted since: a conflict that no retry resolves. */
const SAVED_AND_DELETED = 'upload_used';

/** Whether what was sent can never be saved any more. */
export const isUsedUp = ({ code }: { readonly code?: string | undefined }): boolean =>
  code === SAVED_AND_DELETED;

/** The person has as many unsaved uploads as there may be, until the first of their URLs expires: up to 15 minutes. */
const TOO_MANY_UNSAVED = 'too_many_unsaved';

type Failure = {
  status?: number;
  code?: string;
  retryAfterSeconds?: number;
  message: string;
  cause?: unknown;
};

/** The failure of a local file that can no longer be read. It uses 410 (Gone) so that it counts as final. */
export const UNREADABLE = {
  status: 410,
  code: 'unreadable',
  message: 'The file can no longer be read. Please choose it again.',
};

/** For responses without a message for users, like a proxy's page. */
export const refusalMessage = (status: number): string => `The server refused the file (${status}).`;

/** A failed upload step. */
export class StepFailure extends Error {
  readonly step: UploadStep;
  readonly status: number | undefined;
  readonly code: string | undefined;
  /** From the server's Retry-After. */
  readonly retryAfterMs: number;

  constructor(step: UploadStep, { status, code, retryAfterSeconds = 0, message, cause }: Failure) {
    super(message, { cause });
    this.name = 'StepFailure';
    this.step = step;
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterSeconds * 1000;
  }

  /** Whether retrying is pointless. */
  get isFinal(): boolean {
    return isUsedUp(this) || !isRetryable(this.status);
  }

  /** Why the server lets the file wait so long that its person wonders; undefined for short waits. */
  get longWait(): string | undefined {
    return this.code === TOO_MANY_UNSAVED ? this.message : undefined;
  }

  /** Whether the local file could not be read. */
  get isUnreadable(): boolean {
    return this.code === UNREADABLE.code;
  }

  /**
   * Whether the server does not take the uploader for signed in (any more), although they may be again. Guests never
   * are: theirs is a refusal of their credentials, which nobody can renew.
   */
  isSessionRefusal(uploader: string): boolean {
    return this.code === SESSION_CHANGED || (this.status === 401 && uploader.startsWith('user:'));
  }

  /** Whether sending the file again from the start may help. */
  get shouldResend(): boolean {
    return this.step === 'saving' && this.code !== undefined && RESEND_CODES.has(this.code);
  }
}

const isString = (text: unknown): text is string => typeof text === 'string';

/** Converts whatever a call threw to a step failure. Errors with a numeric `status` got a response. */
export function toStepFailure(step: UploadStep, error: unknown): StepFailure {
  if (error instanceof StepFailure) return error;
  const { status, code, retryAfterSeconds, userMessage, message } = (error ?? {}) as Record<string, unknown>;
  return new StepFailure(step, {
    ...(typeof status === 'number' && status > 0 ? { status } : {}),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
    message:
      [userMessage, typeof status === 'number' ? refusalMessage(status) : message].find(isString) ?? '',
    cause: error,
  });
}
