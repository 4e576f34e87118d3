import { loginCallback } from '../../shared/contract/sign-in.ts';
import { IDLE_SECONDS } from '../domain/sign-in-lifetimes.ts';
import { clearLoginCookie, readLogin } from '../sign-in/login-cookie.ts';
import { safeReturnTo } from '../sign-in/return-to.ts';
import { hashToken, newSessionToken, sessionCookie } from '../sign-in/session-cookie.ts';
import { readSignInConfig } from '../sign-in/sign-in-config.ts';
import { SignInError } from '../sign-in/sign-in-error.ts';
import { finishSignIn } from '../sign-in/sign-in-flow.ts';
import { http, type Request } from './kit/http.ts';
import { log } from '../aws/log.ts';
import { putUser } from '../table/people.ts';
import type { UserRecord } from '../table/person-row.ts';
import { createSession } from '../table/sessions.ts';

/** The page that says that signing in failed, with a way to try again. */
const FAILED = '/?signin=failed';

export const handler = http(loginCallback, async (request) => {
  const state = request.event.queryStringParameters?.['state'] ?? '';
  const failed = { status: 302, headers: { location: FAILED }, cookies: [clearLoginCookie(state)] } as const;
  const signedIn = await finish(request, state).catch((error: unknown) => {
    if (!(error instanceof SignInError)) throw error;
    log.warn('sign-in failed', { code: error.failure });
    return undefined;
  });
  if (!signedIn) return failed;
  const token = newSessionToken();
  const session = { tokenHash: hashToken(token), user: signedIn.user };
  const isStaying = await putUser(signedIn.user, request.now);
  if (!isStaying || !(await createSession(session, request.now))) {
    log.warn('sign-in failed', { code: 'leaving' });
    return failed;
  }
  return {
    status: 302,
    headers: { location: signedIn.returnTo },
    cookies: [sessionCookie(token, IDLE_SECONDS), clearLoginCookie(state)],
  };
});

/** Who signed in; undefined if this browser did not start the sign-in, or started it too long ago. */
async function finish(
  { event, now }: Request<typeof loginCallback>,
  state: string,
): Promise<{ user: UserRecord; returnTo: string } | undefined> {
  const pendingLogin = readLogin(event.cookies, state, now);
  if (!pendingLogin) return undefined;
  const config = readSignInConfig();
  const currentUrl = `${config.siteUrl}${event.rawPath}?${event.rawQueryString}`;
  const { sub, ...profile } = await finishSignIn({ config, currentUrl, pendingLogin });
  const user = { id: sub, ...profile, profileImageUrl: null };
  // It comes from the browser, like what it was made from.
  return { user, returnTo: safeReturnTo(pendingLogin.returnTo) };
}
