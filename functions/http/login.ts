import { login } from '../../shared/contract/auth.ts';
import { hashToken, LOGIN_SECONDS, loginCookie } from '../identity/session-token.ts';
import { readSignInConfig } from '../identity/sign-in-config.ts';
import { beginSignIn } from '../identity/sign-in-flow.ts';
import { http } from '../platform/http.ts';
import { createLogin } from '../table/sessions.ts';

export const handler = http(login, async ({ query, now }) => {
  const { redirectUrl, loginRow } = await beginSignIn({
    config: readSignInConfig(),
    returnTo: query.returnTo,
  });
  await createLogin(hashToken(loginRow.state), {
    ...loginRow,
    expiresAtSeconds: Math.floor(now.getTime() / 1000) + LOGIN_SECONDS,
  });
  return { status: 302, headers: { location: redirectUrl }, cookies: [loginCookie(loginRow.state)] };
});
