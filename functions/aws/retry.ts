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

/** Runs until it succeeds or fails for good, with growing pauses of random length, at most about ten seconds. */
export async function withRetry<T>(run: () => Promise<T>): Promise<T> {
  return pRetry(run, {
    retries: 40,
    minTimeout: 10,
    maxTimeout: 500,
    factor: 1.5,
    randomize: true,
    maxRetryTime: 10_000,
    shouldRetry: ({ error }) => TRANSIENT_ERROR_NAMES.has(error.name),
  });
}

/**
 * Has every request of a client wait its turn. The SDK itself tries only a few times, and a plain write that meets
 * another's transaction not at all. Transactions wait by themselves: only they know a conflict from a refusal.
 */
export function withRetryMiddleware(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next, context) => (args) =>
      context.commandName === 'TransactWriteItemsCommand' ? next(args) : withRetry(() => next(args)),
    { step: 'initialize', name: 'patience' },
  );
  return client;
}
