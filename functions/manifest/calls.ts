import { deleteUser, getUser, login, loginCallback, logout } from '../../shared/contract/sign-in.ts';
import { describeApi } from '../../shared/contract/api-description.ts';
import {
  createEvent,
  deleteEvent,
  getEvent,
  joinEvent,
  listEvents,
  listPublicEvents,
  updateEvent,
} from '../../shared/contract/events.ts';
import { claimGuest, createGuest, deleteGuest } from '../../shared/contract/guests.ts';
import {
  createCheckout,
  getPaymentStatus,
  listPayments,
  refundPayment,
  stripeWebhook,
} from '../../shared/contract/payments.ts';
import { blockPerson, listPeople, restorePerson } from '../../shared/contract/people.ts';
import { getVapidKey, subscribePush, unsubscribePush } from '../../shared/contract/notifications.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { FunctionRow } from './function-row.ts';
import { mediaCalls } from './media-calls.ts';
import { CALL_SECONDS, callRow, LONG_CALL_SECONDS } from './call-row.ts';

/** Settling a payment: the row, the payer's access, the event's totals, the webhook event's id. */
const PAY_TABLE = ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] as const;

/** Where people sign in, and what their tokens are held against. */
const SIGN_IN = ['SIGN_IN_URL', 'JWKS_URI', 'USER_POOL_ID', 'USER_POOL_CLIENT_ID'] as const;

/** Answers what no route matches, so that an unknown path is refused like everything else. */
export const unmatched: FunctionRow = {
  id: 'answer-unmatched',
  entry: 'functions/http/answer-unmatched.ts',
  trigger: { kind: 'unmatched' },
  grants: {},
  memoryMb: 512,
  timeoutSeconds: CALL_SECONDS,
};

/** The Lambdas behind calls. */
export const calls: readonly FunctionRow[] = [
  callRow(describeApi, {}),
  callRow(getUser, { table: ['GetItem'] }),
  callRow(login, { table: ['PutItem', 'UpdateItem'] }, { settings: SIGN_IN }),
  callRow(loginCallback, { table: ['DeleteItem', 'PutItem', 'UpdateItem'] }, { settings: SIGN_IN }),
  callRow(logout, { table: ['DeleteItem'] }, { settings: SIGN_IN }),
  callRow(createEvent, { table: ['GetItem', 'PutItem', 'UpdateItem'] }),
  callRow(listEvents, { table: ['GetItem', 'BatchGetItem'], indexes: ['gsi1'] }),
  callRow(listPublicEvents, { table: ['GetItem', 'BatchGetItem'], indexes: ['gsi1'] }),
  callRow(getEvent, { table: ['GetItem', 'BatchGetItem'] }),
  callRow(updateEvent, { table: ['GetItem', 'BatchGetItem', 'UpdateItem'] }),
  callRow(deleteEvent, { table: ['GetItem', 'BatchGetItem', 'UpdateItem'] }),
  callRow(
    joinEvent,
    { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'] },
    { settings: ['EVENT_PEOPLE_LIMIT'] },
  ),
  callRow(createGuest, { table: ['GetItem', 'PutItem', 'UpdateItem'] }),
  callRow(listPeople, { table: ['GetItem', 'BatchGetItem', 'Query'] }),
  callRow(blockPerson, { table: ['GetItem', 'BatchGetItem', 'UpdateItem'] }),
  callRow(restorePerson, { table: ['GetItem', 'BatchGetItem', 'UpdateItem'] }),
  callRow(
    claimGuest,
    {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      indexes: ['gsi1', 'gsi4'],
    },
    { timeoutSeconds: LONG_CALL_SECONDS, settings: ['EVENT_PEOPLE_LIMIT'] },
  ),
  callRow(deleteGuest, { table: ['GetItem', 'UpdateItem'] }),
  callRow(deleteUser, { table: ['GetItem', 'UpdateItem', 'DeleteItem'], indexes: ['gsi1'] }),
  callRow(getPaymentStatus, { table: ['GetItem', 'BatchGetItem'] }),
  // Stripe is asked up to three times, each with its own time-out.
  callRow(
    createCheckout,
    { table: PAY_TABLE, secrets: ['stripe-secret-key'] },
    { timeoutSeconds: LONG_CALL_SECONDS, settings: ['EVENT_PEOPLE_LIMIT'] },
  ),
  callRow(
    stripeWebhook,
    { table: PAY_TABLE, secrets: ['stripe-secret-key', 'stripe-webhook-secrets'] },
    { timeoutSeconds: LONG_CALL_SECONDS, carries: 'payments' },
  ),
  callRow(listPayments, { table: ['GetItem', 'BatchGetItem', 'Query'] }),
  callRow(
    refundPayment,
    { table: PAY_TABLE, secrets: ['stripe-secret-key'] },
    { timeoutSeconds: LONG_CALL_SECONDS },
  ),
  callRow(getVapidKey, { secrets: ['vapid-private-key'] }),
  callRow(
    subscribePush,
    { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
    { settings: ['EVENT_PEOPLE_LIMIT', 'PUSH_ORIGINS'] },
  ),
  callRow(unsubscribePush, { table: ['UpdateItem', 'DeleteItem'], indexes: ['gsi4'] }),
  ...mediaCalls,
];

/** Every call of the contract. */
export const endpoints: readonly Endpoint[] = calls.flatMap(({ trigger }) =>
  trigger.kind === 'http' ? [trigger.endpoint] : [],
);
