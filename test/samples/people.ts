import {
  blockPerson,
  blockRecentGuests,
  listPeople,
  removeIdlePeople,
  restorePerson,
} from '../../shared/contract/people.ts';
import { managing } from './access-answers.ts';
import type { CallSample, SampleWorld } from './sample.ts';

const aPerson = ({ eventId, bystanderId }: SampleWorld) => ({ params: { eventId, personId: bystanderId } });

export const peopleSamples: readonly CallSample[] = [
  {
    endpoint: listPeople,
    caller: 'owner',
    request: ({ eventId }) => ({ params: { eventId } }),
    tableRequests: '1 Get, 2 Query, 1 Update, 2 BatchGet',
    access: [{ answers: managing() }],
  },
  {
    endpoint: blockPerson,
    caller: 'owner',
    request: aPerson,
    tableRequests: '1 BatchGet, 2 Query, 1 TransactWrite, 1 Update, 2 Get',
    access: [{ answers: managing('204') }],
  },
  {
    endpoint: restorePerson,
    caller: 'owner',
    request: aPerson,
    tableRequests: '1 BatchGet, 1 Update, 2 Get, 1 Query',
    access: [{ answers: managing('204') }],
  },
  {
    endpoint: removeIdlePeople,
    caller: 'owner',
    request: async ({ newEventId }) => ({ params: { eventId: await newEventId() }, body: {} }),
    tableRequests: '1 BatchGet, 1 Get, 13 Query, 2 Update, 4 TransactWrite',
    // The other access tests still need the people.
    access: [
      {
        request: ({ eventId }) => ({ params: { eventId }, body: { countOnly: true } }),
        answers: managing(),
      },
    ],
  },
  {
    endpoint: blockRecentGuests,
    caller: 'owner',
    request: async ({ newEventId }) => ({
      params: { eventId: await newEventId() },
      body: { joined: { lastMinutes: 60 } },
    }),
    tableRequests: '1 BatchGet, 1 Get, 2 Query, 1 TransactWrite, 1 Update',
    // The other access tests still need the people.
    access: [
      {
        request: ({ eventId }) => ({
          params: { eventId },
          body: { joined: { lastMinutes: 60 }, countOnly: true },
        }),
        answers: managing(),
      },
    ],
  },
];
