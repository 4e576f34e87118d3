import { issueGuestUpload, issueUpload, publishObject } from '../../shared/contract/uploads.ts';
import type { Grants } from './function-row.ts';
import { callRow, callsAbout } from './call-row.ts';

/** A person's first item takes a place in the event, and every item counts towards their limit. */
export const UPLOAD_LIMITS = ['EVENT_PEOPLE_LIMIT', 'PERSON_UPLOAD_LIMIT'] as const;

const issueGrants = {
  table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
  objects: [{ prefix: 'incoming/', actions: ['PutObject'] }],
  send: ['arrivals'],
} satisfies Grants;

export const uploadCalls = callsAbout('uploads', [
  callRow(issueUpload, issueGrants, { settings: UPLOAD_LIMITS, carries: 'uploads' }),
  callRow(issueGuestUpload, issueGrants, { settings: UPLOAD_LIMITS, carries: 'uploads' }),
  callRow(publishObject, { table: ['GetItem', 'BatchGetItem', 'Query'] }),
]);
