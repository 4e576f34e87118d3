import { getUser, login, loginCallback, logout } from '../shared/contract/auth.ts';
import type { Endpoint } from '../shared/contract/endpoint.ts';
import {
  createEvent,
  deleteEvent,
  getEvent,
  joinEvent,
  listEvents,
  listPublicEvents,
  updateEvent,
} from '../shared/contract/events.ts';
import { createGuest } from '../shared/contract/guests.ts';
import {
  deleteMedia,
  downloadMedia,
  listMedia,
  moderateEvent,
  moderateMedia,
  saveGuestMedia,
  saveMedia,
} from '../shared/contract/media.ts';
import { issueGuestUpload, issueUpload, publishObject } from '../shared/contract/objects.ts';
import { castVote, getVotes, withdrawVote } from '../shared/contract/votes.ts';
import type { FunctionRow, Grants, ObjectGrant, QueueRow } from './manifest-row.ts';

/** An HTTP function's row: the file is named like the call. */
function route(
  endpoint: Endpoint,
  grants: Grants,
  size: Partial<Pick<FunctionRow, 'memoryMb' | 'timeoutSeconds'>> = {},
): FunctionRow {
  return {
    id: endpoint.id,
    entry: `functions/http/${endpoint.id}.ts`,
    trigger: { kind: 'http', endpoint },
    grants,
    memoryMb: 512,
    timeoutSeconds: 15,
    ...size,
  };
}

/** Saving looks at an upload's first bytes and copies it to where originals lie. */
const SAVE_OBJECTS: readonly ObjectGrant[] = [
  { prefix: 'incoming/', actions: ['GetObject'] },
  { prefix: 'media/originals/', actions: ['PutObject'] },
];

/** Bringing an item's files to where they belong, or removing them. */
const SETTLE: Pick<Grants, 'objects' | 'listObjects' | 'invalidate'> = {
  objects: [
    { prefix: 'media/originals/', actions: ['DeleteObject'] },
    { prefix: 'media/held/', actions: ['GetObject', 'PutObject', 'DeleteObject'] },
    { prefix: 'media/open/', actions: ['GetObject', 'PutObject', 'DeleteObject'] },
  ],
  listObjects: ['media/held/', 'media/open/'],
  invalidate: true,
};

const SIGN: Pick<Grants, 'secrets'> = { secrets: ['media-signing-key'] };

const saveGrants: Grants = {
  table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
  objects: SAVE_OBJECTS,
  ...SIGN,
};

const routes: readonly FunctionRow[] = [
  route(getUser, { table: ['GetItem'] }),
  route(login, { table: ['PutItem'] }),
  route(loginCallback, { table: ['DeleteItem', 'PutItem', 'UpdateItem'] }),
  route(logout, { table: ['DeleteItem'] }),
  route(createEvent, { table: ['GetItem', 'PutItem'] }),
  route(listEvents, { table: ['GetItem', 'BatchGetItem'], indexes: ['gsi1'] }),
  route(listPublicEvents, { table: ['GetItem', 'BatchGetItem'], indexes: ['gsi1'] }),
  route(getEvent, { table: ['GetItem', 'BatchGetItem'] }),
  route(updateEvent, { table: ['GetItem', 'BatchGetItem', 'UpdateItem'] }),
  route(deleteEvent, { table: ['GetItem', 'BatchGetItem', 'UpdateItem'] }),
  route(joinEvent, { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'] }),
  route(createGuest, { table: ['GetItem', 'PutItem'] }),
  route(issueUpload, {
    table: ['GetItem', 'BatchGetItem', 'PutItem'],
    objects: [{ prefix: 'incoming/', actions: ['PutObject'] }],
  }),
  route(issueGuestUpload, {
    table: ['GetItem', 'BatchGetItem', 'PutItem'],
    objects: [{ prefix: 'incoming/', actions: ['PutObject'] }],
  }),
  route(publishObject, { table: ['GetItem'] }),
  // Copying a file of 100 MB takes a while.
  route(saveMedia, saveGrants, { timeoutSeconds: 29 }),
  route(saveGuestMedia, saveGrants, { timeoutSeconds: 29 }),
  route(
    listMedia,
    {
      table: ['GetItem', 'BatchGetItem', 'Query'],
      indexes: ['gsi1', 'gsi2', 'gsi3', 'gsi4'],
      ...SIGN,
    },
    { memoryMb: 1024 },
  ),
  route(
    deleteMedia,
    {
      table: ['GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem'],
      indexes: ['gsi1'],
      ...SETTLE,
    },
    { timeoutSeconds: 29 },
  ),
  route(
    moderateMedia,
    { table: ['GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem'], indexes: ['gsi1'], ...SETTLE, ...SIGN },
    { timeoutSeconds: 29 },
  ),
  route(
    moderateEvent,
    { table: ['GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem'], indexes: ['gsi1'], ...SETTLE },
    { timeoutSeconds: 29 },
  ),
  route(downloadMedia, {
    table: ['GetItem', 'BatchGetItem'],
    objects: [
      { prefix: 'media/originals/', actions: ['GetObject'] },
      { prefix: 'media/held/', actions: ['GetObject'] },
      { prefix: 'media/open/', actions: ['GetObject'] },
    ],
  }),
  route(getVotes, { table: ['GetItem', 'BatchGetItem'] }),
  route(castVote, { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'] }, { timeoutSeconds: 29 }),
  route(
    withdrawVote,
    { table: ['GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem'] },
    { timeoutSeconds: 29 },
  ),
];

const workers: readonly FunctionRow[] = [
  {
    id: 'process-media',
    entry: 'functions/jobs/process-media.ts',
    trigger: { kind: 'queue', queue: 'media', batchSize: 1, maxConcurrency: 20 },
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
    memoryMb: 2048,
    timeoutSeconds: 120,
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
      table: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'],
      indexes: ['gsi1'],
      send: ['deletions'],
      ...SETTLE,
    },
    memoryMb: 512,
    timeoutSeconds: 300,
  },
  {
    id: 'follow-table',
    entry: 'functions/jobs/follow-table.ts',
    trigger: { kind: 'stream', batchSize: 100, maxRetryAttempts: 10, onFailure: 'moves-dlq' },
    grants: { send: ['moves', 'deletions'] },
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
];

/** Every Lambda that stands. */
export const functions: readonly FunctionRow[] = [...routes, ...workers];

/** Every queue; its dead-letter queue is `<name>-dlq`. */
export const queues: readonly QueueRow[] = [
  { name: 'media', maxReceiveCount: 3 },
  { name: 'moves', maxReceiveCount: 3 },
  { name: 'deletions', maxReceiveCount: 3 },
];
