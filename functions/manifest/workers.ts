import type { RepairJob } from '../domain/job-messages.ts';
import type { JobRow } from './function-row.ts';
import { REMOVE_FILES, RECONCILE_FILES } from './file-grants.ts';
import { liveUpdateWorkers } from './live-update-workers.ts';
import { mediaWorkers } from './media-workers.ts';
import { notificationWorkers } from './notification-workers.ts';
import { uploadWorkers } from './upload-workers.ts';

/** The Lambdas behind queues, the table's stream and schedules. */
export const workers: readonly JobRow[] = [
  ...mediaWorkers,
  {
    id: 'reconcile-files',
    entry: 'functions/jobs/reconcile-files.ts',
    trigger: { kind: 'queue', queue: 'moves', batchSize: 10, maxConcurrency: 10 },
    grants: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'],
      indexes: ['gsi1'],
      ...RECONCILE_FILES,
      objects: [
        ...RECONCILE_FILES.objects,
        { prefix: 'media/archives/', actions: ['DeleteObject', 'AbortMultipartUpload'] },
      ],
      invalidate: true,
      send: ['moves'],
    },
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
        'BatchWriteItem',
        'Query',
        'PutItem',
        'UpdateItem',
        'DeleteItem',
        'ConditionCheckItem',
      ],
      indexes: ['gsi1'],
      objects: [
        { prefix: 'media/originals/', actions: ['DeleteObject'] },
        { prefix: 'media/held/', actions: ['DeleteObject'] },
        { prefix: 'media/open/', actions: ['DeleteObject'] },
        { prefix: 'media/copies/', actions: ['DeleteObject'] },
        { prefix: 'media/archives/', actions: ['DeleteObject'] },
      ],
      listObjects: ['media/originals/', 'media/held/', 'media/open/', 'media/copies/', 'media/archives/'],
      invalidate: true,
      send: ['deletions'],
      secrets: ['stripe-secret-key'],
    },
    settings: ['SITE_URL'],
    memoryMb: 512,
    timeoutSeconds: 300,
    reserveSeconds: 20,
  },
  {
    id: 'transfer-or-erase-person',
    entry: 'functions/jobs/transfer-or-erase-person.ts',
    trigger: { kind: 'queue', queue: 'people', batchSize: 1, maxConcurrency: 5 },
    grants: {
      table: [
        'GetItem',
        'BatchGetItem',
        'BatchWriteItem',
        'Query',
        'ConditionCheckItem',
        'PutItem',
        'UpdateItem',
        'DeleteItem',
      ],
      indexes: ['gsi1', 'gsi4'],
      send: ['people', 'arrivals'],
      deleteAccounts: true,
      ...REMOVE_FILES,
    },
    settings: ['EVENT_PEOPLE_LIMIT'],
    memoryMb: 512,
    timeoutSeconds: 300,
    reserveSeconds: 20,
  },
  ...notificationWorkers,
  {
    id: 'build-archive',
    entry: 'functions/jobs/build-archive.ts',
    trigger: { kind: 'queue', queue: 'archives', batchSize: 1, maxConcurrency: 10 },
    grants: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'],
      indexes: ['gsi3'],
      objects: [
        { prefix: 'media/originals/', actions: ['GetObject'] },
        { prefix: 'media/held/', actions: ['GetObject'] },
        { prefix: 'media/open/', actions: ['GetObject'] },
        { prefix: 'media/copies/', actions: ['GetObject', 'PutObject', 'DeleteObject'] },
        {
          prefix: 'media/archives/',
          actions: ['GetObject', 'PutObject', 'AbortMultipartUpload', 'ListMultipartUploadParts'],
        },
      ],
      listObjects: ['media/originals/', 'media/held/', 'media/open/', 'media/copies/', 'media/archives/'],
      send: ['archives'],
    },
    nativePackages: ['sharp'],
    program: 'functions/media/picture-program.ts',
    memoryMb: 1769,
    // Short, because a killed worker's message comes back only a minute after this.
    timeoutSeconds: 60,
    reserveSeconds: 20,
  },
  {
    id: 'roll-up-votes',
    entry: 'functions/jobs/roll-up-votes.ts',
    trigger: { kind: 'queue', queue: 'votes', batchSize: 10, maxConcurrency: 5 },
    grants: {
      table: [
        'GetItem',
        'BatchGetItem',
        'BatchWriteItem',
        'ConditionCheckItem',
        'DeleteItem',
        'Query',
        'UpdateItem',
      ],
      send: ['votes'],
    },
    memoryMb: 256,
    timeoutSeconds: 60,
    reserveSeconds: 20,
  },
  {
    id: 'dispatch-changes',
    entry: 'functions/jobs/dispatch-changes.ts',
    trigger: { kind: 'stream', batchSize: 100, maxRetryAttempts: 10, onFailure: 'moves-dlq' },
    grants: { send: ['moves', 'deletions', 'people', 'push', 'archives', 'votes', 'live'] },
    memoryMb: 256,
    timeoutSeconds: 60,
  },
  {
    id: 'repair-media',
    entry: 'functions/jobs/repair-media.ts',
    trigger: {
      kind: 'schedule',
      rateMinutes: 15,
      // Younger items may still be processed.
      input: { olderThanSeconds: 15 * 60 } satisfies RepairJob,
    },
    grants: {
      table: ['GetItem', 'UpdateItem'],
      indexes: ['gsi5'],
      send: ['media'],
      objects: [
        { prefix: 'incoming/', actions: ['GetObject', 'GetObjectVersion'] },
        { prefix: 'media/originals/', actions: ['GetObject', 'PutObject'] },
      ],
      listObjects: ['incoming/', 'media/originals/'],
      listVersions: ['incoming/'],
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
    settings: ['SITE_URL'],
    memoryMb: 256,
    timeoutSeconds: 600,
  },
  ...uploadWorkers,
  ...liveUpdateWorkers,
];
