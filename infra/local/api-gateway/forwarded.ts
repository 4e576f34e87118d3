import { randomBytes } from 'node:crypto';

export type ForwardedFacts = {
  /** The peer's address: that of CloudFront, in front of the HTTP API. */
  readonly sourceIp: string;
  readonly port: number;
  readonly now: Date;
};

/**
 * Adds the headers that API Gateway adds to a request: its peer at the end of X-Forwarded-For, port, scheme
 * and a trace id. A port, scheme or trace id that a client claims is replaced.
 */
export function withForwardedHeaders(rawHeaders: readonly string[], facts: ForwardedFacts): string[] {
  const replaced = new Set(['x-forwarded-port', 'x-forwarded-proto', 'x-forwarded-for', 'x-amzn-trace-id']);
  const kept: string[] = [];
  const forwardedFor: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (name.toLowerCase() === 'x-forwarded-for') forwardedFor.push(value);
    if (!replaced.has(name.toLowerCase())) kept.push(name, value);
  }
  const seconds = Math.floor(facts.now.getTime() / 1000).toString(16);
  return [
    ...kept,
    'x-forwarded-for',
    [...forwardedFor, facts.sourceIp].join(', '),
    'x-forwarded-port',
    String(facts.port),
    'x-forwarded-proto',
    'http',
    'x-amzn-trace-id',
    `Root=1-${seconds}-${randomBytes(12).toString('hex')}`,
  ];
}
