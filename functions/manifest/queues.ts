import type { FunctionRow, QueueName, QueueRow } from './function-row.ts';
import { workers } from './workers.ts';

export const queues: readonly QueueRow[] = [
  { name: 'media', maxReceiveCount: 3 },
  { name: 'videos', maxReceiveCount: 3 },
  { name: 'moves', maxReceiveCount: 3 },
  { name: 'deletions', maxReceiveCount: 3 },
  { name: 'people', maxReceiveCount: 3 },
  { name: 'push', maxReceiveCount: 3 },
  { name: 'archives', maxReceiveCount: 3 },
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

/** For how many seconds, from the first delivery on, a queue keeps delivering a message that fails. */
export const deliverySeconds = (queue: QueueName): number =>
  queueRow(queue).maxReceiveCount * visibilitySeconds(queue);

/** A throttled batch is tried again, and the message must stay hidden meanwhile. */
const ATTEMPTS_PER_VISIBILITY = 6;

/** SQS's own default, for a queue without a worker. */
const IDLE_VISIBILITY_SECONDS = 30;

/**
 * Seconds that a received message stays hidden: six times its worker's time-out.
 * Source: AWS Lambda Developer Guide, "Creating and configuring an Amazon SQS event source mapping".
 */
export function visibilitySeconds(queue: QueueName, rows: readonly FunctionRow[] = workers): number {
  const needed = rows.map(({ trigger, timeoutSeconds }) =>
    trigger.kind === 'queue' && trigger.queue === queue ? ATTEMPTS_PER_VISIBILITY * timeoutSeconds : 0,
  );
  return Math.max(...needed, 0) || IDLE_VISIBILITY_SECONDS;
}
