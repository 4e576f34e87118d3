import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { mediaId, optionalGuestCredentials } from './ids.ts';

const params = z.object({ mediaId });
const votes = z.object({ count: z.int(), hasVoted: z.boolean() });

export const getVotes = defineEndpoint({
  id: 'get-votes',
  method: 'GET',
  path: '/api/media/{mediaId}/votes',
  summary: 'Votes of one item. A guest id without a token is enough here.',
  audience: 'anyone',
  params,
  query: optionalGuestCredentials,
  replies: { 200: votes },
});

export const castVote = defineEndpoint({
  id: 'cast-vote',
  method: 'POST',
  path: '/api/media/{mediaId}/vote',
  summary: 'One vote per voter and item.',
  audience: 'person',
  params,
  body: optionalGuestCredentials,
  replies: { 200: votes },
});

export const withdrawVote = defineEndpoint({
  id: 'withdraw-vote',
  method: 'DELETE',
  path: '/api/media/{mediaId}/vote',
  summary: "Takes the caller's vote back; nothing changes where there is none.",
  audience: 'person',
  params,
  query: optionalGuestCredentials,
  replies: { 200: votes },
});
