import { hopByHop } from './request-event.ts';

/** What goes back to the browser. */
export type GatewayReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Buffer;
};

/**
 * A function's answer as HTTP API reads payload format 2.0, with the documented shape.
 * @returns undefined where API Gateway would call the answer malformed (a 500).
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

/** Answers that API Gateway itself gives, in its own words. */
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
    // The length is that of the body that is really sent.
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
