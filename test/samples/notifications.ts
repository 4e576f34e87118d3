import { getVapidKey, subscribePush, unsubscribePush } from '../../shared/contract/notifications.ts';
import { answers } from './access-answers.ts';
import type { CallSample } from './sample.ts';

const forEverybody = answers('public | free | 200 200 200 200 200 | 200 200 200 200');

export const notificationSamples: readonly CallSample[] = [
  { endpoint: getVapidKey, caller: 'anonymous', tableRequests: '', access: [{ answers: forEverybody }] },
  {
    endpoint: subscribePush,
    caller: 'guest',
    request: ({ eventId, subscription, identity }) => ({ body: { eventId, subscription, ...identity } }),
    tableRequests: '1 TransactWrite, 2 BatchGet, 3 Get, 3 Update, 1 Query',
    access: [
      {
        answers: answers(
          `public unlisted | any | ok ok ok ok 403 | ok  403 401 401
           private         | any | ok ok ok ok 403 | 401 403 401 401`,
          '201',
        ),
      },
    ],
  },
  {
    endpoint: unsubscribePush,
    caller: 'anonymous',
    request: ({ subscription: { endpoint } }) => ({ body: { endpoint } }),
    tableRequests: '1 Get, 1 Query, 1 TransactWrite',
    access: [{ answers: forEverybody }],
  },
];
