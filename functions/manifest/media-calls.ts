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
import { calculateHighlights, listHighlights } from '../../shared/contract/highlights.ts';
import { castVote, getVotes, withdrawVote } from '../../shared/contract/votes.ts';
import type { Grants, ObjectGrant } from './function-row.ts';
import { REMOVE_FILES, RECONCILE_FILES } from './file-grants.ts';
import { callRow, callsAbout, LONG_CALL_SECONDS } from './call-row.ts';
import { UPLOAD_LIMITS } from './upload-calls.ts';

/** Saving checks an upload's first bytes, copies that version to the originals, and removes it. */
const SAVE_OBJECTS: readonly ObjectGrant[] = [
  { prefix: 'incoming/', actions: ['GetObject', 'GetObjectVersion', 'DeleteObjectVersion'] },
  { prefix: 'media/originals/', actions: ['GetObject', 'PutObject'] },
];

const SIGN: Pick<Grants, 'secrets'> = { secrets: ['media-signing-key'] };

const saveGrants: Grants = {
  table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
  objects: SAVE_OBJECTS,
  listObjects: ['incoming/', 'media/originals/'],
  listVersions: ['incoming/'],
  ...SIGN,
};

/** Copying a file of up to 100 MiB takes a while. */
const SAVE = { timeoutSeconds: LONG_CALL_SECONDS, settings: UPLOAD_LIMITS, carries: 'uploads' } as const;

/** The Lambdas behind the calls on media: saving, lists, moderation, files, highlights, votes. */
export const mediaCalls = callsAbout('media', [
  callRow(saveMedia, saveGrants, SAVE),
  callRow(saveGuestMedia, saveGrants, SAVE),
  callRow(
    listMedia,
    {
      table: ['GetItem', 'BatchGetItem', 'Query'],
      indexes: ['gsi1', 'gsi2', 'gsi3', 'gsi4'],
      ...SIGN,
    },
    { memoryMb: 1024 },
  ),
  callRow(getMedia, { table: ['GetItem', 'BatchGetItem', 'Query'], ...SIGN }),
  callRow(
    deleteMedia,
    {
      table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'],
      indexes: ['gsi1'],
      ...REMOVE_FILES,
    },
    { timeoutSeconds: LONG_CALL_SECONDS },
  ),
  callRow(
    moderateMedia,
    {
      table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'],
      indexes: ['gsi1'],
      ...RECONCILE_FILES,
      ...SIGN,
    },
    { timeoutSeconds: LONG_CALL_SECONDS },
  ),
  callRow(
    moderateEvent,
    {
      table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'],
      indexes: ['gsi1'],
      ...RECONCILE_FILES,
    },
    { timeoutSeconds: LONG_CALL_SECONDS },
  ),
  // Puts a clean copy together, of a file of up to 100 MiB.
  callRow(
    downloadMedia,
    {
      table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'],
      objects: [
        { prefix: 'media/originals/', actions: ['GetObject'] },
        { prefix: 'media/held/', actions: ['GetObject'] },
        { prefix: 'media/open/', actions: ['GetObject'] },
        { prefix: 'media/copies/', actions: ['GetObject', 'PutObject', 'DeleteObject'] },
      ],
      listObjects: ['media/originals/', 'media/copies/'],
    },
    { memoryMb: 1024, timeoutSeconds: LONG_CALL_SECONDS },
  ),
  callRow(listHighlights, { table: ['GetItem', 'BatchGetItem', 'Query'], ...SIGN }),
  // Reads and compares up to 5,000 items.
  callRow(
    calculateHighlights,
    {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
      indexes: ['gsi1', 'gsi2'],
      objects: [{ prefix: 'media/open/', actions: ['GetObject'] }],
      bedrock: true,
      ...SIGN,
    },
    { memoryMb: 1769, timeoutSeconds: LONG_CALL_SECONDS },
  ),
  callRow(getVotes, { table: ['GetItem', 'BatchGetItem', 'Query'] }),
  callRow(
    castVote,
    { table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
    { timeoutSeconds: LONG_CALL_SECONDS, settings: ['EVENT_PEOPLE_LIMIT'] },
  ),
  callRow(
    withdrawVote,
    { table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'] },
    { timeoutSeconds: LONG_CALL_SECONDS },
  ),
]);
