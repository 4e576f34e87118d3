import type { KeyObject } from 'node:crypto';
import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { refusalOf } from '../cloudfront/signed-request.ts';
import { splitTarget } from '../gateway/event.ts';
import { sendEdgeError } from './edge-error.ts';

export type MediaOriginOptions = {
  readonly bucket: string;
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly keys: ReadonlyMap<string, KeyObject>;
  readonly now: () => Date;
};

const requestHeaders = ['range', 'if-range', 'if-match', 'if-none-match', 'if-modified-since'] as const;
const replyHeaders = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
] as const;

type Exchange = { request: IncomingMessage; response: ServerResponse };

/**
 * The signed behaviour in front of the media bucket: checks the viewer's signature, then asks the store in the
 * edge's own name (CloudFront's origin access control). No query goes to the store, so nobody can ask it for
 * other headers or versions.
 */
export function createMediaOrigin(options: MediaOriginOptions) {
  const { bucket, endpoint, credentials, keys, now } = options;
  const client = new S3Client({ region: 'us-east-1', endpoint, credentials, forcePathStyle: true });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const send = async ({ request, response }: Exchange): Promise<void> => {
    const [path, query] = splitTarget(request.url ?? '/');
    const refusal = refusalOf(
      {
        url: `http://${request.headers.host ?? ''}${path}`,
        query,
        cookieHeader: request.headers.cookie,
        sourceIp: request.socket.remoteAddress ?? '',
      },
      { keys, now: now() },
    );
    if (refusal !== undefined) {
      sendEdgeError(response, { status: 403, ...refusal });
      return;
    }
    const input = { Bucket: bucket, Key: decodeURIComponent(path.slice(1)) };
    const command = request.method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input);
    await forward({ url: await getSignedUrl(client, command), agent, exchange: { request, response } });
  };
  return {
    send,
    close: () => {
      agent.destroy();
      client.destroy();
    },
  };
}

async function forward(call: { url: string; agent: Agent; exchange: Exchange }): Promise<void> {
  const { request, response } = call.exchange;
  const headers = Object.fromEntries(
    requestHeaders.flatMap((name) => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const upstream = httpRequest(call.url, { method: request.method, headers, agent: call.agent });
  // A viewer that leaves takes the store's answer along.
  response.once('close', () => upstream.destroy());
  const answered = Promise.withResolvers<IncomingMessage>();
  upstream.once('response', answered.resolve);
  upstream.once('error', answered.reject);
  upstream.end();
  const answer = await answered.promise;
  for (const name of replyHeaders) {
    const value = answer.headers[name];
    if (value !== undefined) response.setHeader(name, value);
  }
  response.writeHead(answer.statusCode ?? 502);
  await pipeline(answer, response);
}
