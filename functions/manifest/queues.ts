import type { FunctionRow, QueueName, QueueRow } from './function-row.ts';
import { workers } from './workers.ts';

/**
 * After its first failure a message comes again within the first of these times, after the second within the
 * second, and so on: what passes in a moment costs seconds, and what lasts for minutes does not end up in the
 * dead-letter queue.
 */
export const REDELIVERY_SECONDS: readonly number[] = [5, 15, 60, 300, 900];

/** How long a message stays hidden after the time of the worker that holds it. */
export const HOLD_MARGIN_SECONDS = 60;

/** Days that a message is kept: in its queue, and in its dead-letter queue, which is SQS's maximum. */
export const MESSAGE_DAYS = 4;
export const DEAD_LETTER_DAYS = 14;

/** The first delivery, and one after each pause. */
const maxReceiveCount = REDELIVERY_SECONDS.length + 1;

/**
 * A queue that comes later has a name by which other stacks know it: an export that a release brings along, and that its
 * stacks read, keeps the release before it from being deployed again.
 */
const isExported = true;

export const queues: readonly QueueRow[] = [
  { name: 'media', maxReceiveCount, isExported },
  { name: 'videos', maxReceiveCount, isExported },
  { name: 'moves', maxReceiveCount, isExported },
  { name: 'deletions', maxReceiveCount, isExported },
  { name: 'people', maxReceiveCount, isExported },
  { name: 'push', maxReceiveCount, isExported },
  { name: 'archives', maxReceiveCount, isExported },
  { name: 'votes', maxReceiveCount },
  { name: 'originals', maxReceiveCount },
  { name: 'heavy', maxReceiveCount },
  { name: 'arrivals', maxReceiveCount },
  { name: 'live', maxReceiveCount },
];

/** @throws Error if the manifest has no such queue */
export function queueRow(name: QueueName): QueueRow {
  const row = queues.find((queue) => queue.name === name);
  if (!row) throw new Error(`The manifest has no queue "${name}".`);
  return row;
}

/** What a queue's worker must know about itself. @throws Error for a function without a queue */
export function queueWorker(id: string): { maxReceiveCount: number; reserveSeconds: number } {
  const row = workers.find((worker) => worker.id === id);
  if (row?.trigger.kind !== 'queue') throw new Error(`The manifest has no queue for "${id}".`);
  const { maxReceiveCount } = queueRow(row.trigger.queue);
  return { maxReceiveCount, reserveSeconds: row.reserveSeconds ?? 0 };
}

/**
 * For how many seconds at most, from the first delivery on, a queue keeps delivering a message that fails: all
 * pauses, and at each delivery a worker that is killed.
 */
export function deliverySeconds(queue: QueueName): number {
  const heldSeconds = longestRunSeconds(queue, workers) + HOLD_MARGIN_SECONDS;
  const pausedSeconds = REDELIVERY_SECONDS.reduce((sum, seconds) => sum + seconds, 0);
  return queueRow(queue).maxReceiveCount * heldSeconds + pausedSeconds;
}

/** A throttled batch is tried again, and the message must stay hidden meanwhile. */
const ATTEMPTS_PER_VISIBILITY = 6;

/** SQS's own default, for a queue without a worker. */
const IDLE_VISIBILITY_SECONDS = 30;

/**
 * Seconds that a received message stays hidden: six times its worker's time-out.
 * Source: AWS Lambda Developer Guide, "Creating and configuring an Amazon SQS event source mapping".
 */
export function visibilitySeconds(queue: QueueName, rows: readonly FunctionRow[] = workers): number {
  return ATTEMPTS_PER_VISIBILITY * longestRunSeconds(queue, rows) || IDLE_VISIBILITY_SECONDS;
}

function longestRunSeconds(queue: QueueName, rows: readonly FunctionRow[]): number {
  const seconds = rows.map(({ trigger, timeoutSeconds }) =>
    trigger.kind === 'queue' && trigger.queue === queue ? timeoutSeconds : 0,
  );
  return Math.max(...seconds, 0);
}
