import * as z from 'zod/mini';
import { NUMBER_STEPS } from '../values/number-steps.ts';
import { defineEndpoint, type ReplyOf } from './endpoint.ts';
import { instant, mediaView } from './entities.ts';
import { eventId } from './ids.ts';

/** What came within one step of time, in UTC. Steps in which nothing came are left out. */
const point = z.object({
  /** When the step begins. */
  at: instant,
  items: z.int(),
  /** People who took a place. */
  people: z.int(),
});

const sender = z.object({
  id: z.string(),
  kind: z.enum(['user', 'guest']),
  /** Null for somebody who deleted their account. */
  name: z.nullable(z.string()),
  itemCount: z.int(),
});

const downloads = z.object({
  /** People who asked for a ZIP of the gallery, and those who did in each size of photos. */
  all: z.object({ people: z.int(), full: z.int(), chat: z.int() }),
  /** How often single items were downloaded, and by how many people. */
  single: z.object({ times: z.int(), people: z.int() }),
});

export const getNumbers = defineEndpoint({
  id: 'get-numbers',
  method: 'GET',
  path: '/api/events/{eventId}/numbers',
  summary:
    'The event in numbers: what came when, from whom, what is liked most, and how many downloaded; approved items and those that wait. Up to five minutes old. The hosts only.',
  audience: 'user',
  params: z.object({ eventId }),
  replies: {
    200: z.object({
      /** When it was counted; what is liked most, and downloads, are as of now. */
      asOf: instant,
      itemCount: z.int(),
      /** Null for galleries so large that only the first items were looked at. */
      photoCount: z.nullable(z.int()),
      videoCount: z.nullable(z.int()),
      /** Who sent these items. */
      senderCount: z.int(),
      /** Who has a place in the event, beside its owner. */
      peopleCount: z.int(),
      step: z.enum(NUMBER_STEPS),
      points: z.array(point),
      /** Who sent most, at most ten. */
      senders: z.array(sender),
      /** The most voted, at most six. */
      topItems: z.array(mediaView),
      /** Where fewer than three have votes: the newest approved ones, at most six. */
      newestItems: z.array(mediaView),
      /** By others than the owner. Of people without a name a network counts as one for a day. */
      downloads,
    }),
  },
});
export type EventNumbers = ReplyOf<typeof getNumbers>;
