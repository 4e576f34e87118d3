import type { Provider } from 'oidc-provider';
import type { Accounts } from './accounts.ts';
import { messagePage, messages } from './message-page.ts';
import type { ShowPage } from './page-frame.ts';

type Context = Parameters<Parameters<Provider['use']>[0]>[0];

export type CognitoPathsInput = {
  provider: Provider;
  accounts: Accounts;
  clientId: string;
  logoutUrl: string;
  showPage: ShowPage;
};

/**
 * Cognito's `/logout?client_id&logout_uri`: ends the browser's session and redirects to an address that must
 * be exactly the client's own. oidc-provider's own sign-out asks the person first, Cognito does not.
 */
export async function signOut(ctx: Context, input: CognitoPathsInput): Promise<void> {
  const { client_id, logout_uri } = ctx.query;
  if (client_id !== input.clientId || logout_uri !== input.logoutUrl) {
    input.showPage(ctx, { status: 400, body: messagePage(messages.signOut, input.logoutUrl) });
    return;
  }
  const session = await input.provider.Session.get(ctx);
  await session.destroy();
  ctx.cookies.set(input.provider.cookieName('session'), null, { path: '/', sameSite: 'lax' });
  ctx.redirect(input.logoutUrl);
}

/** As in Cognito, a browser still signed in with a deleted account has to sign in again. */
export async function endSessionsOfDeletedAccount(
  ctx: Context,
  { provider, accounts }: CognitoPathsInput,
): Promise<void> {
  const session = await provider.Session.get(ctx);
  if (session.accountId !== undefined && !accounts.find(session.accountId)) await session.destroy();
}

/** Cognito's token endpoint does not return the granted scopes. */
export function removeScope(ctx: Context): void {
  if (ctx.status !== 200) return;
  const { scope: _scope, ...tokens } = ctx.body as Record<string, unknown>;
  ctx.body = tokens;
}

/** Cognito does not name the issuer in the redirect back to the client (RFC 9207). */
export function removeIssuerParameter(ctx: Context, callbackUrl: string): void {
  const location = ctx.res.getHeader('location');
  if (typeof location !== 'string' || !location.startsWith(`${callbackUrl}?`)) return;
  const wayBack = new URL(location);
  wayBack.searchParams.delete('iss');
  ctx.redirect(wayBack.href);
}
