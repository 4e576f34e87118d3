import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { INSTANT, instant } from './entities.ts';
import { eventId, guestId, userId } from './ids.ts';
import { lines, word } from './text.ts';

const WEEK_MINUTES = 7 * 24 * 60;

/** A person of an event as its hosts see them. */
const personView = z.object({
  id: z.string(),
  kind: z.enum(['user', 'guest']),
  /** Null for somebody who deleted their account. */
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  standing: z.enum(['owner', 'co-host', 'participant', 'visitor', 'guest']),
  isBlocked: z.boolean(),
  /** For the owner only: co-hosts see no money. */
  hasPaid: z.nullable(z.boolean()),
  uploadCount: z.int(),
  since: instant,
});
export type PersonView = z.output<typeof personView>;

export const listPeople = defineEndpoint({
  id: 'list-people',
  method: 'GET',
  path: '/api/events/{eventId}/people',
  summary:
    'Who has to do with the event; its hosts only. By pages. A page of a search holds who was found among the next people, possibly nobody.',
  audience: 'user',
  params: z.object({ eventId }),
  query: z.object({
    cursor: z.optional(word(200)),
    /** Part of a name or an e-mail address, without regard to case and accents. */
    q: z.optional(lines(100)),
    /** Only the co-hosts, all of them. */
    standing: z.optional(z.enum(['co-host'])),
  }),
  replies: { 200: z.array(personView) },
});

const personParams = z.object({ eventId, personId: z.union([userId, guestId]) });

export const blockPerson = defineEndpoint({
  id: 'block-person',
  method: 'DELETE',
  path: '/api/events/{eventId}/people/{personId}',
  summary:
    'Removes somebody from the event; their media stays. Its hosts only, and a co-host its owner only.',
  audience: 'user',
  params: personParams,
  replies: { 204: null },
});

export const restorePerson = defineEndpoint({
  id: 'restore-person',
  method: 'POST',
  path: '/api/events/{eventId}/people/{personId}/restore',
  summary: 'Takes a removal back. The hosts only.',
  audience: 'user',
  params: personParams,
  replies: { 204: null },
});

export const removeIdlePeople = defineEndpoint({
  id: 'remove-idle-people',
  method: 'POST',
  path: '/api/events/{eventId}/people/remove-idle',
  summary:
    'Removes everybody who has neither uploads nor payments in the event, with their votes, a batch a call. Nobody is blocked: they may come again. The hosts only.',
  audience: 'user',
  params: z.object({ eventId }),
  body: z.object({
    /** Where the previous call ended. Without it, this one starts at the beginning. */
    cursor: z.optional(word(200)),
    /** Changes nothing. */
    countOnly: z._default(z.boolean(), false),
  }),
  /** How many people this call removed or counted; and the cursor of the next call, null after the last one. */
  replies: { 200: z.object({ people: z.int(), cursor: z.nullable(z.string()) }) },
});

export const blockRecentGuests = defineEndpoint({
  id: 'block-recent-guests',
  method: 'POST',
  path: '/api/events/{eventId}/people/block-recent',
  summary:
    'Removes all guests who joined since an instant, a batch a call, as if one by one: what they uploaded stays, and each can be restored. Nobody with an account, nor who has paid or begun to. The hosts only.',
  audience: 'user',
  params: z.object({ eventId }),
  body: z.object({
    /** When they joined: since an instant, or in the last minutes before the call, by the server's clock. */
    joined: z.union([
      z.object({ since: word(24).check(z.regex(INSTANT)) }),
      z.object({ lastMinutes: z.int().check(z.gte(1), z.lte(WEEK_MINUTES)) }),
    ]),
    /** Where the previous call ended. Without it, this one starts at the beginning. */
    cursor: z.optional(word(200)),
    /** Changes nothing. */
    countOnly: z._default(z.boolean(), false),
  }),
  /** How many people this call removed or counted; since when, for the next call; and its cursor, null after the last one. */
  replies: { 200: z.object({ people: z.int(), since: instant, cursor: z.nullable(z.string()) }) },
});
