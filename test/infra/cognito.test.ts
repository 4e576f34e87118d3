import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callbackUrl, signedOutUrl } from '../../functions/sign-in/sign-in-config.ts';
import { readPalettes } from '../../infra/sign-in-pages/brand-colours.ts';
import { stages } from '../../infra/stages/stages.ts';
import { ACCOUNT, att, find, one, properties, ref } from './read-template.ts';
import { type Json, synthesizedAsIs } from './synthesized-templates.ts';

const dev = synthesizedAsIs(stages.dev);
type Fields = { [key: string]: Json };
const pool = properties(dev, one(dev, 'AWS::Cognito::UserPool'));
const client = properties(dev, one(dev, 'AWS::Cognito::UserPoolClient'));

const branding = properties(dev, one(dev, 'AWS::Cognito::ManagedLoginBranding'));

describe('accounts', () => {
  it('are e-mail addresses with a name', () => {
    expect(pool['UsernameAttributes']).toEqual(['email']);
    expect(pool['UsernameConfiguration']).toEqual({ CaseSensitive: false });
    expect(pool['AutoVerifiedAttributes']).toEqual(['email']);
    const required = (pool['Schema'] as Fields[]).filter(({ Required }) => Required).map(({ Name }) => Name);
    expect(required).toEqual(['email', 'given_name', 'family_name']);
  });

  it('are created and recovered by people themselves', () => {
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

describe('an account', () => {
  it('sets and tells its address and name, and nothing else, such as the address of a picture', () => {
    const profile = ['email', 'family_name', 'given_name'];
    expect((client['WriteAttributes'] as string[]).toSorted()).toEqual(profile);
    expect((client['ReadAttributes'] as string[]).toSorted()).toEqual([
      'email',
      'email_verified',
      'family_name',
      'given_name',
    ]);
  });
});

describe('signing in', () => {
  it('uses a code, and a client without a secret', () => {
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

  it('returns to the URLs that the functions compute', () => {
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

  it('uses Cognito’s own pages, which need a branding', () => {
    const domain = properties(dev, one(dev, 'AWS::Cognito::UserPoolDomain'));
    expect(domain).toMatchObject({ Domain: `gatherlens-dev-${ACCOUNT}`, ManagedLoginVersion: 2 });
    // Cognito refuses prefixes with these words in them.
    expect(domain['Domain']).not.toMatch(/aws|amazon|cognito/);
    expect(branding).toMatchObject({
      UserPoolId: ref(one(dev, 'AWS::Cognito::UserPool')),
      ClientId: ref(one(dev, 'AWS::Cognito::UserPoolClient')),
    });
    // Cognito refuses this together with settings of one's own.
    expect(branding).not.toHaveProperty('UseCognitoProvidedValues');
    expect(find(dev, 'AWS::Cognito::UserPoolClient')).toHaveLength(1);
  });
});

describe('the sign-in pages', () => {
  const tokens = readFileSync(new URL('../../web/src/app/tokens.css', import.meta.url), 'utf8');
  /** A role's colours in the website's style sheet, first light and then dark. */
  const coloursOf = (role: string) =>
    [...tokens.matchAll(new RegExp(`--${role}: #([0-9a-f]{6});`, 'g'))].map(([, colour]) => `${colour}ff`);
  const settings = branding['Settings'] as { [name: string]: Json };
  const at = (...names: string[]) =>
    names.reduce<Json>((held, name) => (held as Fields)[name] ?? null, settings);
  const inBoth = (path: string[], ...rest: string[]) =>
    ['lightMode', 'darkMode'].map((mode) => at(...path, mode, ...rest));

  it('have the product’s colours in both themes', () => {
    expect(at('categories', 'global', 'colorSchemeMode')).toBe('DYNAMIC');
    expect(inBoth(['components', 'pageBackground'], 'color')).toEqual(coloursOf('paper'));
    expect(inBoth(['components', 'pageText'], 'headingColor')).toEqual(coloursOf('ink'));
    const button = ['components', 'primaryButton'];
    expect(inBoth(button, 'defaults', 'backgroundColor')).toEqual(coloursOf('accent'));
    expect(inBoth(button, 'defaults', 'textColor')).toEqual(coloursOf('accent-ink'));
    expect(inBoth(['componentClasses', 'focusState'], 'borderColor')).toEqual(coloursOf('accent'));
    expect(coloursOf('accent')).toHaveLength(2);
  });

  it('write every colour as Cognito does', () => {
    const colours = [...JSON.stringify(settings).matchAll(/"\w*[cC]olor":"([^"]*)"/g)].map(([, one]) => one);
    expect(colours.length).toBeGreaterThan(30);
    expect(colours.filter((one) => !/^[0-9a-f]{8}$/.test(one ?? ''))).toEqual([]);
  });

  it('show the product’s mark, above the form and in the tab', () => {
    const mark = readFileSync(new URL('../../web/public/icon.svg', import.meta.url)).toString('base64');
    expect(branding['Assets']).toEqual([
      { Category: 'FORM_LOGO', ColorMode: 'LIGHT', Extension: 'SVG', Bytes: mark },
      { Category: 'FORM_LOGO', ColorMode: 'DARK', Extension: 'SVG', Bytes: mark },
      { Category: 'FAVICON_SVG', ColorMode: 'DYNAMIC', Extension: 'SVG', Bytes: mark },
    ]);
    expect(at('components', 'form', 'logo', 'enabled')).toBe(true);
    expect(at('components', 'favicon', 'enabledTypes')).toEqual(['SVG']);
  });

  it('cannot be made from a style sheet that lacks a role', () => {
    expect(() => readPalettes(tokens.replaceAll('--accent-wash:', '--accent-gone:'))).toThrow(/accent-wash/);
    expect(() => readPalettes(tokens.replace('prefers-color-scheme: dark', 'print'))).toThrow(/dark theme/);
  });
});
