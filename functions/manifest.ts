import type { FunctionRow, QueueRow } from './manifest-row.ts';
import { pages } from './manifest-pages.ts';
import { routes, unmatched } from './manifest-routes.ts';
import { workers } from './manifest-workers.ts';

/** Every Lambda that stands. */
export const functions: readonly FunctionRow[] = [...routes, ...pages, unmatched, ...workers];

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
