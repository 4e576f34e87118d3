import { calculateHighlights, listHighlights } from '../../shared/contract/highlights.ts';
import { managing, viewing } from './access-answers.ts';
import type { CallSample } from './sample.ts';

export const highlightSamples: readonly CallSample[] = [
  {
    endpoint: listHighlights,
    caller: 'participant',
    request: ({ eventId, identity }) => ({ params: { eventId }, query: { ...identity } }),
    tableRequests: '2 Get, 3 BatchGet, 1 Query',
    access: [{ answers: viewing() }],
  },
  {
    endpoint: calculateHighlights,
    caller: 'owner',
    request: ({ eventId }) => ({ params: { eventId } }),
    tableRequests: '1 TransactWrite, 1 Update, 2 Get, 3 Query, 3 BatchGet',
    access: [{ answers: managing() }],
    withMockedAws: { signsNothing: true },
  },
];
