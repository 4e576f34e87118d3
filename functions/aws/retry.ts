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

/** Whether the same request may succeed in a moment: AWS throttled it, or did not answer in time. */
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
 * Runs until it succeeds or fails for good, for ten seconds at most, and never so long that the Lambda's own
 * time runs out meanwhile. It is the only place that repeats a request to AWS. Pauses have full jitter: each is
 * random, up to a bound that grows, so that writers that conflicted do not conflict again.
 * Source: AWS Architecture Blog, "Exponential Backoff And Jitter".
 */
export async function withRetry<T>(run: () => Promise<T>): Promise<T> {
  return pRetry(run, {
    retries: 40,
    maxRetryTime: Math.max(0, Math.min(PATIENCE_MS, waitingTimeMs()) - LONGEST_PAUSE_MS),
    // No pause of the library's: its jitter is between one and two pauses, and none at the longest pause.
    minTimeout: 0,
    shouldRetry: async ({ error, retriesConsumed }) => {
      // What was given up on purpose stays so, although what it waited for may work in a moment.
      if (error.name === 'AbortError' || !isTransient(error)) return false;
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
        : withRetry(() => next(args)),
    { step: 'initialize', name: 'retryWithBackoff' },
  );
  return client;
}
