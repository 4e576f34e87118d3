import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { DeleteObjectsCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
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

beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.stop());

const signPut = async (Key: string) =>
  pathOf(await getSignedUrl(test.s3, new PutObjectCommand({ Bucket: BUCKET, Key })));
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

const put = (more: object, Body: string | Readable = 'the body') =>
  test.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'sum', Body, ...more }));

describe('a CRC32', () => {
  it('is checked', async () => {
    await put({ ChecksumCRC32: crc32Base64('the body') });
    await expect(put({ ChecksumCRC32: crc32Base64('other') })).rejects.toMatchObject(refused('BadDigest'));
    await expect(put({ ChecksumCRC32: 'AAA=' })).rejects.toMatchObject(refused('InvalidRequest'));
  });

  it('leaves nothing behind when it fails', async () => {
    const before = await storedFiles(test.dataDir);
    await expect(put({ ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject(refused('BadDigest'));
    expect(await storedFiles(test.dataDir)).toEqual(before);
    expect(before.incoming).toEqual([]);
  });
});

it.each([
  ['CRC32C', { ChecksumCRC32C: 'AAAAAA==' }],
  ['CRC64NVME', { ChecksumCRC64NVME: 'AAAAAAAAAAA=' }],
  ['SHA1', { ChecksumSHA1: createHash('sha1').update('the body').digest('base64') }],
  ['SHA256', { ChecksumSHA256: createHash('sha256').update('the body').digest('base64') }],
  ['Content-MD5', { ContentMD5: createHash('md5').update('the body').digest('base64') }],
])('refuses a checksum that it cannot check: %s', async (_name, sum) => {
  await expect(put(sum)).rejects.toMatchObject(refused('NotImplemented', 501));
});

it('refuses chunks with a trailing checksum, which the SDK sends for a stream unless told otherwise', async () => {
  const careless = clientOf(test.server.url, { requestChecksumCalculation: 'WHEN_SUPPORTED' });
  const Body = Readable.from([Buffer.from('streamed')]);
  const command = new PutObjectCommand({ Bucket: BUCKET, Key: 'chunked', Body, ContentLength: 8 });
  await expect(careless.send(command)).rejects.toMatchObject(refused('NotImplemented', 501));
  expect(await exists('chunked')).toBe(false);
});

/** Signs a PUT by hand, because the SDK would never misstate a body. */
async function sendSigned(path: string, { body, payload }: { body: string; payload: string }) {
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${REGION}/s3/aws4_request`;
  const key = scope
    .split('/')
    .reduce(
      (from: string | Buffer, part) => createHmac('sha256', from).update(part).digest(),
      `AWS4${CREDENTIALS.secretAccessKey}`,
    );
  const headers = {
    host: `127.0.0.1:${test.port}`,
    'x-amz-content-sha256': payload,
    'x-amz-date': time,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`);
  const names = Object.keys(headers).join(';');
  const hash = sha256(['PUT', path, '', ...lines, '', names, payload].join('\n'));
  const text = ['AWS4-HMAC-SHA256', time, scope, hash].join('\n');
  const signature = createHmac('sha256', key).update(text).digest('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${CREDENTIALS.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return rawRequest(test, { method: 'PUT', path, headers: { ...headers, authorization }, body });
}

const sha256 = (data: string) => createHash('sha256').update(data).digest('hex');

describe('a hashed body', () => {
  it('must have that hash', async () => {
    const right = await sendSigned(`/${BUCKET}/hashed`, { body: 'abc', payload: sha256('abc') });
    expect(right.status).toBe(200);
    const wrong = await sendSigned(`/${BUCKET}/mishashed`, { body: 'abd', payload: sha256('abc') });
    expect([wrong.status, codeOf(wrong)]).toEqual([400, 'XAmzContentSHA256Mismatch']);
    expect(await exists('mishashed')).toBe(false);
  });

  it('must be hashed in a way that S3 knows', async () => {
    const answer = await sendSigned(`/${BUCKET}/odd`, { body: 'abc', payload: 'MD5-PAYLOAD' });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'InvalidArgument']);
  });
});

/** Node's client would add a length by itself. */
async function speak(lines: string[]): Promise<string> {
  const socket = connect(test.port, '127.0.0.1');
  const answer = readText(socket);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const words = await answer;
  return words;
}

const host = () => `Host: 127.0.0.1:${test.port}`;

describe('length', () => {
  it('must be given', async () => {
    const answer = await speak([`PUT ${await signPut('x')} HTTP/1.1`, host(), 'Connection: close']);
    expect(answer).toMatch(/^HTTP\/1\.1 411 /);
    expect(answer).toContain('<Code>MissingContentLength</Code>');
  });

  it('cannot be replaced by HTTP chunks', async () => {
    const path = await signPut('x');
    const answer = await new Promise<string>((resolve, reject) => {
      const request = openRequest({ host: '127.0.0.1', port: test.port, method: 'PUT', path }, (response) =>
        resolve(readText(response)),
      );
      request.on('error', reject);
      request.write('some');
      request.end('thing');
    });
    expect(answer).toContain('<Code>NotImplemented</Code>');
    expect(answer).toContain('<Header>Transfer-Encoding</Header>');
  });

  it('is at most 5 GiB', async () => {
    const headers = { 'content-length': String(5 * 1024 ** 3 + 1) };
    const path = await signPut('x');
    const request = openRequest({ host: '127.0.0.1', port: test.port, method: 'PUT', path, headers });
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
  const socket = connect(test.port, '127.0.0.1');
  const lines = [`PUT ${await signPut(key)} HTTP/1.1`, `Host: 127.0.0.1:${test.port}`];
  socket.write(`${[...lines, `Content-Length: ${promised}`].join('\r\n')}\r\n\r\n${'x'.repeat(sent)}`);
  return socket;
}

/** Waits until the condition holds: only the folder shows what the server has received. */
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
    const url = await getSignedUrl(impatient.s3, new PutObjectCommand({ Bucket: BUCKET, Key: 'stalled' }));
    const socket = connect(impatient.port, '127.0.0.1');
    const head = [`Host: 127.0.0.1:${impatient.port}`, 'Content-Length: 200000'].join('\r\n');
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
      await getSignedUrl(test.s3, new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects: [] } }), {
        unsignableHeaders: new Set(['content-length', 'content-type']),
      }),
    );
    const body = 'x'.repeat(12_000_000);
    const socket = connect(test.port, '127.0.0.1');
    const answer = readText(socket);
    const head = [`Host: 127.0.0.1:${test.port}`, `Content-Length: ${body.length}`].join('\r\n');
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
    const socket = connect(test.port, '127.0.0.1');
    const answer = readText(socket);
    const head = [`Host: 127.0.0.1:${test.port}`, `Content-Length: ${body.length}`].join('\r\n');
    socket.write(`PUT ${path} HTTP/1.1\r\n${head}\r\n\r\n${body}`);
    socket.write(`PUT ${await signPut('accepted')} HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n${body}`);
    expect((await answer).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 403', 'HTTP/1.1 200']);
    expect(await exists('accepted')).toBe(true);
  });
});

it('accepts a body that waits for its 100-continue', async () => {
  const Body = Buffer.alloc(3_000_000, 1);
  const client = clientOf(test.server.url, { expectContinueHeader: true });
  await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'expected', Body }));
  expect(await exists('expected')).toBe(true);
});
