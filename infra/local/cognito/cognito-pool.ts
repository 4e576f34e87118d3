/** In the form of Cognito's own pool ids, so that production's verifier accepts it. */
export const USER_POOL_ID = 'us-east-1_LocalDev1';

/** The issuer in tokens: in Cognito's form, though nothing is ever requested from it. */
export const ISSUER = `https://cognito-idp.us-east-1.amazonaws.com/${USER_POOL_ID}`;

/** Cognito's paths. Source: Amazon Cognito, "User pool endpoints and managed login reference". */
export const paths = {
  authorize: '/oauth2/authorize',
  token: '/oauth2/token',
  logout: '/logout',
  jwks: `/${USER_POOL_ID}/.well-known/jwks.json`,
} as const;

/** In seconds: tokens' as in `infra/stacks/identity-stack.ts`, everything else Cognito's own. */
export const lifetimes = {
  accessToken: 300,
  idToken: 300,
  authorizationCode: 300,
  /** How long the sign-in page stays usable. */
  interaction: 3600,
  /** How long a browser is signed in again without seeing the page, unless it signs out. */
  session: 3600,
} as const;
