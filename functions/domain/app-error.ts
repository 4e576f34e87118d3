/** Kinds of refusal that callers can expect; `platform/http.ts` gives each its status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'payment-required'
  | 'forbidden'
  | 'not-found'
  | 'wrong-method'
  | 'conflict'
  | 'too-large'
  | 'unsupported-type'
  | 'too-many'
  | 'unavailable';

export type Issue = { path: string; message: string };

/** An expected refusal. Everything else that is thrown is a fault of ours and answers 500. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly kind: ErrorKind;
  /** A stable word for programs; `message` is for people. */
  readonly code: string;
  readonly issues: readonly Issue[] | undefined;
  /** When it may work again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: ErrorKind,
    code: string,
    options: { message: string; issues?: Issue[]; retryAfterSeconds?: number; cause?: unknown },
  ) {
    super(options.message, { cause: options.cause });
    this.kind = kind;
    this.code = code;
    this.issues = options.issues;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The one answer for whatever does not exist, is deleted, or has a malformed id. */
export function notFound(): AppError {
  return new AppError('not-found', 'not_found', { message: 'Not found.' });
}

/** The one answer for whoever a call is not for because they proved nobody, or nobody any more. */
export function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'unauthenticated', { message: 'Please sign in first.' });
}

/** What a program waits at least before it asks again; how long exactly, it draws itself. */
const BUSY_SECONDS = 5;

/** For what failed now and may work in a moment. */
export function busy(cause: unknown): AppError {
  return new AppError('unavailable', 'busy', {
    message: 'A lot is going on right now. Please try again in a moment.',
    retryAfterSeconds: BUSY_SECONDS,
    cause,
  });
}
