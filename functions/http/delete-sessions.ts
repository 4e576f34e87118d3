import { deleteSessions } from '../../shared/contract/sign-in.ts';
import { clearSessionCookie } from '../sign-in/session-cookie.ts';
import { http } from './kit/http.ts';
import { deleteSessions as deleteSessionsOf } from '../table/sessions.ts';

export const handler = http(deleteSessions, async ({ caller }) => {
  await deleteSessionsOf(caller.userId);
  return { status: 204, cookies: [clearSessionCookie()] };
});
