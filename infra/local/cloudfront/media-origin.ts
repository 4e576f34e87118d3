import type { KeyObject } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { checkSignedRequest } from './signed-request.ts';
import { splitTarget } from '../http/split-target.ts';
import type { DirectObjects, ObjectMeta, ObjectReading } from '../s3/direct-objects.ts';
import type { GatewayReply } from '../api-gateway/function-reply.ts';
import { edgeError } from './edge-error.ts';
import type { Exchange } from '../http/http-exchange.ts';
import { isNotModified, applicableRange } from './conditional-requests.ts';

export type MediaOrigin = {
  readonly bucket: string;
  readonly objects: DirectObjects;
  /** Public keys by CloudFront key pair id. */
  readonly keys: ReadonlyMap<string, KeyObject>;
  readonly now: () => Date;
};

/** CloudFront's own refusal of a viewer without a valid signature; undefined if the bucket may be asked. */
export function signatureRefusal(origin: MediaOrigin, { request }: Exchange): GatewayReply | undefined {
  const [path, query] = splitTarget(request.url ?? '/');
  const refusal = checkSignedRequest(
    {
      url: `http://${request.headers.host ?? ''}${path}`,
      query,
      cookieHeader: request.headers.cookie,
    },
    { keys: origin.keys, now: origin.now() },
  );
  return refusal && edgeError({ status: 403, ...refusal });
}

/**
 * Sends the object of the media bucket whose key is the path. The store sees nothing of the query, so nobody can
 * override an object's headers.
 * @returns the bucket's error, which is not sent
 */
export async function sendMedia(origin: MediaOrigin, exchange: Exchange): Promise<GatewayReply | undefined> {
  const { request, response } = exchange;
  const [path] = splitTarget(request.url ?? '/');
  const name = { bucket: origin.bucket, key: decodeURIComponent(path.slice(1)) };
  const meta = origin.objects.head(name);
  if (meta === undefined) return missing;
  const validators = { etag: `"${meta.eTag}"`, lastModified: meta.lastModified };
  response.setHeader('ETag', validators.etag);
  response.setHeader('Last-Modified', meta.lastModified.toUTCString());
  setMetaHeaders(exchange, meta);
  if (isNotModified(request.headers, validators)) {
    response.removeHeader('Content-Type');
    response.writeHead(304).end();
  } else if (request.method === 'HEAD') {
    response.writeHead(200, { 'Accept-Ranges': 'bytes', 'Content-Length': meta.sizeBytes }).end();
  } else {
    const reading = await origin.objects.read({
      ...name,
      range: applicableRange(request.headers, validators),
    });
    if (reading === undefined) return missing;
    return sendReading(reading, exchange);
  }
  return undefined;
}

/** CloudFront may read this bucket but not list it, so S3 does not tell it that a file is missing. */
const missing = edgeError({ status: 403, code: 'AccessDenied', message: 'Access Denied' });

function setMetaHeaders({ response }: Exchange, meta: ObjectMeta): void {
  for (const [name, value] of Object.entries(meta.headers)) response.setHeader(name, value);
}

async function sendReading(
  { status, meta, range, stream }: ObjectReading,
  { response }: Exchange,
): Promise<GatewayReply | undefined> {
  if (status === 416) {
    stream.destroy();
    response.setHeader('Content-Range', `bytes */${meta.sizeBytes}`);
    return edgeError({ status, code: 'InvalidRange', message: 'The range is not satisfiable.' });
  }
  response.setHeader('Accept-Ranges', 'bytes');
  if (range !== undefined) {
    response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${meta.sizeBytes}`);
  }
  const length = range === undefined ? meta.sizeBytes : range.end - range.start + 1;
  response.writeHead(status, { 'Content-Length': length });
  // Closes the file if the viewer disconnects.
  await pipeline(stream, response);
  return undefined;
}
