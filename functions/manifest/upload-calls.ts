import { issueGuestUpload, issueUpload, publishObject } from '../../shared/contract/uploads.ts';
import type { Grants } from './function-row.ts';
import { callRow, callsAbout } from './call-row.ts';

/** A first upload takes a place in the event, and each one of the person's share. */
export const UPLOAD_LIMITS = ['EVENT_PEOPLE_LIMIT', 'PERSON_UPLOAD_LIMIT'] as const;

const issueGrants: Grants = {
  table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
  objects: [{ prefix: 'incoming/', actions: ['PutObject'] }],
};

/** The Lambdas behind the calls on uploads. */
export const uploadCalls = callsAbout('uploads', [
  callRow(issueUpload, issueGrants, { settings: UPLOAD_LIMITS, carries: 'uploads' }),
  callRow(issueGuestUpload, issueGrants, { settings: UPLOAD_LIMITS, carries: 'uploads' }),
  callRow(publishObject, { table: ['GetItem', 'BatchGetItem'] }),
]);
