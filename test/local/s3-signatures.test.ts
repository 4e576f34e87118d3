import { createHash } from 'node:crypto';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseTarget } from '../../infra/local/s3/request-target.ts';
import { S3Error } from '../../infra/local/s3/s3-error.ts';
import { authorize, type SignedRequest } from '../../infra/local/s3/signature.ts';
import {
  BUCKET,
  clientOf,
  codeOf,
  CREDENTIALS,
  pathOf,
  rawRequest,
  REGION,
  signedByHeader,
  startTestServer,
  type TestServer,
} from './s3-fixture.ts';

// Requests, keys and signatures as printed in the Amazon S3 API Reference, "Authenticating Requests".
const EXAMPLE = {
  credentials: [
    { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
  ],
  region: 'us-east-1',
  now: () => new Date('2013-05-24T00:00:00Z'),
};
const EMPTY = createHash('sha256').digest('hex');

function example(url: string, { method = 'GET', signature = '', headers = {} as Record<string, string> }) {
  const all = { 'x-amz-date': '20130524T000000Z', 'x-amz-content-sha256': EMPTY, ...headers };
  const names = Object.keys(all).concat('host').sort().join(';');
  const authorization = `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`;
  const host = 'examplebucket.s3.amazonaws.com';
  return {
    method,
    target: parseTarget(url),
    headers: new Map(Object.entries({ host, authorization, ...all })),
  };
}

const verdict = (request: SignedRequest) => {
  try {
    authorize(request, EXAMPLE);
    return 'accepted';
  } catch (error) {
    return error instanceof S3Error ? error.code : error;
  }
};

describe("Amazon's own examples", () => {
  const examples = {
    'GET object': example('/test.txt', {
      headers: { range: 'bytes=0-9' },
      signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    }),
    'PUT object': example('/test$file.text', {
      method: 'PUT',
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      },
      signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    }),
    'GET bucket lifecycle': example('/?lifecycle', {
      signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    }),
    'GET bucket': example('/?max-keys=2&prefix=J', {
      signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    }),
    'a signed URL': {
      method: 'GET',
      target: parseTarget(
        '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
      ),
      headers: new Map([['host', 'examplebucket.s3.amazonaws.com']]),
    },
  };

  it.each(Object.entries(examples))('accepts %s', (_name, request) => {
    expect(verdict(request)).toBe('accepted');
  });

  it.each(Object.entries(examples))('refuses %s with another method, path or host', (_name, request) => {
    const target = { ...request.target, path: `${request.target.path}x` };
    const headers = new Map([...request.headers, ['host', 'elsewhere']]);
    expect(verdict({ ...request, method: 'HEAD' })).toBe('SignatureDoesNotMatch');
    expect(verdict({ ...request, target })).toBe('SignatureDoesNotMatch');
    expect(verdict({ ...request, headers })).toBe('SignatureDoesNotMatch');
  });
});

let test: TestServer;
let now: Date;

beforeAll(async () => {
  test = await startTestServer({ now: () => now });
  now = new Date();
  await test.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'seen', Body: 'seen' }));
});
afterAll(() => test.stop());
beforeEach(() => {
  now = new Date();
});

const key = { Bucket: BUCKET, Key: 'seen' };
const signGet = (options: { expiresIn?: number; signingDate?: Date } = {}) =>
  getSignedUrl(test.s3, new GetObjectCommand(key), options);
const codeFor = async (path: string, headers: Record<string, string> = {}) =>
  codeOf(await rawRequest(test, { path, headers }));

