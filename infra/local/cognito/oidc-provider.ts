import {
  Provider,
  type AccountClaims,
  type Configuration,
  type Grant,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { Account, Accounts } from './accounts.ts';
import { ISSUER, lifetimes, paths } from './cognito-pool.ts';
import { attributesOf } from './cognito-tokens.ts';
import { memoryAdapter } from './memory-adapter.ts';
import type { SigningKeys } from './signing-keys.ts';

const SCOPES = ['openid', 'email', 'profile'];

export type ProviderInput = {
  accounts: Accounts;
  keys: SigningKeys;
  clientId: string;
  callbackUrl: string;
  now: () => Date;
  /** Shows an error that must not go back to the client, such as a redirect URI that is not its own. */
  renderError: NonNullable<Configuration['renderError']>;
};

/** oidc-provider, set up as one Cognito user pool with one public client. */
export function createProvider(input: ProviderInput): Provider {
  return new Provider(ISSUER, {
    adapter: memoryAdapter(input.now),
    clients: [
      {
        client_id: input.clientId,
        redirect_uris: [input.callbackUrl],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
      },
    ],
    jwks: { keys: [...input.keys.jwks] },
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    responseTypes: ['code'],
    scopes: SCOPES,
    claims: {
      openid: ['sub', 'auth_time'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'username'],
    },
    // Cognito puts the attributes into the id token, whatever userInfo may be asked.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    // The code is exchanged by a function; no page needs to.
    clientBasedCORS: () => false,
    routes: {
      authorization: paths.authorize,
      token: paths.token,
      userinfo: paths.userInfo,
      jwks: paths.jwks,
      end_session: paths.logout,
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    cookies: { keys: [input.keys.cookieSecret] },
    interactions: { url: (_ctx, interaction) => `/login/${interaction.uid}` },
    findAccount: (_ctx, sub) => {
      const account = input.accounts.find(sub);
      return account && { accountId: account.sub, claims: (use) => claimsFor(use, account) };
    },
    loadExistingGrant: grantWithoutAsking,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: false,
    // Cognito's tokens outlive the browser's session.
    expiresWithSession: () => false,
    renderError: input.renderError,
    ttl: {
      AccessToken: lifetimes.accessToken,
      AuthorizationCode: lifetimes.authorizationCode,
      Grant: lifetimes.refreshToken,
      IdToken: lifetimes.idToken,
      Interaction: lifetimes.interaction,
      RefreshToken: lifetimes.refreshToken,
      Session: lifetimes.session,
    },
  });
}

function claimsFor(use: string, account: Account): AccountClaims {
  const attributes = attributesOf(account);
  // Cognito: a boolean in the id token, a text in userInfo, and `username` only there.
  if (use === 'id_token') return { ...attributes, email_verified: true };
  return { ...attributes, email_verified: 'true', username: account.sub };
}

/** Consent is skipped: the one client is the product itself. */
async function grantWithoutAsking(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, session, provider } = ctx.oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (known !== undefined) return known;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(SCOPES.join(' '));
  await grant.save();
  return grant;
}
