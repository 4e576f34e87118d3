import { claimGuest, createGuest, deleteGuest } from '../../shared/contract/guests.ts';
import { answers, signedIn } from './access-answers.ts';
import type { CallSample } from './sample.ts';

export const guestSamples: readonly CallSample[] = [
  {
    endpoint: createGuest,
    caller: 'anonymous',
    request: () => ({ body: { name: 'Grace', email: 'grace@example.com' } }),
    tableRequests: '1 Put, 1 Update',
    access: [{ answers: answers('public | free | 201 201 201 201 201 | 201 201 201 401') }],
  },
  {
    endpoint: claimGuest,
    caller: 'participant',
    request: async ({ newGuest }) => ({ body: await newGuest() }),
    tableRequests: '1 Update, 2 TransactWrite, 3 BatchGet, 3 Get, 6 Query',
    access: [{ answers: signedIn() }],
  },
  {
    endpoint: deleteGuest,
    caller: 'other guest',
    request: ({ identity }) => ({ params: { guestId: identity?.guestId ?? '' }, query: { media: 'keep' } }),
    tableRequests: '1 Get, 2 Update',
    access: [
      {
        name: 'somebody else',
        request: ({ bystanderId }) => ({ params: { guestId: bystanderId } }),
        answers: answers('public | free | 401 401 401 401 401 | 403 403 401 401'),
      },
    ],
  },
];
