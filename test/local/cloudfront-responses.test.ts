import { describe, expect, it } from 'vitest';
import { behaviourFor, behaviours, matchesPattern } from '../../infra/edge/path-behaviours.ts';
import { cacheControlOf } from '../../infra/edge/website-cache-control.ts';
import { headersOf, securityHeaders } from '../../infra/edge/security-headers.ts';

const objectOrigin = 'https://media.s3.us-east-1.amazonaws.com';
const liveOrigin = 'wss://abc.appsync-realtime-api.us-east-1.amazonaws.com';
const https = { objectOrigin, liveOrigin, https: true };

describe('behaviours', () => {
  it.each([
    ['/api/events', 'api'],
    ['/api/', 'api'],
    ['/media/open/evt_a/x.webp', 'media'],
    ['/media', 'web'],
    ['/api', 'web'],
    ['/', 'web'],
    ['/event/evt_a', 'api'],
    ['/event/evt_a/timeline', 'api'],
    ['/event', 'web'],
    ['/MEDIA/open/x', 'web'],
  ])('route %s to %s', (path, origin) => {
    expect(behaviourFor(path).origin).toBe(origin);
  });

  it('require a signature for all media and nothing else, and cache no answer of the API', () => {
    expect(behaviours.filter(({ signed }) => signed).map(({ pathPattern }) => pathPattern)).toEqual([
      '/media/open/*',
      '/media/*',
    ]);
    const caching = ['open', 'held', 'originals', 'archives'].map(
      (place) => behaviourFor(`/media/${place}/evt/med/file`).caching,
    );
    expect(caching).toEqual(['an-hour', 'origin', 'origin', 'origin']);
    expect(behaviourFor('/api/x')).toMatchObject({ caching: 'never', methods: 'all', compress: false });
    expect(behaviours.at(-1)?.pathPattern).toBe('*');
  });
});

it.each([
  ['/media/*', '/media/', true],
  ['/media/*', '/media/a/b?c=d', true],
  ['/a.b', '/axb', false],
  ['/a?c', '/abc', true],
  ['/a?c', '/ac', false],
  ['/a+(b)', '/a+(b)', true],
])('the pattern %s matches %s: %s', (pattern, text, expected) => {
  expect(matchesPattern({ pattern, text })).toBe(expected);
});

it('a file with a hash in its name is cached for ever, and others are asked for again', () => {
  expect(cacheControlOf('assets/app-1a2b.js')).toContain('immutable');
  for (const key of ['index.html', 'sw.js', 'manifest.webmanifest'])
    expect(cacheControlOf(key)).toBe('no-cache');
});

describe('security headers', () => {
  it('ask for https only over https', () => {
    const secure = headersOf(securityHeaders('site', https));
    expect(secure['Strict-Transport-Security']).toBe('max-age=63072000; includeSubDomains');
    expect(secure['Content-Security-Policy']).toContain('upgrade-insecure-requests');
    const plain = headersOf(securityHeaders('site', { ...https, https: false }));
    expect(plain).not.toHaveProperty('Strict-Transport-Security');
    expect(plain['Content-Security-Policy']).not.toContain('upgrade-insecure-requests');
  });

  it('let pages run our own code and reach the object store and live updates, and nothing else', () => {
    const policy = headersOf(securityHeaders('site', https))['Content-Security-Policy'] ?? '';
    const directives = new Map(
      policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
    );
    expect(directives.get('default-src')).toEqual(["'none'"]);
    expect(directives.get('script-src')).toEqual(["'self'"]);
    expect(directives.get('img-src')).toEqual(["'self'", 'data:', 'blob:']);
    expect(directives.get('media-src')).toEqual(["'self'", 'blob:']);
    expect(directives.get('connect-src')).toEqual(["'self'", objectOrigin, liveOrigin]);
    expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy).not.toMatch(/unsafe|https?:\/\/\*|(?:^| )\*|https?:(?:[ ;]|$)/);
  });

  it('let a media file run nothing', () => {
    const policy = headersOf(securityHeaders('media', https))['Content-Security-Policy'];
    expect(policy).toContain('sandbox');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
  });
});
