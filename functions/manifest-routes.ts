import { deleteUser, getUser, login, loginCallback, logout } from '../shared/contract/auth.ts';
import { describeApi } from '../shared/contract/description.ts';
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
import {
  createCheckout,
  getPaymentStatus,
  listPayments,
  refundPayment,
  stripeWebhook,
} from '../shared/contract/payments.ts';
import { blockPerson, listPeople, restorePerson } from '../shared/contract/people.ts';
import { getVapidKey, subscribePush, unsubscribePush } from '../shared/contract/push.ts';
import type { Endpoint } from '../shared/contract/endpoint.ts';
import type { FunctionRow } from './manifest-row.ts';
import { mediaRoutes } from './manifest-media-routes.ts';
import { route } from './manifest-route.ts';

/** Bringing a payment to what Stripe says: the row, the payer's access, the event's totals, the delivery's id. */
const PAY_TABLE = ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] as const;

/** Answers what no route takes, so that an unknown address is refused in the same words as everything else. */
export const unmatched: FunctionRow = {
  id: 'answer-unmatched',
  entry: 'functions/http/answer-unmatched.ts',
  trigger: { kind: 'unmatched' },
  grants: {},
  memoryMb: 512,
  timeoutSeconds: 15,
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
  ...mediaRoutes,
];

/** Every call of the contract that stands. */
export const endpoints: readonly Endpoint[] = routes.flatMap(({ trigger }) =>
  trigger.kind === 'http' ? [trigger.endpoint] : [],
);
