import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { decoded, splitTarget } from '../http/split-target.ts';

/** A request as the HTTP API receives it from the edge. */
export type GatewayRequest = {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** Name, value, name, value … as sent. */
  readonly rawHeaders: readonly string[];
  readonly body: AsyncIterable<Buffer>;
  readonly sourceIp: string;
  readonly httpVersion: string;
};

/** The request after its body has been read. */
export type ReadRequest = Omit<GatewayRequest, 'body'> & { readonly body: Buffer };

export type EventContext = {
  /** Such as `GET /api/events`, or `$default` if no other route matches. */
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly now: Date;
};

/** Headers of a single connection, which are not forwarded (RFC 9110, 7.6.1). */
export const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The event of API Gateway's HTTP API, payload format 2.0. As there, `rawPath` is percent-decoded despite its
 * name, absent parts are left out, and a body is text only for `text/*` and `application/` json, xml and
 * javascript; forms and bodies without a type are base64-encoded.
 */
export function toEvent(request: ReadRequest, context: EventContext): APIGatewayProxyEventV2 {
  const { method, target, body, sourceIp, httpVersion } = request;
  const { routeKey, pathParameters, requestId, now } = context;
  const [path, query] = splitTarget(target);
  const { headers, cookies } = mergeHeaders(request.rawHeaders);
  const rawPath = decoded(path) ?? path;
  const isText = isTextType(headers['content-type']);
  const parameters = mergeQuery(query);
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString: query,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(query !== '' && { queryStringParameters: parameters }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters: { ...pathParameters } }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: headers.host ?? 'localhost',
      domainPrefix: (headers.host ?? 'localhost').split('.')[0] ?? 'localhost',
      http: {
        method,
        path: rawPath,
        protocol: `HTTP/${httpVersion}`,
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey,
      stage: '$default',
      time: clfTime(now),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

function isTextType(contentType: string | undefined): boolean {
  const essence = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^(?:text\/.+|application\/(?:json|xml|javascript))$/.test(essence);
}

/** Lower-case names, repeated ones joined by commas; cookies separately. */
function mergeHeaders(rawHeaders: readonly string[]): { headers: Record<string, string>; cookies: string[] } {
  const merged = new Map<string, string>();
  const cookies: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const value = rawHeaders[index + 1] ?? '';
    if (name === 'cookie') {
      cookies.push(
        ...value
          .split(';')
          .map((part) => part.trim())
          .filter(Boolean),
      );
    } else if (!hopByHop.has(name)) {
      const before = merged.get(name);
      merged.set(name, before === undefined ? value : `${before},${value}`);
    }
  }
  return { headers: Object.fromEntries(merged), cookies };
}

function mergeQuery(query: string): Record<string, string> {
  const merged = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = merged.get(name);
    merged.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(merged);
}

/** Common Log Format: `12/Mar/2026:19:03:58 +0000`. */
function clfTime(now: Date): string {
  const [, day, month, year, time] = now.toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}
