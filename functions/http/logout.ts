import { logout } from '../../shared/contract/auth.ts';
import { AppError } from '../domain/app-error.ts';
import { isForeignNavigation } from '../identity/request-origin.ts';
import { clearSessionCookie, hashToken, readSessionToken } from '../identity/session-token.ts';
import { readSignInConfig } from '../identity/sign-in-config.ts';
import { signOutUrl } from '../identity/sign-in-flow.ts';
import { http } from '../platform/http.ts';
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
