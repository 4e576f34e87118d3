import type { FunctionRow, QueueName, QueueRow } from './function-row.ts';
import { workers } from './workers.ts';

/** Every queue; its dead-letter queue is `<name>-dlq`. */
export const queues: readonly QueueRow[] = [
  { name: 'media', maxReceiveCount: 3 },
  { name: 'videos', maxReceiveCount: 3 },
  { name: 'moves', maxReceiveCount: 3 },
  { name: 'deletions', maxReceiveCount: 3 },
  { name: 'people', maxReceiveCount: 3 },
  { name: 'push', maxReceiveCount: 3 },
  { name: 'archives', maxReceiveCount: 3 },
];

/** A queue's row. @throws Error where the manifest has none */
export function queueRow(name: QueueName): QueueRow {
  const row = queues.find((queue) => queue.name === name);
  if (!row) throw new Error(`The manifest has no queue "${name}".`);
  return row;
}

/** What a queue's worker must know of itself. @throws Error for a function that works no queue */
export function queueWorker(id: string): { maxReceiveCount: number; reserveSeconds: number } {
  const row = workers.find((worker) => worker.id === id);
  if (row?.trigger.kind !== 'queue') throw new Error(`The manifest has no queue for "${id}".`);
  const { maxReceiveCount } = queueRow(row.trigger.queue);
  return { maxReceiveCount, reserveSeconds: row.reserveSeconds ?? 0 };
}

/** Seconds for which a queue goes on delivering a message that fails; before that it may have waited for its turn. */
export const deliverySeconds = (queue: QueueName): number =>
  queueRow(queue).maxReceiveCount * visibilitySeconds(queue);

/** A batch may be tried six times over within one visibility time-out, as Lambda's guide for SQS asks. */
const ATTEMPTS_PER_VISIBILITY = 6;

/** SQS's own default, where nothing works the queue yet. */
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
