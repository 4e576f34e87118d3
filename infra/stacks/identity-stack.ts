import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  ClientAttributes,
  FeaturePlan,
  type IUserPool,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  UserPool,
  type UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolDomain,
  UserPoolEmail,
} from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { callbackUrl, signedOutUrl } from '../../functions/sign-in/sign-in-config.ts';
import { brandingAssets, brandingSettings } from '../sign-in-pages/branding.ts';
import type { Stage } from '../stages/stages.ts';

export type IdentityStackProps = StackProps & {
  readonly stage: Stage;
  /** Without a trailing slash. */
  readonly siteUrl: string;
};

/** Cognito behind `/api/login`: accounts by e-mail address, sign-in by code and PKCE on its own pages. */
export class IdentityStack extends Stack {
  readonly pool: IUserPool;
  readonly client: UserPoolClient;
  /** The base of Cognito's domain, without a trailing slash. */
  readonly signInUrl: string;
  /** The keys that verify Cognito's id tokens. */
  readonly jwksUri: string;

  constructor(scope: Construct, id: string, props: IdentityStackProps) {
    super(scope, id, props);
    const { stage, siteUrl } = props;
    const own = stage.accountsOf ? undefined : addPool(this, stage);
    this.pool = own ?? UserPool.fromUserPoolId(this, 'UserPool', stage.accountsOf?.userPoolId ?? '');
    this.client = addClient(this.pool, siteUrl);
    // Must be unique in the region across all AWS accounts.
    const domainPrefix = `gatherlens-${stage.accountsOf?.stage ?? stage.name}-${this.account}`;
    const managedLoginVersion = ManagedLoginVersion.NEWER_MANAGED_LOGIN;
    const domain = own
      ? own.addDomain('Domain', { cognitoDomain: { domainPrefix }, managedLoginVersion })
      : UserPoolDomain.fromDomainName(this, 'Domain', domainPrefix);
    this.signInUrl = `https://${domain.domainName}.auth.${this.region}.amazoncognito.com`;
    this.jwksUri = `https://cognito-idp.${this.region}.amazonaws.com/${this.pool.userPoolId}/.well-known/jwks.json`;
    // Managed login shows an error page for a client without branding.
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: this.pool.userPoolId,
      clientId: this.client.userPoolClientId,
      settings: brandingSettings(),
      assets: brandingAssets(),
    });
  }
}

function addPool(scope: Construct, stage: Stage): UserPool {
  return new UserPool(scope, 'UserPool', {
    signInAliases: { email: true },
    signInCaseSensitive: false,
    selfSignUpEnabled: true,
    autoVerify: { email: true },
    // An address changes only once its owner has confirmed the new one.
    keepOriginal: { email: true },
    standardAttributes: {
      email: { required: true, mutable: true },
      givenName: { required: true, mutable: true },
      familyName: { required: true, mutable: true },
    },
    // Length instead of character classes: NIST SP 800-63B, 5.1.1.2.
    passwordPolicy: {
      minLength: 12,
      requireDigits: false,
      requireLowercase: false,
      requireUppercase: false,
      requireSymbols: false,
      tempPasswordValidity: Duration.days(1),
    },
    mfa: Mfa.OPTIONAL,
    mfaSecondFactor: { otp: true, sms: false },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    ...(stage.accountEmail !== undefined && {
      email: UserPoolEmail.withSES({
        fromEmail: stage.accountEmail,
        fromName: 'Gatherlens',
        sesRegion: stage.region,
      }),
    }),
    featurePlan: FeaturePlan.ESSENTIALS,
    deletionProtection: stage.keepsData,
    removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
}

/** What the product knows of a person. */
const profileAttributes = { email: true, givenName: true, familyName: true };

/** A public client: PKCE binds the code to the browser, and there is no secret to keep. */
function addClient(pool: IUserPool, siteUrl: string): UserPoolClient {
  return pool.addClient('Site', {
    generateSecret: false,
    authFlows: { userSrp: true },
    supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
    // By default an account could set and tell every attribute, such as the address of a picture.
    writeAttributes: new ClientAttributes().withStandardAttributes(profileAttributes),
    readAttributes: new ClientAttributes().withStandardAttributes({
      ...profileAttributes,
      emailVerified: true,
    }),
    // The session is the product's own; the tokens are read once, right after sign-in.
    idTokenValidity: Duration.minutes(5),
    accessTokenValidity: Duration.minutes(5),
    refreshTokenValidity: Duration.hours(1),
    oAuth: {
      flows: { authorizationCodeGrant: true, implicitCodeGrant: false, clientCredentials: false },
      scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
      callbackUrls: [callbackUrl(siteUrl)],
      logoutUrls: [signedOutUrl(siteUrl)],
    },
  });
}
