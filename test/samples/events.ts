import {
  createEvent,
  deleteEvent,
  getEvent,
  joinEvent,
  listEvents,
  listPublicEvents,
  updateEvent,
} from '../../shared/contract/events.ts';
import { answers, managing, owning, signedIn } from './access-answers.ts';
import type { CallSample } from './sample.ts';

export const eventSamples: readonly CallSample[] = [
  {
    endpoint: createEvent,
    caller: 'participant',
    request: () => ({
      body: {
        name: 'Whole',
        description: 'Everything is said.',
        date: '2026-06-30',
        eventType: 'wedding',
        privacy: 'unlisted',
        moderationEnabled: true,
        isPaid: true,
        price: '12.50',
        currency: 'usd',
      },
    }),
    tableRequests: '1 Get, 1 TransactWrite, 1 Update',
    access: [{ answers: signedIn('201') }],
  },
  {
    endpoint: listEvents,
    caller: 'participant',
    tableRequests: '1 BatchGet, 1 Get, 1 Query, 1 Update',
    access: [{ answers: signedIn() }],
  },
  {
    endpoint: listPublicEvents,
    caller: 'anonymous',
    request: () => ({ query: { limit: '2' } }),
    tableRequests: '1 BatchGet, 1 Query',
    withMockedAws: { isLenient: true },
    access: [{ answers: answers('public | free | 200 200 200 200 200 | 200 200 200 401') }],
  },
  {
    endpoint: getEvent,
    caller: 'owner',
    request: ({ eventId }) => ({ params: { eventId } }),
    tableRequests: '1 BatchGet, 1 Get, 1 Query',
    access: [
      {
        answers: answers(
          `public unlisted | any | 200 200 200 200 403 | 200 403 200 401
           private         | any | 200 200 200 200 403 | 401 403 401 401`,
        ),
      },
    ],
  },
  {
    endpoint: updateEvent,
    caller: 'owner',
    request: ({ eventId }) => ({ params: { eventId }, body: { description: 'Changed' } }),
    tableRequests: '1 BatchGet, 1 Get, 2 Update, 1 Query',
    access: [{ answers: managing() }],
  },
  {
    endpoint: deleteEvent,
    caller: 'owner',
    request: async ({ newEventId }) => ({ params: { eventId: await newEventId() } }),
    tableRequests: '1 BatchGet, 1 Get, 2 Update, 1 Query',
    access: [{ answers: owning('204') }],
  },
  {
    endpoint: joinEvent,
    caller: 'newcomer',
    request: async ({ newEventId }) => ({ params: { eventId: await newEventId() } }),
    tableRequests: '2 BatchGet, 1 TransactWrite, 3 Update, 1 Get, 1 Query',
    access: [{ answers: answers('any | any | 409 409 409 201 403 | 401 403 401 401') }],
  },
];
