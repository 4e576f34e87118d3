import type { IncomingMessage } from 'node:http';
import { S3Error } from './s3-error.ts';

/** What a request line addresses. All parts are decoded; `path` keeps its leading slash. */
export type RequestTarget = {
  path: string;
  bucket: string;
  /** Empty if the bucket itself is addressed. */
  key: string;
  /** All query parameters, in the request's order. */
  parameters: readonly (readonly [name: string, value: string])[];
  query: ReadonlyMap<string, string>;
};

export type HeaderMap = ReadonlyMap<string, string>;

const MAX_KEY_BYTES = 1024;

/**
 * Parses a request line. Without the class URL, which would resolve `..`; in a key that is ordinary text.
 * @throws S3Error InvalidURI, KeyTooLongError
 */
export function parseTarget(url: string): RequestTarget {
  const [rawPath = '', ...rest] = url.split('?');
  const path = decode(rawPath);
  if (!path.startsWith('/')) throw new S3Error('InvalidURI');
  const slash = path.indexOf('/', 1);
  const bucket = slash < 0 ? path.slice(1) : path.slice(1, slash);
  const key = slash < 0 ? '' : path.slice(slash + 1);
  checkKey(key);
  const parameters = rest.join('?').split('&').filter(Boolean).map(parameter);
  return { path, bucket, key, parameters, query: new Map(parameters.toReversed()) };
}

/** @throws S3Error KeyTooLongError: keys are at most 1024 bytes of UTF-8. */
export function checkKey(key: string): void {
  const size = Buffer.byteLength(key);
  if (size <= MAX_KEY_BYTES) return;
  throw new S3Error('KeyTooLongError', { detail: { Size: size, MaxSizeAllowed: MAX_KEY_BYTES } });
}

function parameter(text: string): readonly [string, string] {
  const plain = text.replaceAll('+', '%20');
  const equals = plain.indexOf('=');
  return equals < 0 ? [decode(plain), ''] : [decode(plain.slice(0, equals)), decode(plain.slice(equals + 1))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI');
  }
}

/** Lower-case names, repeated ones joined by commas, bytes as Latin-1 characters. */
export function readHeaders(request: IncomingMessage): HeaderMap {
  const headers = new Map<string, string>();
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = String(request.rawHeaders[at]).toLowerCase();
    const value = String(request.rawHeaders[at + 1]).trim();
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return headers;
}

/** Whether a text is valid in a header: printable Latin-1. */
export function isHeaderValue(text: string): boolean {
  return /^[\t\u0020-\u007e\u00a0-\u00ff]*$/.test(text);
}
