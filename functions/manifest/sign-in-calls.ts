import {
  deleteSessions,
  deleteUser,
  getUser,
  login,
  loginCallback,
  logout,
} from '../../shared/contract/sign-in.ts';
import { callRow, callsAbout } from './call-row.ts';

/** Where people sign in, and what their tokens are checked against. */
const SIGN_IN = ['SIGN_IN_URL', 'JWKS_URI', 'USER_POOL_ID', 'USER_POOL_CLIENT_ID'] as const;

/** The Lambdas behind the calls on signing in and out, and on a user's own account. */
export const signInCalls = callsAbout('sign-in', [
  callRow(getUser, { table: ['GetItem', 'UpdateItem'] }),
  callRow(login, {}, { settings: SIGN_IN }),
  callRow(loginCallback, { table: ['ConditionCheckItem', 'PutItem', 'UpdateItem'] }, { settings: SIGN_IN }),
  callRow(logout, { table: ['DeleteItem'] }, { settings: SIGN_IN }),
  callRow(deleteSessions, {
    table: ['GetItem', 'Query', 'UpdateItem', 'BatchWriteItem'],
    indexes: ['gsi1'],
  }),
  callRow(deleteUser, {
    table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'],
    indexes: ['gsi1'],
  }),
]);
