import type { FunctionRow, QueueRow } from './function-row.ts';
import { pages } from './pages.ts';
import { calls, unmatched } from './calls.ts';
import { workers } from './workers.ts';

/** Every Lambda. */
export const functions: readonly FunctionRow[] = [...calls, ...pages, unmatched, ...workers];

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
