import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { messages } from '../messages.ts';

/** Also the guest card's schema. */
export const createGuestBody = z.object({
  name: z
    .string(messages.guestNameRequired)
    .check(
      z.trim(),
      z.minLength(1, messages.guestNameRequired),
      z.maxLength(100, 'Use at most 100 characters.'),
    ),
  email: z.nullish(
    z.union(
      [z.literal(''), z.email().check(z.maxLength(254))],
      'Use an e-mail address like name@example.com, or leave it empty.',
    ),
  ),
});

export const createGuest = defineEndpoint({
  id: 'create-guest',
  method: 'POST',
  path: '/api/guests',
  summary: 'Registers a guest. The token is told once and only its hash is stored.',
  audience: 'anyone',
  body: createGuestBody,
  replies: {
    201: z.object({
      id: z.string(),
      name: z.string(),
      token: z.string(),
      email: z.nullable(z.string()),
    }),
  },
});
