import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Accounts } from './accounts.ts';
import { ISSUER, paths } from './cognito-pool.ts';
import { toCognitoTokens, type ProviderTokens } from './cognito-tokens.ts';
import { messagePage, messages } from './message-page.ts';
import type { ShowPage } from './page-frame.ts';
import type { SigningKeys } from './signing-keys.ts';

type Context = Parameters<Parameters<Provider['use']>[0]>[0];

export type CognitoPathsInput = {
  provider: Provider;
  accounts: Accounts;
  keys: SigningKeys;
  clientId: string;
  logoutUrl: string;
  /** Our own origin. */
  origin: string;
  showPage: ShowPage;
};

/** The discovery document with Cognito's members. */
export function discovery(origin: string): object {
  return {
    authorization_endpoint: origin + paths.authorize,
    end_session_endpoint: origin + paths.logout,
    id_token_signing_alg_values_supported: ['RS256'],
    issuer: ISSUER,
    jwks_uri: origin + paths.jwks,
    response_types_supported: ['code'],
    scopes_supported: ['openid', 'email', 'profile'],
    subject_types_supported: ['public'],
    token_endpoint: origin + paths.token,
    token_endpoint_auth_methods_supported: ['none'],
    userinfo_endpoint: origin + paths.userInfo,
  };
}

/**
 * Cognito's `/logout?client_id&logout_uri`: ends the browser's session and goes to an address that must be the
 * client's own, letter by letter. oidc-provider's own sign-out asks the person first, Cognito does not.
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

/** A browser that is still signed in with an account that is gone is asked anew, as in Cognito. */
export async function endSessionsOfDeletedAccount(
  ctx: Context,
  { provider, accounts }: CognitoPathsInput,
): Promise<void> {
  const session = await provider.Session.get(ctx);
  if (session.accountId !== undefined && !accounts.find(session.accountId)) await session.destroy();
}

/** Answers the token endpoint in Cognito's shape. */
export async function answerTokens(
  ctx: Context,
  next: () => Promise<unknown>,
  input: CognitoPathsInput,
): Promise<void> {
  await next();
  const { oidc } = ctx as unknown as KoaContextWithOIDC;
  const account = input.accounts.find(oidc.account?.accountId ?? '');
  if (ctx.status !== 200 || account === undefined) return;
  const { AccessToken: issued } = oidc.entities;
  ctx.body = toCognitoTokens(ctx.body as ProviderTokens, {
    keys: input.keys,
    account,
    scope: issued?.scope ?? '',
    grantId: issued?.grantId ?? '',
    isRefresh: oidc.params?.['grant_type'] === 'refresh_token',
  });
}

/** Cognito does not name the issuer on the way back to the client (RFC 9207), so neither does this. */
export function removeIssuerParameter(ctx: Context, callbackUrl: string): void {
  const location = ctx.res.getHeader('location');
  if (typeof location !== 'string' || !location.startsWith(`${callbackUrl}?`)) return;
  const wayBack = new URL(location);
  wayBack.searchParams.delete('iss');
  ctx.redirect(wayBack.href);
}

/** Turns the JWT that this server handed out back into the opaque token that oidc-provider knows. */
export function unwrapAccessToken(ctx: Context, keys: SigningKeys): void {
  const token = /^Bearer ([\w.-]+)$/i.exec(ctx.req.headers.authorization ?? '')?.[1];
  const opaque = token === undefined ? undefined : keys.readAccessToken(token)?.['jti'];
  // Anything else is left to be refused; an opaque token itself was never handed out.
  ctx.req.headers.authorization = `Bearer ${typeof opaque === 'string' ? opaque : 'refused'}`;
}
