import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { isThrottlingError, isTransientError } from '@smithy/core/retry';
import pRetry from 'p-retry';

/** Names of errors that pass by themselves: somebody else's transaction, or more requests than the table takes. */
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
 * Whether the same may work in a moment: AWS was asked too much, or did not answer in time. Wider than what is waited
 * out here, because the SDK has tried lost answers again by itself.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const itself = error as Parameters<typeof isThrottlingError>[0];
  // The library's own walk through causes is over at once: it takes each of them for an error, which not all are.
  const isItself = isThrottlingError(itself) || isTransientError(itself, Infinity);
  return isItself || TRANSIENT_ERROR_NAMES.has(error.name) || isTransient(error.cause);
}

const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/**
 * Runs until it succeeds or fails for good, for ten seconds at most. Pauses have full jitter: each is drawn between nothing
 * and a bound that grows, so that those who met each other do not meet again.
 * Source: AWS Architecture Blog, "Exponential Backoff And Jitter".
 */
export async function withRetry<T>(run: () => Promise<T>): Promise<T> {
  return pRetry(run, {
    retries: 40,
    maxRetryTime: PATIENCE_MS - LONGEST_PAUSE_MS,
    // The library's own jitter is between once and twice a pause, and none at all once that is at its longest.
    minTimeout: 0,
    shouldRetry: async ({ error, retriesConsumed }) => {
      if (!TRANSIENT_ERROR_NAMES.has(error.name)) return false;
      const boundMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 1.5 ** retriesConsumed);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * boundMs));
      return true;
    },
  });
}

/** What is retried where it is sent from: only there is it known what of an answer is a refusal, or was left undone. */
const RETRIED_BY_CALLERS = new Set([
  'TransactWriteItemsCommand',
  'BatchGetItemCommand',
  'BatchWriteItemCommand',
]);

/**
 * Has every other request of a client wait its turn. The SDK itself tries only a few times, and a plain write that meets
 * another's transaction not at all.
 */
export function withRetryMiddleware(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next, context) => (args) =>
      RETRIED_BY_CALLERS.has(context.commandName ?? '') ? next(args) : withRetry(() => next(args)),
    { step: 'initialize', name: 'waitsItsTurn' },
  );
  return client;
}
