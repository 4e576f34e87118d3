import { Provider, type Configuration, type Grant, type KoaContextWithOIDC } from 'oidc-provider';
import type { Account, Accounts } from './accounts.ts';
import { ISSUER, lifetimes, paths } from './cognito-pool.ts';
import { memoryAdapter } from './memory-adapter.ts';
import type { SigningKeys } from './signing-keys.ts';

const SCOPES = ['openid', 'email', 'profile'];

export type ProviderInput = {
  accounts: Accounts;
  keys: SigningKeys;
  clientId: string;
  callbackUrl: string;
  now: () => Date;
  /** Shows an error that must not be sent back to the client, such as a wrong redirect URI. */
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
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'none',
      },
    ],
    jwks: { keys: input.keys.keys },
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    responseTypes: ['code'],
    scopes: SCOPES,
    claims: {
      openid: ['sub', 'auth_time', 'token_use', 'cognito:username'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    pkce: { required: () => true },
    // A function exchanges the code; no page needs to.
    clientBasedCORS: () => false,
    routes: {
      authorization: paths.authorize,
      token: paths.token,
      jwks: paths.jwks,
      end_session: paths.logout,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    cookies: { keys: [input.keys.cookieSecret] },
    interactions: { url: (_ctx, interaction) => `/login/${interaction.uid}` },
    findAccount: (_ctx, sub) => {
      const account = input.accounts.find(sub);
      return account && { accountId: account.sub, claims: () => claimsOf(account) };
    },
    loadExistingGrant: grantWithoutAsking,
    renderError: input.renderError,
    ttl: {
      AccessToken: lifetimes.accessToken,
      AuthorizationCode: lifetimes.authorizationCode,
      Grant: lifetimes.session,
      IdToken: lifetimes.idToken,
      Interaction: lifetimes.interaction,
      Session: lifetimes.session,
    },
  });
}

/** Source: Amazon Cognito, "Understanding the identity (ID) token". Names that are not set are left out. */
function claimsOf({ sub, email, firstName, lastName }: Account) {
  return {
    sub,
    token_use: 'id',
    'cognito:username': sub,
    email,
    email_verified: true,
    ...(firstName !== '' && { given_name: firstName }),
    ...(lastName !== '' && { family_name: lastName }),
  };
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
