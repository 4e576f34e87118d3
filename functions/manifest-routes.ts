import { deleteUser, getUser, login, loginCallback, logout } from '../shared/contract/auth.ts';
import { describeApi } from '../shared/contract/description.ts';
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
import { claimGuest, createGuest, deleteGuest } from '../shared/contract/guests.ts';
import { calculateHighlights, listHighlights } from '../shared/contract/highlights.ts';
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
import {
  createCheckout,
  getPaymentStatus,
  listPayments,
  refundPayment,
  stripeWebhook,
} from '../shared/contract/payments.ts';
import { blockPerson, listPeople, restorePerson } from '../shared/contract/people.ts';
import { getVapidKey, subscribePush, unsubscribePush } from '../shared/contract/push.ts';
import { castVote, getVotes, withdrawVote } from '../shared/contract/votes.ts';
import type { FunctionRow, Grants, ObjectGrant } from './manifest-row.ts';
import { SETTLE } from './settle-grants.ts';

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

const SIGN: Pick<Grants, 'secrets'> = { secrets: ['media-signing-key'] };

/** Bringing a payment to what Stripe says: the row, the payer's access, the event's totals, the delivery's id. */
const PAY_TABLE = ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] as const;

const saveGrants: Grants = {
  table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
  objects: SAVE_OBJECTS,
  ...SIGN,
};

/** The Lambdas behind calls. */
export const routes: readonly FunctionRow[] = [
  route(describeApi, {}),
  route(getUser, { table: ['GetItem'] }),
  route(login, { table: ['PutItem', 'UpdateItem'] }),
  route(loginCallback, { table: ['DeleteItem', 'PutItem', 'UpdateItem'] }),
  route(logout, { table: ['DeleteItem'] }),
  route(createEvent, { table: ['GetItem', 'PutItem', 'UpdateItem'] }),
  route(listEvents, { table: ['GetItem', 'BatchGetItem'], indexes: ['gsi1'] }),
  route(listPublicEvents, { table: ['GetItem', 'BatchGetItem'], indexes: ['gsi1'] }),
  route(getEvent, { table: ['GetItem', 'BatchGetItem'] }),
  route(updateEvent, { table: ['GetItem', 'BatchGetItem', 'UpdateItem'] }),
  route(deleteEvent, { table: ['GetItem', 'BatchGetItem', 'UpdateItem'] }),
  route(joinEvent, { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'] }),
  route(createGuest, { table: ['GetItem', 'PutItem', 'UpdateItem'] }),
  route(issueUpload, {
    table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    objects: [{ prefix: 'incoming/', actions: ['PutObject'] }],
  }),
  route(issueGuestUpload, {
    table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
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
  route(listHighlights, { table: ['GetItem', 'BatchGetItem'], ...SIGN }),
  // Reads and compares up to 5,000 items.
  route(
    calculateHighlights,
    {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'ConditionCheckItem'],
      indexes: ['gsi1', 'gsi2'],
      objects: [{ prefix: 'media/open/', actions: ['GetObject'] }],
      ...SIGN,
    },
    { memoryMb: 1769, timeoutSeconds: 29 },
  ),
  route(getVotes, { table: ['GetItem', 'BatchGetItem'] }),
  route(listPeople, { table: ['GetItem', 'BatchGetItem', 'Query'] }),
  route(blockPerson, { table: ['GetItem', 'BatchGetItem', 'UpdateItem'] }),
  route(restorePerson, { table: ['GetItem', 'BatchGetItem', 'UpdateItem'] }),
  route(
    claimGuest,
    {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      indexes: ['gsi1', 'gsi4'],
    },
    { timeoutSeconds: 29 },
  ),
  route(deleteGuest, { table: ['GetItem', 'UpdateItem'] }),
  route(deleteUser, { table: ['GetItem', 'UpdateItem', 'DeleteItem'], indexes: ['gsi1'] }),
  route(getPaymentStatus, { table: ['GetItem', 'BatchGetItem'] }),
  // Stripe is asked up to three times, each within its own time limit.
  route(createCheckout, { table: PAY_TABLE, secrets: ['stripe-secret-key'] }, { timeoutSeconds: 29 }),
  route(
    stripeWebhook,
    { table: PAY_TABLE, secrets: ['stripe-secret-key', 'stripe-webhook-secrets'] },
    { timeoutSeconds: 29 },
  ),
  route(listPayments, { table: ['GetItem', 'BatchGetItem', 'Query'] }),
  route(refundPayment, { table: PAY_TABLE, secrets: ['stripe-secret-key'] }, { timeoutSeconds: 29 }),
  route(getVapidKey, { secrets: ['vapid-private-key'] }),
  route(subscribePush, {
    table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
  }),
  route(unsubscribePush, { table: ['UpdateItem', 'DeleteItem'], indexes: ['gsi4'] }),
  route(castVote, { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'] }, { timeoutSeconds: 29 }),
  route(
    withdrawVote,
    { table: ['GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem'] },
    { timeoutSeconds: 29 },
  ),
];
