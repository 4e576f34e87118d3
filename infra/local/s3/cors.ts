import type { S3Response } from './operation.ts';
import type { HeaderMap } from './request-target.ts';
import { S3Error } from './s3-error.ts';

/** One rule of a bucket's CORS configuration. Header names are in lower case. */
export type CorsRule = {
  /** As browsers send them, such as `http://localhost:3000`. */
  readonly allowedOrigins: readonly string[];
  readonly allowedMethods: readonly string[];
  readonly allowedHeaders: readonly string[];
  readonly exposedHeaders: readonly string[];
  readonly maxAgeSeconds: number;
};

const VARY = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method';

/** The headers that let a page of an allowed origin read the answer (Fetch standard, "CORS protocol"). */
export function corsHeaders(
  rule: CorsRule | undefined,
  { origin, method }: { origin: string | undefined; method: string },
): Record<string, string> {
  if (origin === undefined || !rule?.allowedOrigins.includes(origin)) return { vary: VARY };
  if (!rule.allowedMethods.includes(method)) return { vary: VARY };
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': rule.allowedMethods.join(', '),
    'access-control-expose-headers': rule.exposedHeaders.join(', '),
    'access-control-max-age': String(rule.maxAgeSeconds),
    vary: VARY,
  };
}

/** Answers a preflight request, which is never signed. @throws S3Error AccessForbidden, BadRequest */
export function preflight(rule: CorsRule | undefined, headers: HeaderMap): S3Response {
  const origin = headers.get('origin');
  const method = headers.get('access-control-request-method') ?? '';
  if (origin === undefined) throw new S3Error('BadRequest');
  const allowed = corsHeaders(rule, { origin, method });
  const asked = (headers.get('access-control-request-headers') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const isAllowed =
    'access-control-allow-origin' in allowed && asked.every((name) => rule?.allowedHeaders.includes(name));
  if (!isAllowed) throw new S3Error('AccessForbidden');
  const named = { 'access-control-allow-headers': asked.join(', ') };
  return { status: 200, headers: asked.length === 0 ? allowed : { ...allowed, ...named } };
}
