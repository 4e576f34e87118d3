import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeReturnTo } from '../../../functions/sign-in/return-to.ts';
import { anyCharacter } from '../../fixtures/any-character.ts';

const site = 'https://photos.example';

const kept = [
  '/',
  '/create',
  '/event/evt_abcdefghijklmnopqrstuvwxyz',
  '/event/evt_abc/timeline',
  '/event/evt_abc?sortBy=votes&x=%2F%2Fevil.example#top',
  '/event/evt_abc?next=https://evil.example/',
  '/event/caf%C3%A9',
  '/@someone',
  '/#features',
  `/${'a'.repeat(1023)}`,
];

// PortSwigger's and OWASP's lists of redirect tricks, brought to this function's terms.
const refused = [
  '',
  'event/evt_abc',
  'https://evil.example',
  'HTTPS://evil.example',
  'http:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '///evil.example',
  '////evil.example/%2f..',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\nSet-Cookie: a=b',
  '\t//evil.example',
  ' //evil.example',
  ' /event',
  '/event ',
  '/ev ent',
  '/\u0000',
  '/\u0007event',
  '/\u007F',
  '/\u0085/evil.example',
  '/\u2028',
  '/\u3000/evil.example',
  '/\uFF0Fevil.example',
  '/\u2044evil.example',
  '/%2fevil.example',
  '/%2Fevil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/%5C%5Cevil.example',
  '/%09/evil.example',
  '/%0d%0aSet-Cookie:a=b',
  '/%00',
  '/%7f',
  '/%252fevil.example',
  '/%25%32%66evil.example',
  '/%',
  '/%zz',
  '/%2',
  '/./',
  '/..//evil.example',
  '/.//evil.example',
  '/event/../..//evil.example',
  '/%2e%2e//evil.example',
  '/%2e%2e/admin',
  '/.%2e/admin',
  '/event//evil.example',
  '/https://evil.example',
  '/event/evt_abc?x=<script>',
  '/event/evt_abc?x="y"',
  '/api/logout',
  '/api/login?returnTo=/',
  '/api',
  `/${'a'.repeat(1024)}`,
];

const anyText = fc.string({ unit: anyCharacter });

const otherSite = fc
  .tuple(fc.constantFrom('http', 'https', 'ftp'), fc.domain(), anyText)
  .map(([scheme, host, rest]) => `${scheme}://${host}/${encodeURI(rest.toWellFormed())}`);

describe('safeReturnTo', () => {
  test.each(kept)('keeps %j', (value) => expect(safeReturnTo(value)).toBe(value));

  test.each(refused)('goes home instead of to %j', (value) => expect(safeReturnTo(value)).toBe('/'));

  test.each([undefined, null, 7, ['/create'], { toString: () => '/create' }])(
    'goes home for what is no text: %j',
    (value) => expect(safeReturnTo(value)).toBe('/'),
  );

  test('whatever is sent, a browser stays on the site, on a page, and the header is one line of ASCII', () => {
    const trick = fc
      .array(
        fc.constantFrom(
          '/',
          '\\',
          '//',
          '.',
          '..',
          '%2f',
          '%5c',
          '%09',
          '\t',
          '\n',
          'evil.example',
          '@',
          ':',
          '?',
          '#',
          'https:',
          'api',
          '\u3000',
          'a',
        ),
        { maxLength: 8 },
      )
      .map((parts) => `/${parts.join('')}`);
    const { counterexample } = fc.check(fc.property(fc.oneof(trick, anyText, otherSite), isKept), {
      numRuns: 2000,
      seed: 20_261_120,
    });
    expect(counterexample).toBeNull();
  });
});

/** One answer instead of five `expect`s two thousand times, which take most of a test's time. */
function isKept(value: string): boolean {
  const answer = safeReturnTo(value);
  const { origin, pathname } = new URL(answer, `${site}/api/login/callback`);
  return (
    origin === site &&
    !pathname.startsWith('//') &&
    !pathname.startsWith('/api/') &&
    /^[\x21-\x7e]{1,1024}$/.test(answer) &&
    [value, '/'].includes(answer)
  );
}
