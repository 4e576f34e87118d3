import { afterEach, describe, expect, it, vi } from 'vitest';
import * as addresses from '../../../functions/aws/addresses.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const { siteUrl, signInUrl, jwksUri, stripeApiUrl } = addresses;
const urls = [siteUrl, signInUrl, jwksUri, stripeApiUrl].map((read) => [read.variable, read] as const);

describe.each(urls)('%s', (variable, read) => {
  it.each(['https://a.example', 'http://localhost:1', 'http://127.0.0.1:1/keys', 'http://[::1]:1'])(
    'may be %s',
    (url) => {
      vi.stubEnv(variable, url);
      expect(read()).toBe(url);
    },
  );

  it.each([
    '',
    'a.example',
    'http://a.example',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'ftp://localhost',
    'file:///x',
  ])('is not spoken to at "%s"', (url) => {
    vi.stubEnv(variable, url);
    expect(read).toThrow(variable);
  });
});

describe('PUSH_ORIGINS', () => {
  const { pushOrigins } = addresses;

  it('is a list', () => {
    vi.stubEnv('PUSH_ORIGINS', 'https://push.example https://*.push.example http://127.0.0.1:9000');
    expect(pushOrigins()).toEqual([
      'https://push.example',
      'https://*.push.example',
      'http://127.0.0.1:9000',
    ]);
  });

  it.each([
    '',
    'push.example',
    'https://push.example/',
    'https://push.example/path',
    'https://push.example  https://other.example',
    'http://push.example',
    'https://push.example http://10.0.0.1:9000',
    'http://*.localhost',
  ])('is not "%s"', (list) => {
    vi.stubEnv('PUSH_ORIGINS', list);
    expect(pushOrigins).toThrow('PUSH_ORIGINS');
  });
});

it.each(['gatherlens/dev', '/gatherlens/dev/', 'file:/secrets', '/'])(
  'secrets are not under "%s"',
  (path) => {
    vi.stubEnv('SECRETS_PATH', path);
    expect(addresses.secretsPath).toThrow('SECRETS_PATH');
  },
);

it.each(['photos.example', 'http://localhost:3000', 'mailto:'])(
  'push services cannot write to "%s"',
  (to) => {
    vi.stubEnv('VAPID_SUBJECT', to);
    expect(addresses.vapidSubject).toThrow('VAPID_SUBJECT');
  },
);
