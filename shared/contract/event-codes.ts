import * as z from 'zod/mini';
import { CODE_LETTERS } from '../values/event-code.ts';
import { defineEndpoint } from './endpoint.ts';
import { eventId } from './ids.ts';

/** Eight capital letters. */
const eventCode = z.string().check(z.regex(new RegExp(`^[${CODE_LETTERS}]{8}$`)));

export const issueEventCode = defineEndpoint({
  id: 'issue-event-code',
  method: 'PUT',
  path: '/api/events/{eventId}/code',
  summary:
    "The event's code, which is made when it is first asked for; the hosts only, and of no private event.",
  audience: 'user',
  params: z.object({ eventId }),
  replies: { 200: z.object({ code: eventCode }) },
});

export const findEventByCode = defineEndpoint({
  id: 'find-event-by-code',
  method: 'GET',
  path: '/api/codes/{code}',
  summary: 'Which event has a code. That of a private event is unknown.',
  audience: 'none',
  params: z.object({ code: eventCode }),
  replies: { 200: z.object({ eventId }) },
});
