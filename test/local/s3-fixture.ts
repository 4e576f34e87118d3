import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, request as openRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { type LocalS3, type LocalS3Options, startS3 } from '../../infra/local/s3/start-s3.ts';
import { BUCKET, CREDENTIALS, REGION, SETTINGS } from './s3-settings.ts';

export { BUCKET, CREDENTIALS, REGION, SETTINGS } from './s3-settings.ts';

/** For the page that the tests upload from. */
export const CORS = {
  allowedOrigins: ['http://localhost:3000'],
  allowedMethods: ['PUT'],
  allowedHeaders: ['content-type', 'if-none-match'],
  exposedHeaders: ['etag'],
  maxAgeSeconds: 3600,
};

export type TestServer = {
  server: LocalS3;
  port: number;
  s3: S3Client;
  dataDir: string;
  /** What the server reported through its log. */
  logged: { message: string; error?: unknown }[];
  stop(): Promise<void>;
};

/**
 * The real SDK as functions use it, pointed at a server; it uses path style by itself if the host is an
 * address.
 */
export function clientOf(url: string, config: S3ClientConfig = {}): S3Client {
  return new S3Client({
    endpoint: url,
    region: REGION,
    credentials: CREDENTIALS,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...config,
  });
}

/** A server on a folder of its own, which `stop` removes. */
export async function startTestServer(options: Partial<LocalS3Options> = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'object-server-')));
  const logged: TestServer['logged'] = [];
  const log: LocalS3Options['log'] = (message, error) => void logged.push({ message, error });
  const server = await startS3({ ...SETTINGS, cors: CORS, log, ...options, dataDir });
  const s3 = clientOf(server.url);
  return {
    server,
    port: Number(new URL(server.url).port),
    s3,
    dataDir,
    logged,
    async stop() {
      s3.destroy();
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The settings of functions whose media bucket is a server's. */
export const functionSettings = ({ server }: TestServer): Record<string, string> => ({
  AWS_ENDPOINT_URL_S3: server.url,
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  MEDIA_BUCKET: BUCKET,
});

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: string };
export type RawRequest = {
  method?: string;
  /** Sent as it is: nothing is encoded or resolved. */
  path: string;
  headers?: Record<string, string | number>;
  body?: string | Uint8Array;
};

/** Sends a request as it is, for what the SDK would not send. */
export function rawRequest({ port }: Pick<TestServer, 'port'>, raw: RawRequest): Promise<RawAnswer> {
  const { method = 'GET', path, headers = {}, body } = raw;
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers, agent: false };
    const request = openRequest(options, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(pieces).toString(),
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Method, path and headers of a command as the SDK signs it, ready to be tampered with; nothing is sent. */
export async function signedByHeader(
  s3: S3Client,
  command: unknown,
): Promise<Required<Omit<RawRequest, 'body'>>> {
  let captured: Required<Omit<RawRequest, 'body'>> | undefined;
  const twin = new S3Client({
    region: REGION,
    credentials: CREDENTIALS,
    endpoint: await endpointOf(s3),
    requestHandler: {
      handle(request: {
        method: string;
        path: string;
        query: Record<string, string>;
        headers: Record<string, string>;
      }) {
        const query = new URLSearchParams(request.query).toString();
        captured = {
          method: request.method,
          path: query === '' ? request.path : `${request.path}?${query}`,
          headers: request.headers,
        };
        return Promise.reject(new Error('captured'));
      },
    },
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  await twin.send(command as Parameters<S3Client['send']>[0]).catch(() => undefined);
  if (!captured) throw new Error('The SDK sent nothing.');
  return captured;
}

async function endpointOf(s3: S3Client): Promise<string> {
  const endpoint = await s3.config.endpoint?.();
  return `http://${endpoint?.hostname}:${endpoint?.port}`;
}

/** What the folder holds besides the catalogue: finished blobs, and files still being written. */
export async function storedFiles(dataDir: string): Promise<{ blobs: string[]; incoming: string[] }> {
  const list = async (folder: string) => {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  return { blobs: await list('blobs'), incoming: await list('incoming') };
}

/** S3's error code in a document. */
export function codeOf({ body }: Pick<RawAnswer, 'body'>): string | undefined {
  return /<Code>(\w+)<\/Code>/.exec(body)?.[1];
}

export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
