import { REMOVE_UNSAVED_MINUTES } from '../domain/unsaved-uploads.ts';
import type { JobRow } from './function-row.ts';
import { PRUNE_UPLOADS } from './file-grants.ts';

/** The Lambdas that remove what nobody needs of what arrived. */
export const uploadWorkers: readonly JobRow[] = [
  {
    id: 'check-arrivals',
    entry: 'functions/jobs/check-arrivals.ts',
    trigger: { kind: 'queue', queue: 'arrivals', batchSize: 1000, batchingSeconds: 5, maxConcurrency: 5 },
    grants: { ...PRUNE_UPLOADS, send: ['arrivals'] },
    memoryMb: 256,
    timeoutSeconds: 60,
  },
  {
    id: 'remove-unsaved-uploads',
    entry: 'functions/jobs/remove-unsaved-uploads.ts',
    trigger: { kind: 'schedule', rateMinutes: REMOVE_UNSAVED_MINUTES },
    grants: PRUNE_UPLOADS,
    memoryMb: 256,
    timeoutSeconds: 300,
  },
];
