import { login } from '../../shared/contract/sign-in.ts';
import { loginCookies } from '../sign-in/login-cookie.ts';
import { readSignInConfig } from '../sign-in/sign-in-config.ts';
import { beginSignIn } from '../sign-in/sign-in-flow.ts';
import { http } from './kit/http.ts';

export const handler = http(login, async ({ query, event, now }) => {
  const { redirectUrl, pendingLogin } = await beginSignIn({
    config: readSignInConfig(),
    returnTo: query.returnTo,
  });
  return {
    status: 302,
    headers: { location: redirectUrl },
    cookies: loginCookies(pendingLogin, event.cookies, now),
  };
});
