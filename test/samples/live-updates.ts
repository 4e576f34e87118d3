import { issueLiveTicket } from '../../shared/contract/live-updates.ts';
import { viewing } from './access-answers.ts';
import type { CallSample } from './sample.ts';

export const liveUpdateSamples: readonly CallSample[] = [
  {
    endpoint: issueLiveTicket,
    caller: 'guest',
    request: ({ eventId, identity }) => ({ params: { eventId }, body: { ...identity } }),
    tableRequests: '1 BatchGet, 1 Put, 2 Update, 2 Get',
    access: [{ answers: viewing('201') }],
  },
];
