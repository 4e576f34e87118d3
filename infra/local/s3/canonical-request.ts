import { createHash, createHmac } from 'node:crypto';
import type { HeaderMap, RequestTarget } from './request-target.ts';

/** Percent-encodes everything but the unreserved characters of RFC 3986, as Signature Version 4 requires. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

type Signable = {
  method: string;
  target: RequestTarget;
  headers: HeaderMap;
  signedHeaders: readonly string[];
  payload: string;
};

/** What both sides hash (Signature Version 4, "Create a canonical request"; S3 encodes the path once). */
export function canonicalRequest({ method, target, headers, signedHeaders, payload }: Signable): string {
  const query = target.parameters
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encodeStrictly(name), encodeStrictly(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`);
  return [
    method,
    encodeStrictly(target.path).replaceAll('%2F', '/'),
    query.join('&'),
    ...signedHeaders.map((name) => `${name}:${canonicalValue(headers.get(name) ?? '')}`),
    '',
    signedHeaders.join(';'),
    payload,
  ].join('\n');
}

/** Senders sign a value's characters, but its UTF-8 bytes are what arrives; runs of spaces count as one. */
function canonicalValue(value: string): string {
  return Buffer.from(value, 'latin1').toString().replaceAll(/ +/g, ' ');
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

export function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
