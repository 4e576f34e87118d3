import type { JobRow } from './function-row.ts';

/** The Lambdas behind live updates. */
export const liveUpdateWorkers: readonly JobRow[] = [
  {
    id: 'publish-live-updates',
    entry: 'functions/jobs/publish-live-updates.ts',
    trigger: { kind: 'queue', queue: 'live', batchSize: 10, maxConcurrency: 5 },
    grants: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'],
      send: ['live'],
      publishLiveUpdates: true,
    },
    memoryMb: 256,
    timeoutSeconds: 30,
  },
  {
    id: 'authorize-listener',
    entry: 'functions/jobs/authorize-listener.ts',
    trigger: { kind: 'authorizer' },
    grants: { table: ['GetItem', 'BatchGetItem', 'UpdateItem'] },
    memoryMb: 256,
    timeoutSeconds: 5,
  },
];
