import { REST_SECONDS } from '../domain/event-rest.ts';
import type { RestSchedule } from '../domain/job-messages.ts';
import type { JobRow } from './function-row.ts';

/** The Lambdas that send notifications, and that find what to send one of. */
export const notificationWorkers: readonly JobRow[] = [
  {
    id: 'send-notifications',
    entry: 'functions/jobs/send-notifications.ts',
    trigger: { kind: 'queue', queue: 'push', batchSize: 1, maxConcurrency: 5 },
    grants: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'],
      indexes: ['gsi1'],
      send: ['push'],
      secrets: ['vapid-private-key'],
    },
    settings: ['PUSH_ORIGINS'],
    memoryMb: 512,
    timeoutSeconds: 120,
    reserveSeconds: 30,
  },
  {
    id: 'find-rested-events',
    entry: 'functions/jobs/find-rested-events.ts',
    trigger: {
      kind: 'schedule',
      rateMinutes: 15,
      input: { restSeconds: REST_SECONDS } satisfies RestSchedule,
    },
    grants: { table: ['UpdateItem'], indexes: ['gsi5'], send: ['push'] },
    memoryMb: 256,
    timeoutSeconds: 60,
  },
];
