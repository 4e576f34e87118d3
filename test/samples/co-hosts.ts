import {
  acceptCoHostLink,
  createCoHostLink,
  dismissCoHost,
  handOverEvent,
  nameCoHost,
  revokeCoHostLinks,
} from '../../shared/contract/co-hosts.ts';
import { answers, owning } from './access-answers.ts';
import type { CallSample, SampleWorld } from './sample.ts';

const ofEvent = ({ eventId }: SampleWorld) => ({ params: { eventId } });

export const coHostSamples: readonly CallSample[] = [
  {
    endpoint: nameCoHost,
    caller: 'owner',
    request: async ({ newEventId, participantId }) => ({
      params: { eventId: await newEventId(), personId: participantId },
    }),
    tableRequests: '1 BatchGet, 1 TransactWrite, 1 Update, 3 Get',
    // The other access tests still need the people as they are, and an account makes few events an hour.
    access: [
      {
        request: ({ eventId, coHostId }) => ({ params: { eventId, personId: coHostId } }),
        answers: owning('204'),
      },
    ],
  },
  {
    endpoint: dismissCoHost,
    caller: 'owner',
    request: async ({ newEventId, coHostId }) => ({
      params: { eventId: await newEventId(), personId: coHostId },
    }),
    tableRequests: '1 BatchGet, 1 TransactWrite, 1 Update, 2 Get',
    access: [
      {
        request: ({ eventId, participantId }) => ({ params: { eventId, personId: participantId } }),
        answers: owning('204'),
      },
    ],
  },
  {
    endpoint: createCoHostLink,
    caller: 'owner',
    request: async ({ newEventId }) => ({ params: { eventId: await newEventId() } }),
    tableRequests: '1 BatchGet, 1 Get, 1 TransactWrite, 1 Update',
    access: [{ request: ofEvent, answers: owning('201') }],
  },
  {
    endpoint: acceptCoHostLink,
    caller: 'newcomer',
    request: async ({ newCoHostLink }) => {
      const { eventId, code } = await newCoHostLink();
      return { params: { eventId }, body: { code } };
    },
    tableRequests: '1 BatchGet, 1 TransactWrite, 1 Update, 2 Get',
    // Whoever may become a co-host is told that this is no link.
    access: [
      {
        request: ({ eventId }) => ({ params: { eventId }, body: { code: 'none' } }),
        answers: answers('any | any | 409 409 409 409 403 | 401 403 401 401'),
      },
    ],
  },
  {
    endpoint: revokeCoHostLinks,
    caller: 'owner',
    request: async ({ newCoHostLink }) => ({ params: { eventId: (await newCoHostLink()).eventId } }),
    tableRequests: '1 BatchGet, 1 BatchWrite, 1 Get, 1 Query, 1 Update',
    access: [{ request: ofEvent, answers: owning() }],
  },
  {
    endpoint: handOverEvent,
    caller: 'owner',
    request: async ({ newEventId, coHostId, eventName }) => ({
      params: { eventId: await newEventId() },
      body: { userId: coHostId, eventName },
    }),
    tableRequests: '1 Get, 1 TransactWrite, 1 Update, 2 BatchGet',
    // The owner is told that this is not the event's name.
    access: [
      {
        request: ({ eventId, coHostId }) => ({
          params: { eventId },
          body: { userId: coHostId, eventName: 'Another' },
        }),
        answers: owning('400'),
      },
    ],
  },
];
