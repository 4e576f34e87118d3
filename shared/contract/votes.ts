import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { mediaId } from './ids.ts';

const params = z.object({ mediaId });
const votes = z.object({ count: z.int(), hasVoted: z.boolean() });

export const getVotes = defineEndpoint({
  id: 'get-votes',
  method: 'GET',
  path: '/api/media/{mediaId}/votes',
  summary: 'Votes of one item. A guest id without a token is enough here.',
  audience: 'anyone',
  params,
  query: z.object({ guestId: z.optional(z.string()), token: z.optional(z.string()) }),
  replies: { 200: votes },
});

export const castVote = defineEndpoint({
  id: 'cast-vote',
  method: 'POST',
  path: '/api/media/{mediaId}/vote',
  summary: 'One vote per voter and item.',
  audience: 'person',
  params,
  body: z.object({ guestId: z.optional(z.string()), token: z.optional(z.string()) }),
  replies: { 200: votes },
});

export const withdrawVote = defineEndpoint({
  id: 'withdraw-vote',
  method: 'DELETE',
  path: '/api/media/{mediaId}/vote',
  summary: "Takes the caller's vote back; nothing changes where there is none.",
  audience: 'person',
  params,
  query: z.object({ guestId: z.optional(z.string()), token: z.optional(z.string()) }),
  replies: { 200: votes },
});
