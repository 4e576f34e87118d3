import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { messages } from '../messages.ts';
import { guestId, optionalGuestCredentials } from './ids.ts';
import { credential, line } from './text.ts';

/** Every part of the union has it: where the type of one part fits, zod reports its message instead of the union's. */
const wrongEmail = 'Use an e-mail address like name@example.com, or leave it empty.';

/** Also the guest card's schema. */
export const createGuestBody = z.object({
  name: line({ message: messages.guestNameRequired, max: 100 }),
  email: z.nullish(
    z.union([z.literal(''), z.email(wrongEmail).check(z.maxLength(254, wrongEmail))], wrongEmail),
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

export const claimGuest = defineEndpoint({
  id: 'claim-guest',
  method: 'POST',
  path: '/api/guests/claim',
  summary: "Moves a guest's votes, media and payments to the signed-in account and retires the guest.",
  audience: 'user',
  body: z.object({ guestId: credential, token: credential }),
  replies: { 200: z.object({ claimed: z.boolean() }) },
});

/** `media=delete` also deletes what the person uploaded; otherwise it stays without a name. */
export const erasureQuery = {
  media: z._default(z.enum(['keep', 'delete']), 'keep'),
};

export const deleteGuest = defineEndpoint({
  id: 'delete-guest',
  method: 'DELETE',
  path: '/api/guests/{guestId}',
  summary: "Deletes a guest's data; with the guest's own token.",
  audience: 'guest',
  params: z.object({ guestId }),
  query: z.object({
    ...optionalGuestCredentials.shape,
    ...erasureQuery,
  }),
  replies: { 204: null },
});
