import { getArchive, startArchive } from '../../shared/contract/downloads.ts';
import { calculateHighlights, listHighlights } from '../../shared/contract/highlights.ts';
import { eventPicture } from '../../shared/contract/link-preview.ts';
import {
  deleteMedia,
  downloadMedia,
  getMedia,
  listMedia,
  moderateEvent,
  moderateMedia,
  saveGuestMedia,
  saveMedia,
} from '../../shared/contract/media.ts';
import { issueGuestUpload, issueUpload, publishObject } from '../../shared/contract/uploads.ts';
import { castVote, getVotes, withdrawVote } from '../../shared/contract/votes.ts';
import type { FunctionRow, Grants, ObjectGrant } from './function-row.ts';
import { REMOVE_FILES, RECONCILE_FILES } from './file-grants.ts';
import { callRow, LONG_CALL_SECONDS } from './call-row.ts';

/** Saving checks an upload's first bytes and copies it to the originals. */
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

/** A first upload takes a place in the event, and each one of the person's share. */
const LIMITS = ['EVENT_PEOPLE_LIMIT', 'PERSON_UPLOAD_LIMIT'] as const;

const issueGrants: Grants = {
  table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
  objects: [{ prefix: 'incoming/', actions: ['PutObject'] }],
};

/** The Lambdas behind the calls on media: uploads, lists, moderation, files, highlights, votes. */
export const mediaCalls: readonly FunctionRow[] = [
  callRow(issueUpload, issueGrants, { settings: LIMITS, carries: 'uploads' }),
  callRow(issueGuestUpload, issueGrants, { settings: LIMITS, carries: 'uploads' }),
  callRow(publishObject, { table: ['GetItem', 'BatchGetItem'] }),
  // Copying a file of 100 MB takes a while.
  callRow(saveMedia, saveGrants, { timeoutSeconds: LONG_CALL_SECONDS, settings: LIMITS, carries: 'uploads' }),
  callRow(saveGuestMedia, saveGrants, {
    timeoutSeconds: LONG_CALL_SECONDS,
    settings: LIMITS,
    carries: 'uploads',
  }),
  callRow(
    listMedia,
    {
      table: ['GetItem', 'BatchGetItem', 'Query'],
      indexes: ['gsi1', 'gsi2', 'gsi3', 'gsi4'],
      ...SIGN,
    },
    { memoryMb: 1024 },
  ),
  callRow(getMedia, { table: ['GetItem', 'BatchGetItem'], ...SIGN }),
  callRow(
    deleteMedia,
    {
      table: ['GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem'],
      indexes: ['gsi1'],
      ...REMOVE_FILES,
    },
    { timeoutSeconds: LONG_CALL_SECONDS },
  ),
  callRow(
    moderateMedia,
    {
      table: ['GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem'],
      indexes: ['gsi1'],
      ...RECONCILE_FILES,
      ...SIGN,
    },
    { timeoutSeconds: LONG_CALL_SECONDS },
  ),
  callRow(
    moderateEvent,
    { table: ['GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem'], indexes: ['gsi1'], ...RECONCILE_FILES },
    { timeoutSeconds: LONG_CALL_SECONDS },
  ),
  callRow(downloadMedia, {
    table: ['GetItem', 'BatchGetItem'],
    objects: [
      { prefix: 'media/originals/', actions: ['GetObject'] },
      { prefix: 'media/held/', actions: ['GetObject'] },
      { prefix: 'media/open/', actions: ['GetObject'] },
    ],
  }),
  callRow(eventPicture, { table: ['BatchGetItem'], indexes: ['gsi1', 'gsi2'], ...SIGN }),
  callRow(startArchive, {
    table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    objects: [{ prefix: 'media/archives/', actions: ['GetObject'] }],
    send: ['archives'],
  }),
  callRow(getArchive, {
    table: ['GetItem', 'BatchGetItem'],
    objects: [{ prefix: 'media/archives/', actions: ['GetObject'] }],
  }),
  callRow(listHighlights, { table: ['GetItem', 'BatchGetItem'], ...SIGN }),
  // Reads and compares up to 5,000 items.
  callRow(
    calculateHighlights,
    {
      table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
      indexes: ['gsi1', 'gsi2'],
      objects: [{ prefix: 'media/open/', actions: ['GetObject'] }],
      bedrock: true,
      ...SIGN,
    },
    { memoryMb: 1769, timeoutSeconds: LONG_CALL_SECONDS },
  ),
  callRow(getVotes, { table: ['GetItem', 'BatchGetItem'] }),
  callRow(
    castVote,
    { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
    { timeoutSeconds: LONG_CALL_SECONDS, settings: ['EVENT_PEOPLE_LIMIT'] },
  ),
  callRow(
    withdrawVote,
    { table: ['GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem'] },
    { timeoutSeconds: LONG_CALL_SECONDS },
  ),
];