describe('a signed URL', () => {
  it('opens what it names', async () => {
    const answer = await rawRequest(test, { path: pathOf(await signGet()) });
    expect(answer).toMatchObject({ status: 200, body: 'seen' });
  });

  it('opens nothing else', async () => {
    const url = await signGet();
    const tampered = [
      url.replace('/seen', '/other'),
      url.replace('/seen', '/seen%20'),
      url.replace('X-Amz-Expires=900', 'X-Amz-Expires=901'),
      url.replace('x-id=GetObject', 'x-id=PutObject'),
      url.replace(/X-Amz-Signature=./, (start) =>
        start.endsWith('0') ? `${start.slice(0, -1)}1` : `${start.slice(0, -1)}0`,
      ),
      `${url}&response-content-type=text%2Fhtml`,
      `${url}&x-amz-meta-a=b`,
      url.replace(/X-Amz-Signature=\w+/, 'X-Amz-Signature=abc'),
    ];
    for (const one of tampered) expect(await codeFor(pathOf(one))).toBe('SignatureDoesNotMatch');
    expect(await codeFor(pathOf(url), { host: 'localhost:1234' })).toBe('SignatureDoesNotMatch');
    const put = await rawRequest(test, { method: 'PUT', path: pathOf(url), body: 'x' });
    expect([put.status, codeOf(put)]).toEqual([403, 'SignatureDoesNotMatch']);
  });

  it('opens until its last second, and no longer', async () => {
    const path = pathOf(await signGet({ expiresIn: 60, signingDate: now }));
    const signed = Math.floor(now.getTime() / 1000) * 1000;
    now = new Date(signed + 60_000);
    expect(await codeFor(path)).toBeUndefined();
    now = new Date(signed + 60_001);
    const answer = await rawRequest(test, { path });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'AccessDenied']);
    expect(answer.body).toContain('<Message>Request has expired</Message>');
  });

  it('may be dated a quarter of an hour ahead, and no more', async () => {
    expect(
      await codeFor(pathOf(await signGet({ signingDate: new Date(now.getTime() + 14 * 60_000) }))),
    ).toBeUndefined();
    expect(await codeFor(pathOf(await signGet({ signingDate: new Date(now.getTime() + 16 * 60_000) })))).toBe(
      'AccessDenied',
    );
  });

  it('lasts at most seven days', async () => {
    const url = await signGet({ expiresIn: 604_800, signingDate: now });
    now = new Date(now.getTime() + 6 * 86_400_000);
    expect(await codeFor(pathOf(url))).toBeUndefined();
    const malformed = 'AuthorizationQueryParametersError';
    expect(await codeFor(pathOf(url.replace('=604800', '=604801')))).toBe(malformed);
    expect(await codeFor(pathOf(url.replace('=604800', '=-1')))).toBe(malformed);
    expect(await codeFor(pathOf(url.replace('=604800', '=soon')))).toBe(malformed);
  });

  it('is refused if a part of it is missing or odd', async () => {
    const url = await signGet();
    const malformed = 'AuthorizationQueryParametersError';
    for (const name of ['Credential', 'Date', 'SignedHeaders', 'Expires', 'Signature', 'Algorithm']) {
      expect(await codeFor(pathOf(url.replace(new RegExp(`X-Amz-${name}=[^&]*`), '')))).toBe(malformed);
    }
    expect(await codeFor(pathOf(url.replace('AWS4-HMAC-SHA256', 'AWS4-ECDSA-P256-SHA256')))).toBe(malformed);
    expect(await codeFor(pathOf(url.replace('us-east-1', 'eu-west-1')))).toBe(malformed);
    expect(await codeFor(pathOf(url.replace('%2Fs3%2F', '%2Fsqs%2F')))).toBe(malformed);
    expect(await codeFor(pathOf(url.replace(/X-Amz-Date=\d{8}/, 'X-Amz-Date=20200101')))).toBe(
      'AccessDenied',
    );
    expect(await codeFor(pathOf(`${url}&X-Amz-Security-Token=abc`))).toBe('InvalidToken');
  });

  it('binds type and length if they are signed', async () => {
    const command = new PutObjectCommand({
      Bucket: BUCKET,
      Key: 'bound',
      ContentType: 'image/png',
      ContentLength: 5,
      IfNoneMatch: '*',
    });
    const url = await getSignedUrl(test.s3, command, {
      signableHeaders: new Set(['content-type', 'content-length', 'host', 'if-none-match']),
      unhoistableHeaders: new Set(['if-none-match']),
    });
    const path = pathOf(url);
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe(
      'content-length;content-type;host;if-none-match',
    );
    const headers = { 'content-type': 'image/png', 'if-none-match': '*' };
    const put = async (body: string, sent: Record<string, string>) => {
      const answer = await rawRequest(test, { method: 'PUT', path, body, headers: sent });
      return codeOf(answer) ?? answer.status;
    };
    expect(await put('12345', { ...headers, 'content-type': 'text/html' })).toBe('SignatureDoesNotMatch');
    expect(await put('123456', headers)).toBe('SignatureDoesNotMatch');
    expect(await put('12345', { 'content-type': 'image/png' })).toBe('SignatureDoesNotMatch');
    expect(await put('12345', { 'if-none-match': '*' })).toBe('SignatureDoesNotMatch');
    expect(await put('12345', headers)).toBe(200);
    expect(await put('12345', headers)).toBe('PreconditionFailed');
    const described = await test.s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'bound' }));
    expect(described).toMatchObject({ ContentType: 'image/png', ContentLength: 5 });
  });

  it('allows no x-amz header that it does not sign', async () => {
    const answer = await rawRequest(test, {
      path: pathOf(await signGet()),
      headers: { 'x-amz-meta-a': 'b' },
    });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'AccessDenied']);
    expect(answer.body).toContain('<HeadersNotSigned>x-amz-meta-a</HeadersNotSigned>');
  });

  it('may carry x-amz headers itself', async () => {
    const command = new PutObjectCommand({ Bucket: BUCKET, Key: 'carried', ACL: 'public-read' });
    const url = await getSignedUrl(test.s3, command);
    expect(url).toContain('x-amz-acl=public-read');
    const answer = await rawRequest(test, { method: 'PUT', path: pathOf(url), body: 'x' });
    expect([answer.status, codeOf(answer)]).toEqual([501, 'NotImplemented']);
  });

  it('carries the checksum of an empty body by default, which refuses any other', async () => {
    const careless = clientOf(test.server.url, { requestChecksumCalculation: 'WHEN_SUPPORTED' });
    const url = await getSignedUrl(careless, new PutObjectCommand({ Bucket: BUCKET, Key: 'default' }));
    expect(url).toContain('x-amz-checksum-crc32=AAAAAA%3D%3D');
    const answer = await rawRequest(test, { method: 'PUT', path: pathOf(url), body: 'x' });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'BadDigest']);
  });
});

