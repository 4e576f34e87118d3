import {
  acceptCoHostLink,
  createCoHostLink,
  dismissCoHost,
  handOverEvent,
  nameCoHost,
  revokeCoHostLinks,
} from '../../shared/contract/co-hosts.ts';
import { answers, owning } from './access-answers.ts';
import type { CallSample } from './sample.ts';

export const coHostSamples: readonly CallSample[] = [
  {
    endpoint: nameCoHost,
    caller: 'owner',
    request: async ({ newEventId, participantId }) => ({
      params: { eventId: await newEventId(), personId: participantId },
    }),
    tableRequests: '1 BatchGet, 1 TransactWrite, 1 Update, 3 Get',
    access: [{ answers: owning('204') }],
  },
  {
    endpoint: dismissCoHost,
    caller: 'owner',
    request: async ({ newEventId, coHostId }) => ({
      params: { eventId: await newEventId(), personId: coHostId },
    }),
    tableRequests: '1 BatchGet, 1 TransactWrite, 1 Update, 2 Get',
    access: [{ answers: owning('204') }],
  },
  {
    endpoint: createCoHostLink,
    caller: 'owner',
    request: async ({ newEventId }) => ({ params: { eventId: await newEventId() } }),
    tableRequests: '1 BatchGet, 1 Get, 1 TransactWrite, 1 Update',
    access: [{ answers: owning('201') }],
  },
  {
    endpoint: acceptCoHostLink,
    caller: 'newcomer',
    request: async ({ newCoHostLink }) => {
      const { eventId, code } = await newCoHostLink();
      return { params: { eventId }, body: { code } };
    },
    tableRequests: '1 BatchGet, 1 TransactWrite, 1 Update, 2 Get',
    access: [{ answers: answers('any | any | 409 409 201 201 403 | 401 403 401 401') }],
  },
  {
    endpoint: revokeCoHostLinks,
    caller: 'owner',
    request: async ({ newCoHostLink }) => ({ params: { eventId: (await newCoHostLink()).eventId } }),
    tableRequests: '1 BatchGet, 1 BatchWrite, 1 Get, 1 Query, 1 Update',
    access: [{ answers: owning() }],
  },
  {
    endpoint: handOverEvent,
    caller: 'owner',
    request: async ({ newEventId, coHostId, eventName }) => ({
      params: { eventId: await newEventId() },
      body: { userId: coHostId, eventName },
    }),
    tableRequests: '1 Get, 1 TransactWrite, 1 Update, 2 BatchGet',
    access: [{ answers: owning('204') }],
  },
];
