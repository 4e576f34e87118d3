import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** About one packet: compressing less than that saves nothing on the way. */
const WORTH_IT_BYTES = 1400;

/** Quality 4 is where brotli is as fast as gzip and still smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * Compresses a JSON reply if the client accepts it. CloudFront compresses only what it may cache, and replies
 * to people are not cached: a gallery page is twenty times smaller this way, which matters on venue Wi-Fi.
 */
export function compressReply(
  reply: APIGatewayProxyStructuredResultV2,
  event: APIGatewayProxyEventV2,
): APIGatewayProxyStructuredResultV2 {
  const { body } = reply;
  if (body === undefined || body.length < WORTH_IT_BYTES) return reply;
  const encoding = encodingFor(event.headers['accept-encoding'] ?? '');
  const headers = { ...reply.headers, vary: 'accept-encoding' };
  if (!encoding) return { ...reply, headers };
  const bytes = encoding === 'br' ? brotliCompressSync(body, BROTLI) : gzipSync(body);
  return {
    ...reply,
    headers: { ...headers, 'content-encoding': encoding },
    body: bytes.toString('base64'),
    isBase64Encoded: true,
  };
}

function encodingFor(accepted: string): 'br' | 'gzip' | undefined {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
    .map((one) => one.split(';', 1)[0]?.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : undefined;
}
