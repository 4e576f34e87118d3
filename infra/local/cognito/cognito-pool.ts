/**
 * A pool id in Cognito's own form, so that production's verifier takes it; no real pool can have it, because
 * theirs end in 9 random characters.
 */
export const USER_POOL_ID = 'us-east-1_LocalDev1';

/** What tokens name as their issuer: the genuine Cognito form, though nothing of it is asked over the network. */
export const ISSUER = `https://cognito-idp.us-east-1.amazonaws.com/${USER_POOL_ID}`;

/** Cognito's paths. Source: Amazon Cognito, "User pool endpoints and managed login reference". */
export const paths = {
  authorize: '/oauth2/authorize',
  token: '/oauth2/token',
  logout: '/logout',
  jwks: `/${USER_POOL_ID}/.well-known/jwks.json`,
} as const;

/** In seconds: tokens as the deployed client's (`infra/stacks/identity-stack.ts`), everything else Cognito's own. */
export const lifetimes = {
  accessToken: 300,
  idToken: 300,
  authorizationCode: 300,
  /** How long the sign-in page stays usable. */
  interaction: 3600,
  /** How long a browser is signed in again without the page, unless it signs out. */
  session: 3600,
} as const;
