import { SESSION_CHANGED } from '../../shared/contract/expected-user.ts';
import type { Challenge } from '../../shared/contract/proof-of-work.ts';

/** Kinds of refusal that callers can expect; `http/kit/error-reply.ts` maps each to its status. */
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

/** An expected refusal. Any other error is a fault of ours: it answers 500, or 503 if it is transient. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly kind: ErrorKind;
  /** A stable word for programs; `message` is for people. */
  readonly code: string;
  readonly issues: readonly Issue[] | undefined;
  /** After how long a retry may succeed. */
  readonly retryAfterSeconds: number | undefined;
  /** The work after which a retry succeeds. */
  readonly proof: Challenge | undefined;

  constructor(
    kind: ErrorKind,
    code: string,
    options: {
      message: string;
      issues?: Issue[];
      retryAfterSeconds?: number;
      proof?: Challenge;
      cause?: unknown;
    },
  ) {
    super(options.message, { cause: options.cause });
    this.kind = kind;
    this.code = code;
    this.issues = options.issues;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.proof = options.proof;
  }
}

/** The one answer for everything that does not exist, is deleted, or has a malformed id. */
export function notFound(): AppError {
  return new AppError('not-found', 'not_found', { message: 'Not found.' });
}

/** The one answer if credentials are missing, wrong or expired, or not of the kind that the call requires. */
export function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'unauthenticated', { message: 'Please sign in first.' });
}

/** For a page whose user is not the one who is signed in. */
export function sessionChanged(): AppError {
  return new AppError('unauthenticated', SESSION_CHANGED, {
    message: 'You are not signed in as before any more. Please try again.',
  });
}

/** The least that a client waits before it tries again; it adds a random pause of its own. */
const BUSY_SECONDS = 5;

/** For a failure that may pass in a moment. */
export function busy(cause: unknown): AppError {
  return new AppError('unavailable', 'busy', {
    message: 'A lot is going on right now. Please try again in a moment.',
    retryAfterSeconds: BUSY_SECONDS,
    cause,
  });
}
