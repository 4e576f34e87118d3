import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { userView } from './entities.ts';
import { erasureQuery } from './guests.ts';
import { word } from './text.ts';

export const getUser = defineEndpoint({
  id: 'get-user',
  method: 'GET',
  path: '/api/auth/user',
  summary: 'Who is signed in; 401 where nobody is.',
  audience: 'user',
  replies: { 200: userView },
});

/** A person's browser comes here by a link: an address that is none leads home. */
const returnTo = z.string().check(z.overwrite((text) => word(1024).safeParse(text).data ?? '/'));

export const login = defineEndpoint({
  id: 'login',
  method: 'GET',
  path: '/api/login',
  summary: 'Starts sign-in; the browser navigates here.',
  audience: 'none',
  query: z.object({ returnTo: z.optional(returnTo) }),
  replies: { 302: null },
});

export const loginCallback = defineEndpoint({
  id: 'login-callback',
  method: 'GET',
  path: '/api/login/callback',
  summary: 'Where the identity provider sends the browser back to.',
  audience: 'none',
  query: z.object({}),
  replies: { 302: null },
});

export const logout = defineEndpoint({
  id: 'logout',
  method: 'GET',
  path: '/api/logout',
  summary: 'Ends the session; the browser navigates here.',
  audience: 'none',
  replies: { 302: null },
});

export const deleteSessions = defineEndpoint({
  id: 'delete-sessions',
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary: 'Signs the signed-in person out everywhere: ends this session and all of their others.',
  audience: 'user',
  replies: { 204: null },
});

export const deleteUser = defineEndpoint({
  id: 'delete-user',
  method: 'DELETE',
  path: '/api/auth/user',
  summary: "Deletes the signed-in person's account; 409 while they own events.",
  audience: 'user',
  query: z.object(erasureQuery),
  replies: { 204: null },
});
