import { hopByHop } from './request-event.ts';

/** The HTTP response of the gateway. */
export type GatewayReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Buffer;
};

/**
 * Reads a function's result as HTTP API does for payload format 2.0, in its documented shape.
 * @returns undefined for a malformed one, which API Gateway answers with a 500
 */
export function toReply(payload: unknown): GatewayReply | undefined {
  if (!isRecord(payload)) return undefined;
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded = false } = payload;
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 200 || status > 599) return undefined;
  const text = body ?? '';
  const ownHeaders = headers ?? {};
  const ownCookies: unknown = cookies ?? [];
  if (typeof text !== 'string' || !isRecord(ownHeaders) || !Array.isArray(ownCookies)) return undefined;
  return {
    status,
    headers: plainHeaders(ownHeaders, text !== ''),
    cookies: ownCookies.map(String),
    body: Buffer.from(text, isBase64Encoded === true ? 'base64' : 'utf8'),
  };
}

/** An answer of API Gateway's own. */
export function gatewayError(status: number, fields: Readonly<Record<string, string>>): GatewayReply {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    cookies: [],
    body: Buffer.from(JSON.stringify(fields)),
  };
}

function plainHeaders(given: Record<string, unknown>, hasBody: boolean): Record<string, string> {
  const headers: Record<string, string> = hasBody ? { 'content-type': 'text/plain;charset=UTF-8' } : {};
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    // Content-Length is that of the body actually sent.
    if (!isPlain(value) || hopByHop.has(lower) || lower === 'content-length') continue;
    headers[lower] = String(value);
  }
  return headers;
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
