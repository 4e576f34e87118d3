import { describe, expect, it } from 'vitest';
import { callbackUrl, signedOutUrl } from '../../functions/identity/sign-in-config.ts';
import { stages } from '../../infra/stages.ts';
import { ACCOUNT, att, find, one, properties, ref } from './read-template.ts';
import { type Json, synthesize } from './synthesized.ts';

const dev = synthesize({ stage: stages.dev });
type Fields = { [key: string]: Json };
const pool = properties(dev, one(dev, 'AWS::Cognito::UserPool'));
const client = properties(dev, one(dev, 'AWS::Cognito::UserPoolClient'));

describe('accounts', () => {
  it('are e-mail addresses with a name', () => {
    expect(pool['UsernameAttributes']).toEqual(['email']);
    expect(pool['UsernameConfiguration']).toEqual({ CaseSensitive: false });
    expect(pool['AutoVerifiedAttributes']).toEqual(['email']);
    const required = (pool['Schema'] as Fields[]).filter(({ Required }) => Required).map(({ Name }) => Name);
    expect(required).toEqual(['email', 'given_name', 'family_name']);
  });

  it('are made and recovered by people themselves', () => {
    expect(pool['AdminCreateUserConfig']).toEqual({ AllowAdminCreateUserOnly: false });
    expect(pool['AccountRecoverySetting']).toEqual({
      RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }],
    });
  });

  it('have long passwords and may have a second factor', () => {
    expect((pool['Policies'] as Fields)['PasswordPolicy']).toMatchObject({ MinimumLength: 12 });
    expect(pool['MfaConfiguration']).toBe('OPTIONAL');
    expect(pool['EnabledMfas']).toEqual(['SOFTWARE_TOKEN_MFA']);
  });
});

describe('signing in', () => {
  it('is by code, for a client without a secret', () => {
    expect(client).toMatchObject({
      UserPoolId: ref(one(dev, 'AWS::Cognito::UserPool')),
      GenerateSecret: false,
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'profile'],
      SupportedIdentityProviders: ['COGNITO'],
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
    });
  });

  it('comes back to the addresses that the functions compute', () => {
    const lambda = properties(dev, one(dev, 'AWS::Lambda::Function', 'logincallback'));
    const { Variables } = lambda['Environment'] as { Variables: Record<string, string> };
    const siteUrl = Variables['SITE_URL'] ?? '';
    expect(siteUrl).toBe(`https://${att(one(dev, 'AWS::CloudFront::Distribution'), 'DomainName')}`);
    expect(client['CallbackURLs']).toEqual([callbackUrl(siteUrl)]);
    expect(client['LogoutURLs']).toEqual([signedOutUrl(siteUrl)]);
    expect(Variables).toMatchObject({
      USER_POOL_ID: ref(one(dev, 'AWS::Cognito::UserPool')),
      USER_POOL_CLIENT_ID: ref(one(dev, 'AWS::Cognito::UserPoolClient')),
      SIGN_IN_URL: `https://${ref(one(dev, 'AWS::Cognito::UserPoolDomain'))}.auth.us-east-1.amazoncognito.com`,
    });
  });

  it('is on Cognito’s own pages, which need a branding', () => {
    const domain = properties(dev, one(dev, 'AWS::Cognito::UserPoolDomain'));
    expect(domain).toMatchObject({ Domain: `gatherlens-dev-${ACCOUNT}`, ManagedLoginVersion: 2 });
    // Cognito refuses prefixes with these words in them.
    expect(domain['Domain']).not.toMatch(/aws|amazon|cognito/);
    expect(properties(dev, one(dev, 'AWS::Cognito::ManagedLoginBranding'))).toMatchObject({
      ClientId: ref(one(dev, 'AWS::Cognito::UserPoolClient')),
      UseCognitoProvidedValues: true,
    });
    expect(find(dev, 'AWS::Cognito::UserPoolClient')).toHaveLength(1);
  });
});
