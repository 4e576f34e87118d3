import { issueEventCode, findEventByCode } from '../../shared/contract/event-codes.ts';
import { answers } from './access-answers.ts';
import type { CallSample } from './sample.ts';

export const eventCodeSamples: readonly CallSample[] = [
  {
    endpoint: issueEventCode,
    caller: 'owner',
    request: async ({ newEventId }) => ({ params: { eventId: await newEventId() } }),
    tableRequests: '1 BatchGet, 1 Get, 1 TransactWrite, 1 Update',
    access: [
      {
        request: ({ eventId }) => ({ params: { eventId } }),
        answers: answers(
          `public unlisted | any | 200 200 403 403 403 | 401 403 401 401
           private         | any | 409 409 403 403 403 | 401 403 401 401`,
        ),
      },
    ],
  },
  {
    endpoint: findEventByCode,
    caller: 'anonymous',
    request: async ({ eventCode }) => ({ params: { code: await eventCode() } }),
    tableRequests: '2 Get, 2 Update',
    access: [{ answers: answers('public | free | 200 200 200 200 200 | 200 200 200 200') }],
  },
];
