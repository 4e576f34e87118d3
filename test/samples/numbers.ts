import { getNumbers } from '../../shared/contract/numbers.ts';
import { managing } from './access-answers.ts';
import type { CallSample } from './sample.ts';

export const numbersSamples: readonly CallSample[] = [
  {
    endpoint: getNumbers,
    caller: 'owner',
    request: ({ eventId }) => ({ params: { eventId } }),
    tableRequests: '1 TransactWrite, 1 Update, 2 BatchGet, 3 Get, 5 Query',
    access: [{ answers: managing() }],
    // Lists are read once in a while, however often they are asked for.
    withMockedAws: { isLenient: true },
  },
];
