import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { getSignedCookies, getSignedUrl } from '@aws-sdk/cloudfront-signer';
import { describe, expect, it } from 'vitest';
import { checkSignedRequest } from '../../infra/local/cloudfront/signed-request.ts';

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const own = pair();
const other = pair();
const keyPairId = 'KLOCAL';
const now = new Date('2026-06-01T12:00:00Z');
const trust = { keys: new Map([[keyPairId, createPublicKey(own.publicKey)]]), now };

const site = 'http://localhost:3000';
const file = `${site}/media/open/evt_a/med_1/small.webp`;
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
const epoch = (minutes: number) => Math.round(now.getTime() / 1000) + minutes * 60;

const signer = { keyPairId, privateKey: own.privateKey };

function customPolicy(over: { resource?: string; condition?: object } = {}): string {
  return JSON.stringify({
    Statement: [
      {
        Resource: over.resource ?? `${site}/media/open/evt_a/*`,
        Condition: { DateLessThan: { 'AWS:EpochTime': epoch(60) }, ...over.condition },
      },
    ],
  });
}

/** Asks for an address with its query, as a viewer would. */
function ask(address: string, cookies?: object) {
  const [url = '', query = ''] = address.split('?');
  const cookieHeader =
    cookies &&
    Object.entries(cookies)
      .map(([name, value]) => `${name}=${String(value)}`)
      .join('; ');
  return checkSignedRequest({ url, query, cookieHeader }, trust);
}

const passes = undefined;
const deniedCode = expect.objectContaining({ code: 'AccessDenied' });

