import { describe, expect, test } from 'vitest';
import { isForeignNavigation, isForeignWrite } from '../../../functions/http/kit/request-origin.ts';

const siteUrl = 'https://photos.example';

type Row = [headers: Record<string, string | undefined>, isForeign: boolean];

const rows: Row[] = [
  [{}, false],
  [{ origin: siteUrl }, false],
  [{ origin: siteUrl, 'sec-fetch-site': 'same-origin' }, false],
  [{ 'sec-fetch-site': 'same-origin' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ origin: undefined }, false],
  [{ origin: 'https://evil.example' }, true],
  [{ origin: 'null' }, true],
  [{ origin: '' }, true],
  [{ origin: 'http://photos.example' }, true],
  [{ origin: 'https://photos.example:8443' }, true],
  [{ origin: 'https://photos.example.evil.example' }, true],
  [{ origin: 'https://www.photos.example' }, true],
  [{ Origin: 'https://evil.example' }, true],
  [{ 'sec-fetch-site': 'cross-site' }, true],
  [{ 'sec-fetch-site': 'same-site' }, true],
  [{ 'Sec-Fetch-Site': 'cross-site' }, true],
  [{ origin: siteUrl, 'sec-fetch-site': 'cross-site' }, true],
];

describe('isForeignWrite', () => {
  test.each(rows)('%j → %s', (headers, expected) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'post']) {
      expect(isForeignWrite({ method, headers, siteUrl })).toBe(expected);
    }
  });

  test.each(rows)('a read is never one: %j', (headers) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'get']) {
      expect(isForeignWrite({ method, headers, siteUrl })).toBe(false);
    }
  });

  test('knows its own port', () => {
    const local = 'http://localhost:3000';
    expect(isForeignWrite({ method: 'POST', headers: { origin: local }, siteUrl: local })).toBe(false);
    expect(
      isForeignWrite({ method: 'POST', headers: { origin: 'http://localhost:3001' }, siteUrl: local }),
    ).toBe(true);
  });
});

describe('isForeignNavigation', () => {
  test.each([
    [{ 'sec-fetch-site': 'cross-site' }, true],
    [{ 'Sec-Fetch-Site': 'cross-site' }, true],
    [{ 'sec-fetch-site': 'same-origin' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{}, false],
  ])('%j → %s', (headers, expected) => {
    expect(isForeignNavigation({ headers })).toBe(expected);
  });
});
