import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { eventId } from './ids.ts';

export const eventPicture = defineEndpoint({
  id: 'event-picture',
  method: 'GET',
  path: '/api/events/{eventId}/picture',
  summary: "A public event's most liked photo, for previews of its link; 404 for every other event.",
  audience: 'none',
  params: z.object({ eventId }),
  replies: { 302: null },
});
