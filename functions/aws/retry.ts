import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { isThrottlingError, isTransientError } from '@smithy/core/retry';
import pRetry from 'p-retry';
import { waitingTimeMs } from './deadline.ts';

/** Names of errors that pass by themselves: a conflict with another transaction, or throttling. */
const TRANSIENT_ERROR_NAMES = new Set([
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'InternalServerError',
]);

/**
 * Whether the same request may succeed in a moment: AWS throttled it, or did not answer in time. Wider than
 * what `withRetry` retries, because the SDK itself retries lost answers.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const itself = error as Parameters<typeof isThrottlingError>[0];
  // `Infinity` stops the library's own walk through causes: it takes each for an error, and not all are.
  const isItself = isThrottlingError(itself) || isTransientError(itself, Infinity);
  return isItself || TRANSIENT_ERROR_NAMES.has(error.name) || isTransient(error.cause);
}

const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/**
 * Runs until it succeeds or fails for good, for ten seconds at most, and never so long that the Lambda's own time
 * runs out meanwhile. Pauses have full jitter: each is random,
 * up to a bound that grows, so that writers that conflicted do not conflict again.
 * Source: AWS Architecture Blog, "Exponential Backoff And Jitter".
 */
export async function withRetry<T>(run: () => Promise<T>): Promise<T> {
  return pRetry(run, {
    retries: 40,
    maxRetryTime: Math.max(0, Math.min(PATIENCE_MS, waitingTimeMs()) - LONGEST_PAUSE_MS),
    // No pause of the library's: its jitter is between one and two pauses, and none at the longest pause.
    minTimeout: 0,
    shouldRetry: async ({ error, retriesConsumed }) => {
      if (!TRANSIENT_ERROR_NAMES.has(error.name)) return false;
      const boundMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 1.5 ** retriesConsumed);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * boundMs));
      return true;
    },
  });
}

/** Retried by their senders, which alone can tell what in an answer is a refusal or was left unprocessed. */
const RETRIED_BY_SENDERS = new Set([
  'TransactWriteItemsCommand',
  'BatchGetItemCommand',
  'BatchWriteItemCommand',
]);

/**
 * Retries every other command of a client. The SDK itself retries only a few times, and a plain write that
 * conflicts with a transaction not at all.
 */
export function withRetryMiddleware(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next, context) => (args) =>
      RETRIED_BY_SENDERS.has(context.commandName ?? '') ? next(args) : withRetry(() => next(args)),
    { step: 'initialize', name: 'retryWithBackoff' },
  );
  return client;
}
