import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import {
  type ChecksumAlgorithm,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BUCKET,
  clientOf,
  codeOf,
  CREDENTIALS,
  pathOf,
  rawRequest,
  REGION,
  startTestServer,
  storedFiles,
  type TestServer,
} from './s3-fixture.ts';

let test: TestServer;
let presigner: S3Client;

beforeAll(async () => {
  test = await startTestServer();
  presigner = clientOf(test.server.url, { requestChecksumCalculation: 'WHEN_REQUIRED' });
});
afterAll(() => test.stop());

const signPut = async (Key: string) =>
  pathOf(await getSignedUrl(presigner, new PutObjectCommand({ Bucket: BUCKET, Key })));
const exists = async (Key: string) =>
  test.s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key })).then(
    () => true,
    () => false,
  );
const refused = (name: string, status = 400) => ({ name, $metadata: { httpStatusCode: status } });

function crc32Base64(data: string | Uint8Array): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(data));
  return bytes.toString('base64');
}

function hashBase64(algorithm: string, data: string | Uint8Array): string {
  return createHash(algorithm).update(data).digest('base64');
}

const put = (more: object, Body: string | Readable = 'the body') =>
  test.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'sum', Body, ...more }));

describe('checksums', () => {
  it.each([
    ['CRC32', crc32Base64('the body')],
    ['SHA1', hashBase64('sha1', 'the body')],
    ['SHA256', hashBase64('sha256', 'the body')],
  ] as const)('are checked, kept and told: %s', async (algorithm, right) => {
    const name = `Checksum${algorithm}`;
    expect(await put({ [name]: right })).toMatchObject({ [name]: right, ChecksumType: 'FULL_OBJECT' });
    const read = await test.s3.send(
      new GetObjectCommand({ Bucket: BUCKET, Key: 'sum', ChecksumMode: 'ENABLED' }),
    );
    expect(read).toMatchObject({ [name]: right });
    await read.Body?.transformToString();
    const wrong = algorithm === 'CRC32' ? crc32Base64('other') : hashBase64(algorithm.toLowerCase(), 'other');
    await expect(put({ [name]: wrong })).rejects.toMatchObject(refused('BadDigest'));
    await expect(put({ [name]: 'AAA=' })).rejects.toMatchObject(refused('InvalidRequest'));
  });

  it.each(['CRC32', 'SHA1', 'SHA256'] as ChecksumAlgorithm[])(
    'follow a streamed body: %s',
    async (ChecksumAlgorithm) => {
      const data = Buffer.alloc(300_000, 'streamed ');
      const Body = Readable.from([data.subarray(0, 100_000), data.subarray(100_000)]);
      const written = await test.s3.send(
        new PutObjectCommand({
          Bucket: BUCKET,
          Key: 'streamed',
          Body,
          ContentLength: data.length,
          ChecksumAlgorithm,
        }),
      );
      expect(written).toMatchObject({ ETag: `"${createHash('md5').update(data).digest('hex')}"` });
      const described = await test.s3.send(
        new HeadObjectCommand({ Bucket: BUCKET, Key: 'streamed', ChecksumMode: 'ENABLED' }),
      );
      const right =
        ChecksumAlgorithm === 'CRC32' ? crc32Base64(data) : hashBase64(ChecksumAlgorithm.toLowerCase(), data);
      expect(described).toMatchObject({
        [`Checksum${ChecksumAlgorithm}`]: right,
        ContentLength: data.length,
      });
      expect(described.ContentEncoding).toBeUndefined();
    },
  );

  it('are refused where they cannot be checked', async () => {
    await expect(put({ ChecksumCRC32C: 'AAAAAA==' })).rejects.toMatchObject(refused('NotImplemented', 501));
    await expect(put({ ChecksumCRC64NVME: 'AAAAAAAAAAA=' })).rejects.toMatchObject(
      refused('NotImplemented', 501),
    );
  });

  it('may be Content-MD5', async () => {
    await put({ ContentMD5: hashBase64('md5', 'the body') });
    await expect(put({ ContentMD5: hashBase64('md5', 'other') })).rejects.toMatchObject(refused('BadDigest'));
    await expect(put({ ContentMD5: 'nonsense' })).rejects.toMatchObject(refused('InvalidDigest'));
  });

  it('cannot be two', async () => {
    const sums = { ChecksumCRC32: crc32Base64('the body'), ChecksumSHA1: hashBase64('sha1', 'the body') };
    await expect(put(sums)).rejects.toMatchObject(refused('InvalidRequest'));
  });

  it('leave nothing behind when they fail', async () => {
    const before = await storedFiles(test.dataDir);
    await expect(put({ ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject(refused('BadDigest'));
    expect(await storedFiles(test.dataDir)).toEqual(before);
    expect(before.incoming).toEqual([]);
  });
});

type Send = { body: string | Uint8Array; payload: string; headers?: Record<string, string> };

/** Signs a request by hand, because the SDK never signs chunks. `body` may be made from what chunks continue. */
async function sendSigned(
  path: string,
  make: (sign: (text: string) => string, seed: string, time: string) => Send,
) {
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${REGION}/s3/aws4_request`;
  const key = scope
    .split('/')
    .reduce(
      (from: string | Buffer, part) => createHmac('sha256', from).update(part).digest(),
      `AWS4${CREDENTIALS.secretAccessKey}`,
    );
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  const { payload, headers: more = {} } = make(sign, '', time);
  const headers: Record<string, string> = {
    host: `127.0.0.1:${test.server.port}`,
    'x-amz-content-sha256': payload,
    'x-amz-date': time,
    ...more,
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    'PUT',
    path,
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    payload,
  ];
  const hash = createHash('sha256').update(canonical.join('\n')).digest('hex');
  const signature = sign(['AWS4-HMAC-SHA256', time, scope, hash].join('\n'));
  headers['authorization'] =
    `AWS4-HMAC-SHA256 Credential=${CREDENTIALS.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  const { body } = make((text) => sign(text.replace('SCOPE', scope)), signature, time);
  return rawRequest(test.server, { method: 'PUT', path, headers, body });
}

const sha256 = (data: string) => createHash('sha256').update(data).digest('hex');

describe('a hashed body', () => {
  it('must have that hash', async () => {
    const right = await sendSigned(`/${BUCKET}/hashed`, () => ({ body: 'abc', payload: sha256('abc') }));
    expect(right.status).toBe(200);
    const wrong = await sendSigned(`/${BUCKET}/mishashed`, () => ({ body: 'abd', payload: sha256('abc') }));
    expect([wrong.status, codeOf(wrong)]).toEqual([400, 'XAmzContentSHA256Mismatch']);
    expect(await exists('mishashed')).toBe(false);
  });

  it('must be hashed in a way that S3 knows', async () => {
    const answer = await sendSigned(`/${BUCKET}/odd`, () => ({ body: 'abc', payload: 'MD5-PAYLOAD' }));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'InvalidArgument']);
  });
});

const unsigned = (parts: string[], trailer: string, length: number) =>
  sendSigned(`/${BUCKET}/unsigned`, () => ({
    payload: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
    headers: { 'x-amz-decoded-content-length': String(length), 'x-amz-trailer': 'x-amz-checksum-crc32' },
    body: `${parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n${trailer}\r\n`,
  }));

describe('chunks', () => {
  const chunks = ['a'.repeat(8192), 'b'.repeat(10_000), 'c'];
  const length = { 'x-amz-decoded-content-length': '18193', 'content-encoding': 'aws-chunked' };
  type Chunking = { trailer?: boolean; tamper?: (body: string) => string; headers?: Record<string, string> };

  const signed = (key: string, { trailer = false, tamper, headers = {} }: Chunking = {}) =>
    sendSigned(`/${BUCKET}/${key}`, (sign, seed, time) => {
      let previous = seed;
      const next = (kind: string, digest: string) => {
        previous = sign([`AWS4-HMAC-SHA256-${kind}`, time, 'SCOPE', previous, digest].join('\n'));
        return previous;
      };
      const parts = [...chunks, ''].map((chunk) => {
        const signature = next('PAYLOAD', `${sha256('')}\n${sha256(chunk)}`);
        return `${chunk.length.toString(16)};chunk-signature=${signature}\r\n${chunk}${chunk === '' ? '' : '\r\n'}`;
      });
      const sum = `x-amz-checksum-crc32:${crc32Base64(chunks.join(''))}`;
      const last = trailer
        ? `${sum}\r\nx-amz-trailer-signature:${next('TRAILER', sha256(`${sum}\n`))}\r\n`
        : '';
      return {
        payload: `STREAMING-AWS4-HMAC-SHA256-PAYLOAD${trailer ? '-TRAILER' : ''}`,
        headers: { ...length, ...(trailer ? { 'x-amz-trailer': 'x-amz-checksum-crc32' } : {}), ...headers },
        body: (tamper ?? String)(`${parts.join('')}${last}\r\n`),
      };
    });

  it.each([false, true])('may be signed (trailer: %s), and their frames are not kept', async (trailer) => {
    const answer = await signed('chunked', { trailer });
    expect(answer.status).toBe(200);
    const read = await test.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'chunked' }));
    expect(await read.Body?.transformToString()).toBe(chunks.join(''));
    expect(read.ContentEncoding).toBeUndefined();
  });

  it.each([false, true])('are refused once one is changed (trailer: %s)', async (trailer) => {
    const answer = await signed('tampered', {
      trailer,
      tamper: (body) => body.replace('b'.repeat(20), `${'b'.repeat(19)}x`),
    });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'SignatureDoesNotMatch']);
    expect(await exists('tampered')).toBe(false);
  });

  it('must add up to the length that was told', async () => {
    const headers = { 'x-amz-decoded-content-length': '18194' };
    expect(codeOf(await signed('odd', { headers }))).toBe('IncompleteBody');
    expect(codeOf(await signed('odd', { headers: { 'x-amz-decoded-content-length': '18192' } }))).toBe(
      'IncompleteBody',
    );
    expect(codeOf(await signed('odd', { headers: { 'x-amz-decoded-content-length': '' } }))).toBe(
      'MissingContentLength',
    );
    expect(await exists('odd')).toBe(false);
  });

  it('need their checksum behind them where it is announced', async () => {
    const right = `x-amz-checksum-crc32:${crc32Base64('abc')}\r\n`;
    expect((await unsigned(['abc'], right, 3)).status).toBe(200);
    expect(codeOf(await unsigned(['abd'], right, 3))).toBe('BadDigest');
    expect(codeOf(await unsigned(['abc'], '', 3))).toBe('MalformedTrailerError');
    expect(codeOf(await unsigned(['abc'], 'x-amz-checksum-sha1:AAAA\r\n', 3))).toBe('MalformedTrailerError');
  });

  it('are at least 8 KiB, but for the last', async () => {
    const all = 'abcdef';
    const right = `x-amz-checksum-crc32:${crc32Base64(all)}\r\n`;
    const answer = await unsigned(['abc', 'def'], right, 6);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'InvalidChunkSizeError']);
  });
});

