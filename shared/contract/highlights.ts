import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { mediaView } from './entities.ts';
import { eventId, optionalGuestCredentials } from './ids.ts';

const params = z.object({ eventId });

/** A picked photo. `score` is 0 to 100 with at most 2 decimals, `reason` one plain sentence. */
const highlightView = z.extend(mediaView, {
  score: z.number().check(z.minimum(0), z.maximum(100)),
  reason: z.string(),
});
export type HighlightView = z.output<typeof highlightView>;

export const listHighlights = defineEndpoint({
  id: 'list-highlights',
  method: 'GET',
  path: '/api/events/{eventId}/highlights',
  summary: "The event's highlights that are approved now, best first; empty while none are picked.",
  audience: 'anyone',
  params,
  query: optionalGuestCredentials,
  replies: { 200: z.array(highlightView) },
});

export const calculateHighlights = defineEndpoint({
  id: 'calculate-highlights',
  method: 'POST',
  path: '/api/events/{eventId}/highlights/calculate',
  summary: "Picks the event's highlights anew from at least 3 approved photos; the hosts only.",
  audience: 'user',
  params,
  replies: { 200: z.array(highlightView) },
});
