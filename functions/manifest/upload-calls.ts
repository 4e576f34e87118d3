import { issueGuestUpload, issueUpload, publishObject } from '../../shared/contract/uploads.ts';
import type { Grants } from './function-row.ts';
import { callRow, callsAbout } from './call-row.ts';

/** A person's first item takes a place in the event, and every item counts towards their limit. */
export const UPLOAD_LIMITS = ['EVENT_PEOPLE_LIMIT', 'PERSON_UPLOAD_LIMIT'] as const;

/** Whoever may upload with an account has joined before. */
const issueGrants = {
  table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
  objects: [{ prefix: 'incoming/', actions: ['PutObject'] }],
  send: ['arrivals'],
} as const satisfies Grants;

/** A guest's first upload makes them a guest of the event, if they have not left by then. */
const issueGuestGrants: Grants = { ...issueGrants, table: [...issueGrants.table, 'ConditionCheckItem'] };

export const uploadCalls = callsAbout('uploads', [
  callRow(issueUpload, issueGrants, { settings: UPLOAD_LIMITS, carries: 'uploads' }),
  callRow(issueGuestUpload, issueGuestGrants, { settings: UPLOAD_LIMITS, carries: 'uploads' }),
  callRow(publishObject, { table: ['GetItem', 'BatchGetItem'] }),
]);
