import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { instant, role } from './entities.ts';
import { eventId, guestId, guestToken, userId } from './ids.ts';
import { credential, line } from './text.ts';

const params = z.object({ eventId });
const personParams = z.object({ eventId, personId: z.union([userId, guestId]) });

export const nameCoHost = defineEndpoint({
  id: 'name-co-host',
  method: 'POST',
  path: '/api/events/{eventId}/people/{personId}/co-host',
  summary: 'Makes a person of the event a co-host, who has to have an account. The owner only.',
  audience: 'user',
  params: personParams,
  replies: { 204: null },
});

export const dismissCoHost = defineEndpoint({
  id: 'dismiss-co-host',
  method: 'DELETE',
  path: '/api/events/{eventId}/people/{personId}/co-host',
  summary: 'Makes a co-host an ordinary participant. The owner only.',
  audience: 'user',
  params: personParams,
  replies: { 204: null },
});

export const createCoHostLink = defineEndpoint({
  id: 'create-co-host-link',
  method: 'POST',
  path: '/api/events/{eventId}/co-host-links',
  summary: 'Makes a link by which one person becomes a co-host, within 7 days. The owner only.',
  audience: 'user',
  params,
  /** The link's code is told this once. */
  replies: { 201: z.object({ code: guestToken, expiresAt: instant }) },
});

export const revokeCoHostLinks = defineEndpoint({
  id: 'revoke-co-host-links',
  method: 'DELETE',
  path: '/api/events/{eventId}/co-host-links',
  summary: 'Ends all links for co-hosts that nobody has used. The owner only.',
  audience: 'user',
  params,
  /** How many could still have been used. */
  replies: { 200: z.object({ revoked: z.int() }) },
});

export const acceptCoHostLink = defineEndpoint({
  id: 'accept-co-host-link',
  method: 'POST',
  path: '/api/events/{eventId}/co-host-links/accept',
  summary: 'Makes the signed-in caller a co-host by a link, which works once.',
  audience: 'user',
  params,
  body: z.object({ code: credential }),
  replies: { 201: z.object({ role }) },
});

export const handOverEvent = defineEndpoint({
  id: 'hand-over-event',
  method: 'POST',
  path: '/api/events/{eventId}/owner',
  summary: 'Makes a co-host the owner of the event, and its owner a co-host. The owner only.',
  audience: 'user',
  params,
  body: z.object({
    userId,
    /** The event's name, typed to confirm. */
    eventName: line({ message: 'Type the name of the event.', max: 200 }),
    /** `payments`: also where people have paid. Without it, that is a 409. */
    confirm: z.optional(z.enum(['payments'])),
  }),
  replies: { 204: null },
});
