import { getUser } from '../../shared/contract/sign-in.ts';
import { renewSession } from '../sign-in/renew-session.ts';
import { http } from './kit/http.ts';

export const handler = http(getUser, async ({ user, session, event, now }) => {
  const renewed = session && (await renewSession(session, event, now));
  return { status: 200, body: user, ...(renewed && { cookies: [renewed] }) };
});
