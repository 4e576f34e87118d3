import { getArchive, startArchive } from '../shared/contract/archives.ts';
import { calculateHighlights, listHighlights } from '../shared/contract/highlights.ts';
import { eventPicture } from '../shared/contract/event-picture.ts';
import {
  deleteMedia,
  downloadMedia,
  getMedia,
  listMedia,
  moderateEvent,
  moderateMedia,
  saveGuestMedia,
  saveMedia,
} from '../shared/contract/media.ts';
import { issueGuestUpload, issueUpload, publishObject } from '../shared/contract/objects.ts';
import { castVote, getVotes, withdrawVote } from '../shared/contract/votes.ts';
import type { FunctionRow, Grants, ObjectGrant } from './manifest-row.ts';
import { REMOVE, SETTLE } from './settle-grants.ts';
import { route } from './manifest-route.ts';

/** Saving looks at an upload's first bytes and copies it to where originals lie. */
const SAVE_OBJECTS: readonly ObjectGrant[] = [
  { prefix: 'incoming/', actions: ['GetObject'] },
  { prefix: 'media/originals/', actions: ['PutObject'] },
];

const SIGN: Pick<Grants, 'secrets'> = { secrets: ['media-signing-key'] };

const saveGrants: Grants = {
  table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
  objects: SAVE_OBJECTS,
  ...SIGN,
};

/** The Lambdas behind the calls on pictures: uploads, lists, moderation, files, highlights, votes. */
export const mediaRoutes: readonly FunctionRow[] = [
  route(issueUpload, {
    table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    objects: [{ prefix: 'incoming/', actions: ['PutObject'] }],
  }),
  route(issueGuestUpload, {
    table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    objects: [{ prefix: 'incoming/', actions: ['PutObject'] }],
  }),
  route(publishObject, { table: ['GetItem', 'BatchGetItem'] }),
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
  route(getMedia, { table: ['GetItem', 'BatchGetItem'], ...SIGN }),
  route(
    deleteMedia,
    {
      table: ['GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem'],
      indexes: ['gsi1'],
      ...REMOVE,
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
  route(eventPicture, { table: ['BatchGetItem'], indexes: ['gsi1', 'gsi2'], ...SIGN }),
  route(startArchive, {
    table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    objects: [{ prefix: 'media/archives/', actions: ['GetObject'] }],
    send: ['archives'],
  }),
  route(getArchive, {
    table: ['GetItem', 'BatchGetItem'],
    objects: [{ prefix: 'media/archives/', actions: ['GetObject'] }],
  }),
  route(listHighlights, { table: ['GetItem', 'BatchGetItem'], ...SIGN }),
  // Reads and compares up to 5,000 items.
  route(
    calculateHighlights,
    {
      table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
      indexes: ['gsi1', 'gsi2'],
      objects: [{ prefix: 'media/open/', actions: ['GetObject'] }],
      bedrock: true,
      ...SIGN,
    },
    { memoryMb: 1769, timeoutSeconds: 29 },
  ),
  route(getVotes, { table: ['GetItem', 'BatchGetItem'] }),
  route(
    castVote,
    { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
    { timeoutSeconds: 29 },
  ),
  route(
    withdrawVote,
    { table: ['GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem'] },
    { timeoutSeconds: 29 },
  ),
];