const signed = () => signedByHeader(test.s3, new GetObjectCommand(key));

const send = async (change: (headers: Record<string, string>) => Record<string, string>) => {
  const { headers, ...rest } = await signed();
  const answer = await rawRequest(test, {
    ...rest,
    headers: change(headers as Record<string, string>),
  });
  return codeOf(answer) ?? answer.status;
};

const reauthorize = (change: (value: string) => string) =>
  send((headers) => ({ ...headers, authorization: change(headers['authorization'] ?? '') }));

describe('a signed request', () => {
  it('is accepted as the SDK signs it', async () => {
    expect(await send((headers) => headers)).toBe(200);
  });

  it('is refused if anything in it has changed', async () => {
    expect(await reauthorize((value) => value.replace(/Signature=\w+/, `Signature=${'0'.repeat(64)}`))).toBe(
      'SignatureDoesNotMatch',
    );
    expect(await send((headers) => ({ ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }))).toBe(
      'SignatureDoesNotMatch',
    );
    expect(await send((headers) => ({ ...headers, 'x-amz-meta-new': 'x' }))).toBe('AccessDenied');
    const { headers } = await signed();
    const moved = await rawRequest(test, { path: `/${BUCKET}/other`, headers });
    expect(codeOf(moved)).toBe('SignatureDoesNotMatch');
  });

  it('is refused if it is malformed', async () => {
    const malformed = 'AuthorizationHeaderMalformed';
    expect(await reauthorize((value) => value.replace('us-east-1', 'eu-west-1'))).toBe(malformed);
    expect(await reauthorize((value) => value.replace('aws4_request', 'aws3_request'))).toBe(malformed);
    expect(await reauthorize((value) => value.replace(/, Signature=\w+/, ''))).toBe(malformed);
    expect(
      await reauthorize((value) => value.replace(/SignedHeaders=[^,]+/, 'SignedHeaders=x-amz-date')),
    ).toBe('AccessDenied');
    expect(await reauthorize(() => 'AWS key:signature')).toBe('InvalidRequest');
    expect(await send(({ 'x-amz-content-sha256': _gone, ...headers }) => headers)).toBe('InvalidRequest');
    expect(await send(({ 'x-amz-date': _gone, ...headers }) => headers)).toBe('AccessDenied');
  });

  it('is refused together with a signed URL', async () => {
    const { headers } = await signed();
    expect(await codeFor(pathOf(await signGet()), headers as Record<string, string>)).toBe('InvalidArgument');
  });

  it.each([-16, 16])('is refused if the clocks differ by %i minutes', async (minutes) => {
    now = new Date(Date.now() + minutes * 60_000);
    expect(await send((headers) => headers)).toBe('RequestTimeTooSkewed');
    now = new Date(Date.now() + (minutes - Math.sign(minutes) * 2) * 60_000);
    expect(await send((headers) => headers)).toBe(200);
  });
});

const as = (credentials: typeof CREDENTIALS) =>
  new S3Client({ endpoint: test.server.url, region: REGION, credentials, maxAttempts: 1 }).send(
    new GetObjectCommand(key),
  );

describe('an unknown caller', () => {
  it('is told which of key and secret was wrong', async () => {
    await expect(as({ ...CREDENTIALS, secretAccessKey: 'wrong' })).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
      $metadata: { httpStatusCode: 403 },
    });
    await expect(as({ ...CREDENTIALS, accessKeyId: 'AKIDOTHER' })).rejects.toMatchObject({
      name: 'InvalidAccessKeyId',
      $metadata: { httpStatusCode: 403 },
    });
  });

  it('sees nothing, not even which buckets there are', async () => {
    for (const path of [
      `/${BUCKET}/seen`,
      `/${BUCKET}/missing`,
      '/no-such-bucket/x',
      `/${BUCKET}?list-type=2`,
      '/',
    ]) {
      for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'POST']) {
        const answer = await rawRequest(test, { method, path });
        expect(answer.status).toBe(403);
        expect(codeOf(answer)).toBe(method === 'HEAD' ? undefined : 'AccessDenied');
      }
    }
  });

  it('learns nothing of the secret', async () => {
    const url = (await signGet()).replace('/seen', '/other');
    const answer = await rawRequest(test, { path: pathOf(url) });
    expect(answer.body).toContain('<CanonicalRequest>');
    expect(answer.body).not.toContain(CREDENTIALS.secretAccessKey);
  });
});
