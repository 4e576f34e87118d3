import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { isThrottlingError, isTransientError, StandardRetryStrategy } from '@smithy/core/retry';
import pRetry from 'p-retry';
import { waitingTimeMs } from './deadline.ts';

/** Names of errors that pass by themselves: a conflict with another transaction, or throttling. */
const TRANSIENT_ERROR_NAMES = new Set([
  'TransactionConflictException',
  'TransactionInProgressException',
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'InternalServerError',
]);

/** Why a transaction is cancelled for the moment; every other reason lasts. Source: API Reference, `TransactWriteItems`. */
const TRANSIENT_REASONS = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

type Cancelled = Error & { readonly CancellationReasons?: readonly { readonly Code?: string }[] };

function isCancelledForNow(error: Cancelled): boolean {
  if (error.name !== 'TransactionCanceledException') return false;
  const reasons = (error.CancellationReasons ?? []).filter(({ Code = 'None' }) => Code !== 'None');
  return reasons.length > 0 && reasons.every(({ Code = '' }) => TRANSIENT_REASONS.has(Code));
}

/** Whether the same request may succeed in a moment: AWS throttled it, or did not answer in time. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const itself = error as Parameters<typeof isThrottlingError>[0];
  // `Infinity` stops the library's own walk through causes: it takes each for an error, and not all are.
  const isItself = isThrottlingError(itself) || isTransientError(itself, Infinity);
  return (
    isItself || TRANSIENT_ERROR_NAMES.has(error.name) || isCancelledForNow(error) || isTransient(error.cause)
  );
}

const PATIENCE_MS = 10_000;
/** Of the time that is left to a run, for one read: two seconds of a call's 15. */
const READ_SHARE = 1 / 7;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;
const RETRIES = 40;

/**
 * Pauses have full jitter: each is random, up to a bound that grows, so that writers that conflicted do not conflict
 * again. Source: AWS Architecture Blog, "Exponential Backoff And Jitter".
 */
const backoff = {
  setDelayBase() {},
  computeNextBackoffDelay: (retries: number): number =>
    Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 1.5 ** retries),
};

/** The SDK's own: every repetition takes of what repetitions that help, and requests that need none, give back. */
const newQuota = () => new StandardRetryStrategy({ maxAttempts: RETRIES + 1, backoff });

/** Of all reads of this process: while the table refuses most of them, they fail at once instead of waiting in it. */
const quotaOfReads = /* @__PURE__ */ newQuota();

/**
 * Runs until it succeeds or fails for good, for ten seconds at most, and never so long that the Lambda's own
 * time runs out meanwhile. It is the only place that repeats a request to AWS.
 * @param kind a `read`, which loses nothing if it is given up, is repeated for a shorter time, and only while most succeed
 */
export async function withRetry<T>(run: () => Promise<T>, kind: 'read' | 'other' = 'other'): Promise<T> {
  const quota = kind === 'read' ? quotaOfReads : newQuota();
  const patienceMs = Math.min(PATIENCE_MS, waitingTimeMs() * (kind === 'read' ? READ_SHARE : 1));
  let token = await quota.acquireInitialRetryToken('aws');
  const result = await pRetry(run, {
    retries: RETRIES,
    maxRetryTime: Math.max(0, patienceMs - LONGEST_PAUSE_MS),
    // No pause of the library's: its jitter is between one and two pauses, and none at the longest pause.
    minTimeout: 0,
    shouldRetry: async ({ error }) => {
      // What was given up on purpose stays so, although what it waited for may work in a moment.
      if (error.name === 'AbortError' || !isTransient(error)) return false;
      const next = await quota
        .refreshRetryTokenForRetry(token, { errorType: kindOf(error) })
        .catch(() => undefined);
      token = next ?? token;
      return next !== undefined;
    },
  });
  quota.recordSuccess(token);
  return result;
}

/** As the SDK prices repetitions: of what was throttled they cost least. */
const kindOf = (error: Error) =>
  isThrottlingError(error as Parameters<typeof isThrottlingError>[0]) ? 'THROTTLING' : 'TRANSIENT';

/** Retried by their senders, which alone can tell what in an answer is a refusal or was left unprocessed. */
const RETRIED_BY_SENDERS = new Set([
  'TransactWriteItemsCommand',
  'BatchGetItemCommand',
  'BatchWriteItemCommand',
]);

const READS = new Set(['GetItemCommand', 'QueryCommand']);

/** A stream can be read once: only its sender can open it again. */
const isStreaming = (input: object): boolean =>
  'Body' in input &&
  typeof input.Body === 'object' &&
  input.Body !== null &&
  Symbol.asyncIterator in input.Body;

/** Repeats every other command of a client, which must not repeat any by itself. */
export function withRetryMiddleware<C extends { readonly middlewareStack: object }>(client: C): C {
  // Each client's stack is typed with its own commands; what is done here is the same for all.
  const stack = client.middlewareStack as DynamoDBClient['middlewareStack'];
  stack.add(
    (next, context) => (args) =>
      RETRIED_BY_SENDERS.has(context.commandName ?? '') || isStreaming(args.input)
        ? next(args)
        : withRetry(() => next(args), READS.has(context.commandName ?? '') ? 'read' : 'other'),
    { step: 'initialize', name: 'retryWithBackoff' },
  );
  return client;
}
