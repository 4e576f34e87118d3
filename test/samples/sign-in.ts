import {
  deleteSessions,
  deleteUser,
  getUser,
  login,
  loginCallback,
  logout,
} from '../../shared/contract/sign-in.ts';
import { signedIn } from './access-answers.ts';
import type { CallSample } from './sample.ts';

export const signInSamples: readonly CallSample[] = [
  { endpoint: getUser, caller: 'participant', tableRequests: '1 Get', access: [{ answers: signedIn() }] },
  {
    endpoint: login,
    caller: 'anonymous',
    request: ({ eventId }) => ({ query: { returnTo: `/event/${eventId}` } }),
    tableRequests: '',
  },
  {
    endpoint: loginCallback,
    caller: 'browser signing in',
    request: ({ loginState }) => ({ query: { code: 'x', state: loginState } }),
    tableRequests: '',
  },
  { endpoint: logout, caller: 'newcomer', tableRequests: '2 Delete' },
  { endpoint: deleteSessions, caller: 'newcomer', tableRequests: '1 Get, 1 Update, 2 BatchWrite, 2 Query' },
  {
    endpoint: deleteUser,
    caller: 'newcomer',
    request: () => ({ query: { media: 'delete' } }),
    tableRequests: '2 Update, 2 Delete, 2 Get, 2 Query',
    // No user of the table may be deleted: whoever may call it is told that the query is malformed instead.
    access: [{ name: 'badly asked', request: () => ({ query: { media: 'x' } }), answers: signedIn('400') }],
  },
];
