import { castVote, getVotes, withdrawVote } from '../../shared/contract/votes.ts';
import { viewing, voting } from './access-answers.ts';
import type { CallSample } from './sample.ts';

export const voteSamples: readonly CallSample[] = [
  {
    endpoint: getVotes,
    caller: 'participant',
    request: ({ mediaId, identity }) => ({ params: { mediaId }, query: { ...identity } }),
    tableRequests: '1 BatchGet, 3 Get, 1 Query',
    access: [{ answers: viewing() }],
  },
  {
    endpoint: castVote,
    caller: 'other guest',
    request: ({ mediaId, identity }) => ({ params: { mediaId }, body: { ...identity } }),
    tableRequests: '1 BatchGet, 1 TransactWrite, 3 Update, 2 Get, 1 Query',
    // A vote that is written is no failure, even if its item cannot be brought in line at once.
    withMockedAws: { isLenient: true },
    access: [{ answers: voting() }],
  },
  {
    endpoint: withdrawVote,
    caller: 'guest',
    request: ({ mediaId, identity }) => ({ params: { mediaId }, query: { ...identity } }),
    tableRequests: '1 BatchGet, 1 TransactWrite, 3 Update, 2 Get, 1 Query',
    // A vote that is written is no failure, even if its item cannot be brought in line at once.
    withMockedAws: { isLenient: true },
    access: [{ answers: voting() }],
  },
];
