import type { IncomingMessage } from 'node:http';
import type { GatewayReply } from '../api-gateway/function-reply.ts';
import { quotas } from '../../quotas/quotas.ts';
import { edgeError } from './edge-error.ts';

export const MAX_HEAD_BYTES = quotas.edgeHeadBytes.value;
export const MAX_URL_BYTES = quotas.edgeUrlBytes.value;

/** What the server in front must be able to read, so that the edge itself can refuse what is too long. */
export const READABLE_HEAD_BYTES = 2 * MAX_HEAD_BYTES;

const tooLong = (message: string): GatewayReply => ({
  ...edgeError({ status: 413, code: 'RequestEntityTooLarge', message }),
  headers: { 'content-type': 'application/xml', connection: 'close' },
});

/** The refusal of a request that CloudFront does not forward; undefined if it does. */
export function limitRefusal(request: IncomingMessage): GatewayReply | undefined {
  const { method = '', url = '', headers, rawHeaders, httpVersion } = request;
  if (Buffer.byteLength(`https://${headers.host ?? ''}${url}`) > MAX_URL_BYTES)
    return tooLong('The URL is too long.');
  const line = Buffer.byteLength(`${method} ${url} HTTP/${httpVersion}\r\n`);
  if (line + headerBytes(rawHeaders) > MAX_HEAD_BYTES) return tooLong('The request is too long.');
  const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
  if (['GET', 'HEAD'].includes(method) && hasBody)
    return edgeError({ status: 403, code: 'BadRequest', message: 'A GET request has no body.' });
  return undefined;
}

/** An origin's answer, or what CloudFront answers if that has more headers than it takes. */
export function withinLimits(reply: GatewayReply): GatewayReply {
  const lines = [
    ...Object.entries(reply.headers).flat(),
    ...reply.cookies.flatMap((cookie) => ['set-cookie', cookie]),
  ];
  if (headerBytes(lines) <= MAX_HEAD_BYTES) return reply;
  return edgeError({ status: 502, code: 'BadGateway', message: 'The origin’s answer is too long.' });
}

/** @param lines names and values in turn */
function headerBytes(lines: readonly string[]): number {
  // `: ` after a name and a line break after a value.
  return lines.reduce((sum, part) => sum + Buffer.byteLength(part) + 2, 0);
}