describe('signed cookies with a custom policy', () => {
  const cookies = getSignedCookies({ ...signer, policy: customPolicy() });

  it('open every file under the prefix, whatever its query', () => {
    expect(ask(file, cookies)).toBe(passes);
    expect(ask(`${site}/media/open/evt_a/med_9/screen.webp?v=2`, cookies)).toBe(passes);
  });

  it.each([
    ['another event', `${site}/media/open/evt_b/med_1/small.webp`],
    ['a longer event id', `${site}/media/open/evt_a1/med_1/small.webp`],
    ['another prefix', `${site}/media/held/evt_a/med_1/small.webp`],
    ['another port', 'http://localhost:3001/media/open/evt_a/med_1/small.webp'],
    ['another scheme', 'https://localhost:3000/media/open/evt_a/med_1/small.webp'],
  ])('do not open %s', (_what, address) => {
    expect(ask(address, cookies)).toEqual(deniedCode);
  });

  it('expire', () => {
    const condition = { DateLessThan: { 'AWS:EpochTime': epoch(0) } };
    const ended = getSignedCookies({ ...signer, policy: customPolicy({ condition }) });
    expect(ask(file, ended)).toEqual(deniedCode);
  });

  it('fail when the policy is changed and the signature kept', () => {
    const wider = getSignedCookies({ ...signer, policy: customPolicy({ resource: `${site}/*` }) });
    const tampered = { ...cookies, 'CloudFront-Policy': wider['CloudFront-Policy'] };
    expect(ask(`${site}/media/open/evt_b/x`, tampered)).toEqual(deniedCode);
    expect(ask(file, tampered)).toEqual(deniedCode);
  });

  it('fail when the signature is changed, shortened or absent', () => {
    const signature = cookies['CloudFront-Signature'];
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    expect(ask(file, { ...cookies, 'CloudFront-Signature': flipped })).toEqual(deniedCode);
    expect(ask(file, { ...cookies, 'CloudFront-Signature': signature.slice(0, 20) })).toEqual(deniedCode);
    expect(ask(file, { ...cookies, 'CloudFront-Signature': '' })).toMatchObject({ code: 'MissingSignature' });
  });

  it('fail with another key, whether its id is known or not', () => {
    const foreign = getSignedCookies({ keyPairId, privateKey: other.privateKey, policy: customPolicy() });
    expect(ask(file, foreign)).toEqual(deniedCode);
    expect(ask(file, { ...cookies, 'CloudFront-Key-Pair-Id': 'KOTHER' })).toMatchObject({
      code: 'InvalidKey',
    });
  });

  it.each([
    ['no statement', JSON.stringify({ Statement: [] })],
    ['two statements', JSON.stringify({ Statement: Array(2).fill(JSON.parse(customPolicy()).Statement[0]) })],
    ['no end', JSON.stringify({ Statement: [{ Resource: '*', Condition: {} }] })],
    ['no resource', customPolicy().replace(/"Resource":"[^"]+",/, '')],
    ['a start', customPolicy({ condition: { DateGreaterThan: { 'AWS:EpochTime': epoch(-1) } } })],
    ['addresses', customPolicy({ condition: { IpAddress: { 'AWS:SourceIp': '0.0.0.0/0' } } })],
    ['no JSON', 'policy'],
  ])('fail for a policy with %s', (_what, policy) => {
    expect(ask(file, getSignedCookies({ ...signer, policy }))).toMatchObject({ code: 'MalformedPolicy' });
  });

  it('fail with SHA-256, which the product does not use', () => {
    const stronger = getSignedCookies({ ...signer, policy: customPolicy(), algorithm: 'SHA256' });
    expect(ask(file, stronger)).toEqual(deniedCode);
  });
});

it('a canned policy, which the product does not use, counts as none', () => {
  const canned = { ...signer, url: file, dateLessThan: inMinutes(5) };
  expect(ask(file, getSignedCookies(canned))).toMatchObject({ code: 'MissingPolicy' });
  expect(ask(getSignedUrl(canned))).toMatchObject({ code: 'MissingPolicy' });
});

const signedUrl = (url: string, condition?: object) =>
  getSignedUrl({ ...signer, url, policy: customPolicy({ resource: url, condition }) });

describe('signed URLs', () => {
  it('open one URL until they expire', () => {
    const signed = signedUrl(file);
    expect(ask(signed)).toBe(passes);
    expect(ask(signed.replace('small', 'screen'))).toEqual(deniedCode);
    expect(ask(signedUrl(file, { DateLessThan: { 'AWS:EpochTime': epoch(-15) } }))).toEqual(deniedCode);
  });

  it('sign the URL’s own query, too', () => {
    const signed = signedUrl(`${file}?size=2&x=a%20b`);
    expect(ask(signed)).toBe(passes);
    expect(ask(signed.replace('size=2', 'size=3'))).toEqual(deniedCode);
  });

  it('with a custom policy open what its wildcards match', () => {
    const policy = customPolicy({ resource: `${site}/media/held/evt_a/med_?/*` });
    const signed = getSignedUrl({ ...signer, url: `${site}/media/held/evt_a/med_1/tile.webp`, policy });
    expect(ask(signed)).toBe(passes);
    expect(ask(signed.replace('tile', 'screen'))).toBe(passes);
    expect(ask(signed.replace('med_1', 'med_12'))).toEqual(deniedCode);
    expect(ask(signed.replace('held', 'open'))).toEqual(deniedCode);
  });

  it('match a dot in their policy only with a dot', () => {
    const policy = customPolicy({ resource: file });
    const signed = getSignedUrl({ ...signer, url: file, policy });
    expect(ask(signed)).toBe(passes);
    expect(ask(signed.replace('small.webp', 'small-webp'))).toEqual(deniedCode);
  });

  it('take precedence over cookies, valid or not', () => {
    const cookies = getSignedCookies({ ...signer, policy: customPolicy() });
    const good = signedUrl(file);
    const ended = signedUrl(file, { DateLessThan: { 'AWS:EpochTime': epoch(-15) } });
    expect(ask(ended, cookies)).toEqual(deniedCode);
    expect(ask(good, { ...cookies, 'CloudFront-Signature': 'x' })).toBe(passes);
    expect(ask(`${file}?Signature=x`, cookies)).toMatchObject({ code: 'MissingKey' });
    // A page's own parameter with such a name does not set the cookies aside.
    expect(ask(`${file}?Expires=1`, cookies)).toBe(passes);
  });
});

describe('no credentials at all', () => {
  it('is a missing key', () => {
    expect(ask(file)).toMatchObject({ code: 'MissingKey' });
    expect(ask(file, { theme: 'dark' })).toMatchObject({ code: 'MissingKey' });
    expect(ask(`${file}?Signature=x`)).toMatchObject({ code: 'MissingKey' });
    expect(ask(`${file}?Signature=x&Key-Pair-Id=${keyPairId}`)).toMatchObject({ code: 'MissingPolicy' });
  });
});
