import { createHash } from 'node:crypto';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeChunks } from '../../infra/local/s3/chunked-body.ts';
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

// Requests, keys and signatures as they are printed in the Amazon S3 API Reference, "Authenticating Requests".
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
    return authorize(request, EXAMPLE).accessKeyId;
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
    expect(verdict(request)).toBe('AKIAIOSFODNN7EXAMPLE');
  });

  it.each(Object.entries(examples))('refuses %s under another method, path or host', (_name, request) => {
    const target = { ...request.target, path: `${request.target.path}x` };
    const headers = new Map([...request.headers, ['host', 'elsewhere']]);
    expect(verdict({ ...request, method: 'HEAD' })).toBe('SignatureDoesNotMatch');
    expect(verdict({ ...request, target })).toBe('SignatureDoesNotMatch');
    expect(verdict({ ...request, headers })).toBe('SignatureDoesNotMatch');
  });
});

const part = (size: string, signature: string, data: string) =>
  `${size};chunk-signature=${signature}\r\n${data}\r\n`;

async function decode(
  body: string,
  { seed, trailer, step = 65_536 }: { seed: string; trailer: boolean; step?: number },
) {
  const scope = '20130524/us-east-1/s3/aws4_request';
  const { seed: like } = authorize(
    example('/test.txt', {
      headers: { range: 'bytes=0-9' },
      signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    }),
    EXAMPLE,
  );
  expect(like.scope).toBe(scope);
  const bytes = Buffer.from(body);
  async function* source() {
    for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
  }
  let told = new Map<string, string>();
  const pieces: Buffer[] = [];
  const onTrailer = (found: ReadonlyMap<string, string>) => {
    told = new Map(found);
  };
  for await (const piece of decodeChunks(source(), {
    seed: { ...like, signature: seed },
    trailer,
    onTrailer,
  })) {
    pieces.push(piece);
  }
  return { data: Buffer.concat(pieces).toString(), told };
}

