import { login } from '../../shared/contract/sign-in.ts';
import { expirySeconds } from '../domain/expiry.ts';
import { LOGIN_SECONDS } from '../domain/sign-in-lifetimes.ts';
import { hashToken, loginCookie } from '../sign-in/session-cookie.ts';
import { readSignInConfig } from '../sign-in/sign-in-config.ts';
import { beginSignIn } from '../sign-in/sign-in-flow.ts';
import { http } from './kit/http.ts';
import { createLogin } from '../table/logins.ts';

export const handler = http(login, async ({ query, now }) => {
  const { redirectUrl, pendingLogin } = await beginSignIn({
    config: readSignInConfig(),
    returnTo: query.returnTo,
  });
  await createLogin(hashToken(pendingLogin.state), {
    ...pendingLogin,
    expiresAtSeconds: expirySeconds(now, LOGIN_SECONDS),
  });
  return { status: 302, headers: { location: redirectUrl }, cookies: [loginCookie(pendingLogin.state)] };
});
