import type { S3Response } from './operation.ts';
import type { HeaderMap } from './request-target.ts';
import { S3Error } from './s3-error.ts';

export type CorsPolicy = {
  /** Origins as browsers send them, such as `http://localhost:3000`. */
  allowedOrigins: readonly string[];
};

const METHODS = ['PUT', 'GET', 'HEAD'];
const VARY = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method';

/** The headers that let a page of an allowed origin read an answer; none for others (Fetch standard, "CORS protocol"). */
export function corsHeaders(
  { allowedOrigins }: CorsPolicy,
  { origin, method }: { origin: string | undefined; method: string },
): Record<string, string> {
  if (origin === undefined || !allowedOrigins.includes(origin) || !METHODS.includes(method))
    return { vary: VARY };
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': METHODS.join(', '),
    'access-control-expose-headers': 'ETag',
    'access-control-max-age': '3000',
    vary: VARY,
  };
}

/** Answers a preflight request, which is never signed. @throws S3Error AccessForbidden, BadRequest */
export function preflight(policy: CorsPolicy, headers: HeaderMap): S3Response {
  const origin = headers.get('origin');
  const method = headers.get('access-control-request-method') ?? '';
  if (origin === undefined) throw new S3Error('BadRequest');
  const allowed = corsHeaders(policy, { origin, method });
  if (!('access-control-allow-origin' in allowed)) throw new S3Error('AccessForbidden');
  const asked = headers.get('access-control-request-headers');
  return {
    status: 200,
    headers: {
      ...allowed,
      ...(asked === undefined ? {} : { 'access-control-allow-headers': asked.toLowerCase() }),
    },
  };
}
