import { createHash, randomUUID } from 'node:crypto';
import type { Account } from './accounts.ts';
import type { SigningKeys } from './signing-keys.ts';

/** What oidc-provider answers at its token endpoint, as far as it is used here. */
export type ProviderTokens = { access_token: string; id_token: string; refresh_token?: string };

/** What Amazon Cognito answers there: no `scope`, and no new refresh token for an old one. */
export type CognitoTokens = ProviderTokens & { expires_in: number; token_type: 'Bearer' };

type Claims = Record<string, unknown>;

/** Attributes of an account as id token and userInfo carry them; unset names are left out. */
export function attributesOf(account: Account): Claims & { sub: string } {
  return {
    sub: account.sub,
    email: account.email,
    ...(account.firstName !== '' && { given_name: account.firstName }),
    ...(account.lastName !== '' && { family_name: account.lastName }),
  };
}

/**
 * Turns oidc-provider's tokens into Cognito's. Its id token gains what Cognito's has (`token_use`,
 * `cognito:username`, ids), its opaque access token becomes a JWT that names it in `jti`.
 * Source: Amazon Cognito, "Understanding the identity (ID) token" and "… the access token".
 */
export function toCognitoTokens(
  tokens: ProviderTokens,
  from: { keys: SigningKeys; account: Account; scope: string; grantId: string; isRefresh: boolean },
): CognitoTokens {
  const { sid: _sid, ...minted } = readClaims(tokens.id_token);
  const { sub, iss, iat, exp, auth_time } = minted;
  const shared = { origin_jti: from.grantId, event_id: randomUUID() };
  const access = from.keys.signToken(
    {
      sub,
      iss,
      version: 2,
      client_id: minted['aud'],
      ...shared,
      token_use: 'access',
      scope: from.scope,
      auth_time,
      exp,
      iat,
      jti: tokens.access_token,
      username: from.account.sub,
    },
    'access',
  );
  const id = from.keys.signToken(
    {
      ...minted,
      at_hash: halfHash(access),
      'cognito:username': from.account.sub,
      ...shared,
      token_use: 'id',
      jti: randomUUID(),
    },
    'id',
  );
  return {
    id_token: id,
    access_token: access,
    ...(tokens.refresh_token !== undefined && !from.isRefresh && { refresh_token: tokens.refresh_token }),
    expires_in: Number(exp) - Number(iat),
    token_type: 'Bearer',
  };
}

/** Reads a token of oidc-provider's, which comes from this very process. */
function readClaims(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
}

/** Source: OpenID Connect Core 1.0, 3.1.3.6. */
function halfHash(token: string): string {
  return createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
}