/** Node's client would add a length by itself. */
async function speak(lines: string[]): Promise<string> {
  const socket = connect(test.server.port, '127.0.0.1');
  const answer = readText(socket);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const words = await answer;
  return words;
}

const host = () => `Host: 127.0.0.1:${test.server.port}`;

describe('length', () => {
  it('must be told', async () => {
    const answer = await speak([`PUT ${await signPut('x')} HTTP/1.1`, host(), 'Connection: close']);
    expect(answer).toMatch(/^HTTP\/1\.1 411 /);
    expect(answer).toContain('<Code>MissingContentLength</Code>');
  });

  it('cannot be left open by chunks of HTTP alone', async () => {
    const path = await signPut('x');
    const answer = await new Promise<string>((resolve, reject) => {
      const request = openRequest(
        { host: '127.0.0.1', port: test.server.port, method: 'PUT', path },
        (response) => resolve(readText(response)),
      );
      request.on('error', reject);
      request.write('some');
      request.end('thing');
    });
    expect(answer).toContain('<Code>NotImplemented</Code>');
    expect(answer).toContain('<Header>Transfer-Encoding</Header>');
  });

  it('is 5 GiB at most', async () => {
    const headers = { 'content-length': String(5 * 1024 ** 3 + 1) };
    const path = await signPut('x');
    const request = openRequest({ host: '127.0.0.1', port: test.server.port, method: 'PUT', path, headers });
    request.flushHeaders();
    const [response] = (await once(request, 'response')) as [Readable & { statusCode: number }];
    expect(response.statusCode).toBe(400);
    expect(await readText(response)).toContain('<Code>EntityTooLarge</Code>');
    request.destroy();
  });
});

