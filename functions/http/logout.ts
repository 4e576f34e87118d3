import { logout } from '../../shared/contract/sign-in.ts';
import { AppError } from '../domain/app-error.ts';
import { isForeignNavigation } from './kit/request-origin.ts';
import { clearSessionCookie, hashToken, readSessionToken } from '../sign-in/session-cookie.ts';
import { readSignInConfig } from '../sign-in/sign-in-config.ts';
import { signOutUrl } from '../sign-in/sign-in-flow.ts';
import { http } from './kit/http.ts';
import { deleteSession } from '../table/sessions.ts';

export const handler = http(logout, async ({ event }) => {
  if (isForeignNavigation({ headers: event.headers })) {
    throw new AppError('forbidden', 'foreign_origin', { message: 'This request comes from another site.' });
  }
  const token = readSessionToken(event.cookies);
  if (token) await deleteSession(hashToken(token));
  return {
    status: 302,
    headers: { location: signOutUrl({ config: readSignInConfig() }) },
    cookies: [clearSessionCookie()],
  };
});