describe("Amazon's own example of signed chunks", () => {
  const first = 'a'.repeat(65_536);
  const last = 'a'.repeat(1024);
  const plain = {
    seed: '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
    trailer: false,
    chunks: [
      part('10000', 'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648', first),
      part('400', '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497', last),
      part('0', 'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9', ''),
    ],
  };
  const trailing = {
    seed: '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e',
    trailer: true,
    chunks: [
      part('10000', 'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2', first),
      part('400', '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7', last),
      part(
        '0',
        '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992',
        'x-amz-checksum-crc32c:sOO8/Q==\r\nx-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n',
      ),
    ],
  };

  it.each([1, 3, 1000, 65_536, 70_000])('accepts them, arriving %i bytes at a time', async (step) => {
    for (const { chunks, ...framing } of [plain, trailing]) {
      const { data, told } = await decode(chunks.join(''), { ...framing, step });
      expect(data).toBe(first + last);
      expect(told.get('x-amz-checksum-crc32c')).toBe(framing.trailer ? 'sOO8/Q==' : undefined);
    }
  });

  it.each([
    ['a changed byte', (chunks: string[]) => chunks.join('').replace('aaa', 'aab')],
    ['a changed byte at the end', (chunks: string[]) => chunks.join('').replace(/a(?=\r\n0;)/, 'b')],
    ['a doubled chunk', ([one = '', ...rest]: string[]) => [one, one, ...rest].join('')],
    ['a lost chunk', ([one = '', , end = '']: string[]) => one + end],
    ['another seed', (chunks: string[]) => chunks.join(''), { seed: '00'.repeat(32) }],
    ['no signature', (chunks: string[]) => chunks.join('').replaceAll(/;chunk-signature=\w+/g, '')],
  ])('refuses %s', async (_what, change, more: { seed?: string } = {}) => {
    for (const { chunks, ...framing } of [plain, trailing]) {
      await expect(decode(change(chunks), { ...framing, ...more })).rejects.toMatchObject({
        code: 'SignatureDoesNotMatch',
      });
    }
  });

  it('refuses a changed trailer', async () => {
    const body = trailing.chunks.join('').replace('sOO8', 'sOO9');
    await expect(decode(body, trailing)).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' });
  });

  it.each([
    ['an early end', (body: string) => body.slice(0, -40), 'IncompleteBody'],
    ['a lost end', ([...body]: string) => body.slice(0, 66_800).join(''), 'IncompleteBody'],
    ['bytes behind the end', (body: string) => `${body}more`, 'IncompleteBody'],
    ['nonsense for a size', (body: string) => `xyz${body}`, 'IncompleteBody'],
    ['an endless line', () => '0'.repeat(100_000), 'MalformedTrailerError'],
  ])('refuses %s', async (_what, change, code) => {
    await expect(decode(change(plain.chunks.join('')), plain)).rejects.toMatchObject({ code });
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
  codeOf(await rawRequest(test.server, { path, headers }));

describe('a signed URL', () => {
  it('opens what it names', async () => {
    const answer = await rawRequest(test.server, { path: pathOf(await signGet()) });
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
    const put = await rawRequest(test.server, { method: 'PUT', path: pathOf(url), body: 'x' });
    expect([put.status, codeOf(put)]).toEqual([403, 'SignatureDoesNotMatch']);
  });

  it('opens until its last second, and no longer', async () => {
    const path = pathOf(await signGet({ expiresIn: 60, signingDate: now }));
    const signed = Math.floor(now.getTime() / 1000) * 1000;
    now = new Date(signed + 60_000);
    expect(await codeFor(path)).toBeUndefined();
    now = new Date(signed + 60_001);
    const answer = await rawRequest(test.server, { path });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'AccessDenied']);
    expect(answer.body).toContain('<Message>Request has expired</Message>');
  });

  it('may lie in the future by the clocks of two machines, not by more', async () => {
    expect(
      await codeFor(pathOf(await signGet({ signingDate: new Date(now.getTime() + 14 * 60_000) }))),
    ).toBeUndefined();
    expect(await codeFor(pathOf(await signGet({ signingDate: new Date(now.getTime() + 16 * 60_000) })))).toBe(
      'AccessDenied',
    );
  });

  it('lasts seven days at most', async () => {
    const url = await signGet({ expiresIn: 604_800, signingDate: now });
    now = new Date(now.getTime() + 6 * 86_400_000);
    expect(await codeFor(pathOf(url))).toBeUndefined();
    const malformed = 'AuthorizationQueryParametersError';
    expect(await codeFor(pathOf(url.replace('=604800', '=604801')))).toBe(malformed);
    expect(await codeFor(pathOf(url.replace('=604800', '=-1')))).toBe(malformed);
    expect(await codeFor(pathOf(url.replace('=604800', '=soon')))).toBe(malformed);
  });

  it('is refused where a part of it is missing or odd', async () => {
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

  it('binds type and length where they are signed', async () => {
    const presigner = clientOf(test.server.url, { requestChecksumCalculation: 'WHEN_REQUIRED' });
    const command = new PutObjectCommand({
      Bucket: BUCKET,
      Key: 'bound',
      ContentType: 'image/png',
      ContentLength: 5,
      IfNoneMatch: '*',
    });
    const url = await getSignedUrl(presigner, command, {
      signableHeaders: new Set(['content-type', 'content-length', 'host', 'if-none-match']),
      unhoistableHeaders: new Set(['if-none-match']),
    });
    const path = pathOf(url);
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe(
      'content-length;content-type;host;if-none-match',
    );
    const headers = { 'content-type': 'image/png', 'if-none-match': '*' };
    const put = async (body: string, sent: Record<string, string>) => {
      const answer = await rawRequest(test.server, { method: 'PUT', path, body, headers: sent });
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

  it('admits no x-amz header that it does not sign', async () => {
    const answer = await rawRequest(test.server, {
      path: pathOf(await signGet()),
      headers: { 'x-amz-meta-a': 'b' },
    });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'AccessDenied']);
    expect(answer.body).toContain('<HeadersNotSigned>x-amz-meta-a</HeadersNotSigned>');
  });

  it('may carry x-amz headers itself', async () => {
    const presigner = clientOf(test.server.url, { requestChecksumCalculation: 'WHEN_REQUIRED' });
    const command = new PutObjectCommand({ Bucket: BUCKET, Key: 'carried', Metadata: { a: 'b' } });
    const url = await getSignedUrl(presigner, command);
    expect(url).toContain('x-amz-meta-a=b');
    await fetch(url, { method: 'PUT', body: 'x' });
    const described = await test.s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'carried' }));
    expect(described.Metadata).toEqual({ a: 'b' });
  });

  it('carries the checksum of an empty body by default, which refuses any other', async () => {
    const url = await getSignedUrl(test.s3, new PutObjectCommand({ Bucket: BUCKET, Key: 'default' }));
    expect(url).toContain('x-amz-checksum-crc32=AAAAAA%3D%3D');
    const answer = await rawRequest(test.server, { method: 'PUT', path: pathOf(url), body: 'x' });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'BadDigest']);
  });
});

const signed = () => signedByHeader(test.s3, new GetObjectCommand(key));

const send = async (change: (headers: Record<string, string>) => Record<string, string>) => {
  const { headers, ...rest } = await signed();
  const answer = await rawRequest(test.server, {
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

  it('is refused once anything of it is changed', async () => {
    expect(await reauthorize((value) => value.replace(/Signature=\w+/, `Signature=${'0'.repeat(64)}`))).toBe(
      'SignatureDoesNotMatch',
    );
    expect(await send((headers) => ({ ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }))).toBe(
      'SignatureDoesNotMatch',
    );
    expect(await send((headers) => ({ ...headers, 'x-amz-meta-new': 'x' }))).toBe('AccessDenied');
    const { headers } = await signed();
    const moved = await rawRequest(test.server, { path: `/${BUCKET}/other`, headers });
    expect(codeOf(moved)).toBe('SignatureDoesNotMatch');
  });

  it('is refused where it is malformed', async () => {
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

  it('is refused beside a signed URL', async () => {
    const { headers } = await signed();
    expect(await codeFor(pathOf(await signGet()), headers as Record<string, string>)).toBe('InvalidArgument');
  });

  it.each([-16, 16])('is refused when %i minutes lie between the clocks', async (minutes) => {
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

describe('who is not known', () => {
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
        const answer = await rawRequest(test.server, { method, path });
        expect(answer.status).toBe(403);
        expect(codeOf(answer)).toBe(method === 'HEAD' ? undefined : 'AccessDenied');
      }
    }
  });

  it('is told nothing of the secret', async () => {
    const url = (await signGet()).replace('/seen', '/other');
    const answer = await rawRequest(test.server, { path: pathOf(url) });
    expect(answer.body).toContain('<CanonicalRequest>');
    expect(answer.body).not.toContain(CREDENTIALS.secretAccessKey);
  });
});
