import { getArchive, measureArchive, startArchive } from '../../shared/contract/downloads.ts';
import { answers, viewing } from './access-answers.ts';
import type { CallSample } from './sample.ts';

const UNKNOWN_ARCHIVE = `arc_${'a'.repeat(26)}`;

export const downloadSamples: readonly CallSample[] = [
  {
    endpoint: startArchive,
    caller: 'guest',
    request: ({ eventId, identity }) => ({ params: { eventId }, body: { ...identity } }),
    tableRequests: '1 BatchGet, 4 Update, 3 Get, 1 Query',
    access: [{ answers: viewing() }],
    // It is answered although it could not be counted.
    withMockedAws: { isLenient: true },
  },
  {
    endpoint: measureArchive,
    caller: 'guest',
    request: ({ eventId, identity }) => ({ params: { eventId }, query: { ...identity } }),
    tableRequests: '3 Query, 1 Update, 2 BatchGet, 4 Get',
    access: [{ answers: viewing() }],
    withMockedAws: { isLenient: true },
  },
  {
    endpoint: getArchive,
    caller: 'participant',
    request: async ({ eventId, archiveId, identity }) => ({
      params: { eventId, archiveId: await archiveId() },
      query: { ...identity },
    }),
    tableRequests: '1 BatchGet, 2 Get, 1 Query',
    access: [
      {
        name: "the owner's",
        answers: answers(
          `public unlisted | free      | 200 404 404 404 403 | 404 403 404 401
           public unlisted | unpaid    | 200 404 402 402 403 | 402 403 402 401
           public unlisted | paid      | 200 404 404 404 403 | 404 403 402 401
           private         | free paid | 200 404 404 404 403 | 401 403 401 401
           private         | unpaid    | 200 404 402 402 403 | 401 403 401 401`,
        ),
      },
      {
        name: 'one that nobody asked for',
        request: ({ eventId, identity }) => ({
          params: { eventId, archiveId: UNKNOWN_ARCHIVE },
          query: { ...identity },
        }),
        answers: viewing('404'),
      },
    ],
  },
];
