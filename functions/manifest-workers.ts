import type { FunctionRow } from './manifest-row.ts';
import { SETTLE } from './settle-grants.ts';

/** The Lambdas behind queues, the table's stream and the clock. */
export const workers: readonly FunctionRow[] = [
  {
    id: 'process-media',
    entry: 'functions/jobs/process-media.ts',
    trigger: { kind: 'queue', queue: 'media', batchSize: 1, maxConcurrency: 20 },
    grants: {
      table: ['GetItem', 'UpdateItem', 'DeleteItem'],
      indexes: ['gsi1'],
      send: ['media-dlq', 'videos'],
      ...SETTLE,
      objects: [
        { prefix: 'media/originals/', actions: ['GetObject', 'DeleteObject'] },
        { prefix: 'media/held/', actions: ['GetObject', 'PutObject', 'DeleteObject'] },
        { prefix: 'media/open/', actions: ['GetObject', 'PutObject', 'DeleteObject'] },
      ],
    },
    memoryMb: 2048,
    timeoutSeconds: 120,
    nativePackages: ['sharp'],
  },
  {
    id: 'process-video',
    entry: 'functions/jobs/process-video.ts',
    trigger: { kind: 'queue', queue: 'videos', batchSize: 1, maxConcurrency: 10 },
    grants: {
      table: ['GetItem', 'UpdateItem', 'DeleteItem'],
      indexes: ['gsi1'],
      send: ['media-dlq'],
      ...SETTLE,
      objects: [
        { prefix: 'media/originals/', actions: ['GetObject', 'DeleteObject'] },
        { prefix: 'media/held/', actions: ['GetObject', 'PutObject', 'DeleteObject'] },
        { prefix: 'media/open/', actions: ['GetObject', 'PutObject', 'DeleteObject'] },
      ],
    },
    memoryMb: 3008,
    timeoutSeconds: 900,
    imageFolder: 'functions/media/video-image',
    diskMb: 2048,
    nativePackages: ['sharp'],
  },
  {
    id: 'move-files',
    entry: 'functions/jobs/move-files.ts',
    trigger: { kind: 'queue', queue: 'moves', batchSize: 10, maxConcurrency: 10 },
    grants: { table: ['GetItem', 'UpdateItem', 'DeleteItem'], indexes: ['gsi1'], ...SETTLE },
    memoryMb: 512,
    timeoutSeconds: 60,
  },
  {
    id: 'delete-event-contents',
    entry: 'functions/jobs/delete-event-contents.ts',
    trigger: { kind: 'queue', queue: 'deletions', batchSize: 1, maxConcurrency: 5 },
    grants: {
      table: [
        'GetItem',
        'BatchGetItem',
        'Query',
        'PutItem',
        'UpdateItem',
        'DeleteItem',
        'ConditionCheckItem',
      ],
      indexes: ['gsi1'],
      send: ['deletions'],
      secrets: ['stripe-secret-key'],
      ...SETTLE,
    },
    memoryMb: 512,
    timeoutSeconds: 300,
  },
  {
    id: 'work-people',
    entry: 'functions/jobs/work-people.ts',
    trigger: { kind: 'queue', queue: 'people', batchSize: 1, maxConcurrency: 5 },
    grants: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      indexes: ['gsi1', 'gsi4'],
      ...SETTLE,
    },
    memoryMb: 512,
    timeoutSeconds: 300,
  },
  {
    id: 'follow-table',
    entry: 'functions/jobs/follow-table.ts',
    trigger: { kind: 'stream', batchSize: 100, maxRetryAttempts: 10, onFailure: 'moves-dlq' },
    grants: { send: ['moves', 'deletions', 'people'] },
    memoryMb: 256,
    timeoutSeconds: 60,
  },
  {
    id: 'repair-media',
    entry: 'functions/jobs/repair-media.ts',
    trigger: { kind: 'schedule', rateMinutes: 15 },
    grants: {
      indexes: ['gsi5'],
      send: ['media'],
      objects: [
        { prefix: 'incoming/', actions: ['GetObject'] },
        { prefix: 'media/originals/', actions: ['GetObject', 'PutObject'] },
      ],
    },
    memoryMb: 256,
    timeoutSeconds: 120,
  },
  {
    id: 'reconcile-payments',
    entry: 'functions/jobs/reconcile-payments.ts',
    trigger: { kind: 'schedule', rateMinutes: 24 * 60 },
    grants: {
      table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
      indexes: ['gsi5'],
      secrets: ['stripe-secret-key'],
    },
    memoryMb: 256,
    timeoutSeconds: 600,
  },
];