async function beginPut(
  key: string,
  { sent, promised }: { sent: number; promised: number },
): Promise<Socket> {
  const socket = connect(test.server.port, '127.0.0.1');
  const lines = [`PUT ${await signPut(key)} HTTP/1.1`, `Host: 127.0.0.1:${test.server.port}`];
  socket.write(`${[...lines, `Content-Length: ${promised}`].join('\r\n')}\r\n\r\n${'x'.repeat(sent)}`);
  return socket;
}

/** Waits until the server has seen what it is to see: there is no other sign of it than the folder. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise(setImmediate);
}

const receiving = async () => (await storedFiles(test.dataDir)).incoming.length > 0;

const idle = async () => !(await receiving());

describe('a sender that', () => {
  it('dies in the middle leaves nothing', async () => {
    const before = await storedFiles(test.dataDir);
    const socket = await beginPut('died', { sent: 100_000, promised: 200_000 });
    await until(receiving);
    socket.destroy();
    await until(idle);
    expect(await storedFiles(test.dataDir)).toEqual(before);
    expect(await exists('died')).toBe(false);
  });

  it('closes before the end is not taken for having finished', async () => {
    const socket = await beginPut('closed', { sent: 100_000, promised: 200_000 });
    await until(receiving);
    socket.end();
    await until(idle);
    expect(await exists('closed')).toBe(false);
  });

  it('falls silent is told so, and leaves nothing', async () => {
    // A server of its own: with so short a limit, a busy machine would make others look silent too.
    const impatient = await startTestServer({ stallTimeoutMs: 50 });
    const url = await getSignedUrl(
      clientOf(impatient.server.url, { requestChecksumCalculation: 'WHEN_REQUIRED' }),
      new PutObjectCommand({ Bucket: BUCKET, Key: 'stalled' }),
    );
    const socket = connect(impatient.server.port, '127.0.0.1');
    const head = [`Host: 127.0.0.1:${impatient.server.port}`, 'Content-Length: 200000'].join('\r\n');
    socket.write(`PUT ${pathOf(url)} HTTP/1.1\r\n${head}\r\n\r\n${'x'.repeat(100_000)}`);
    const answer = await readText(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('<Code>RequestTimeout</Code>');
    expect(await storedFiles(impatient.dataDir)).toEqual({ blobs: [], incoming: [] });
    expect(impatient.server.objects.head({ bucket: BUCKET, key: 'stalled' })).toBeUndefined();
    await impatient.stop();
  });

  it('is refused in the middle reads why, and may go on with the same connection', async () => {
    const path = pathOf(
      await getSignedUrl(presigner, new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects: [] } }), {
        unsignableHeaders: new Set(['content-length', 'content-type']),
      }),
    );
    const body = 'x'.repeat(12_000_000);
    const socket = connect(test.server.port, '127.0.0.1');
    const answer = readText(socket);
    const head = [`Host: 127.0.0.1:${test.server.port}`, `Content-Length: ${body.length}`].join('\r\n');
    socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n${body}`);
    socket.write(`PUT ${await signPut('next')} HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n${body}`);
    expect((await answer).match(/HTTP\/1\.1 \d+|<Code>\w+/g)).toEqual([
      'HTTP/1.1 400',
      '<Code>MaxMessageLengthExceeded',
      'HTTP/1.1 200',
    ]);
  });

  it('is refused early reads why, and may go on with the same connection', async () => {
    const path = (await signPut('refused')).replace('/refused', '/another');
    const body = 'x'.repeat(3_000_000);
    const socket = connect(test.server.port, '127.0.0.1');
    const answer = readText(socket);
    const head = [`Host: 127.0.0.1:${test.server.port}`, `Content-Length: ${body.length}`].join('\r\n');
    socket.write(`PUT ${path} HTTP/1.1\r\n${head}\r\n\r\n${body}`);
    socket.write(`PUT ${await signPut('accepted')} HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n${body}`);
    expect((await answer).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 403', 'HTTP/1.1 200']);
    expect(await exists('accepted')).toBe(true);
  });
});

it('takes a body that waits for its 100-continue', async () => {
  const Body = Buffer.alloc(3_000_000, 1);
  const client = clientOf(test.server.url, { expectContinueHeader: true });
  await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'expected', Body }));
  expect(await exists('expected')).toBe(true);
});
