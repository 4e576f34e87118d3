import type { Endpoint } from '../shared/contract/endpoint.ts';
import { createEvent, getEvent } from '../shared/contract/events.ts';
import type { FunctionRow, Grants, QueueRow } from './manifest-row.ts';

/** An HTTP function's row: the file is named like the call. */
function route(endpoint: Endpoint, grants: Grants): FunctionRow {
  return {
    id: endpoint.id,
    entry: `functions/http/${endpoint.id}.ts`,
    trigger: { kind: 'http', endpoint },
    grants,
    memoryMb: 512,
    timeoutSeconds: 15,
  };
}

/** Every Lambda that stands. */
export const functions: readonly FunctionRow[] = [
  route(createEvent, { table: ['GetItem', 'PutItem'] }),
  route(getEvent, { table: ['GetItem', 'BatchGetItem'] }),
];

/** Every queue; its dead-letter queue is `<name>-dlq`. */
export const queues: readonly QueueRow[] = [
  { name: 'media', maxReceiveCount: 3 },
  { name: 'moves', maxReceiveCount: 3 },
  { name: 'deletions', maxReceiveCount: 3 },
];
