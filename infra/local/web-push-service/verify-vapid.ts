import { createPublicKey, verify } from 'node:crypto';
import * as z from 'zod/mini';

/** A token may be valid for a day at most. */
const DAY_SECONDS = 24 * 3600;

const header = z.object({ alg: z.literal('ES256') });
const claims = z.object({
  aud: z.string(),
  exp: z.number(),
  /** The standard only recommends it, but Apple's service requires it. */
  sub: z.string().check(z.regex(/^(?:mailto:|https:)./)),
});

/**
 * The sender that an `Authorization: vapid t=…, k=…` proves, as a public key in base64url. Source: RFC 8292.
 * @param origin of the push service: a token is for one
 * @returns undefined if it proves nothing
 */
export function verifyVapid(
  authorization: string | undefined,
  { origin, now }: { origin: string; now: Date },
): string | undefined {
  const fields = new Map(
    (/^vapid (.*)$/i.exec(authorization ?? '')?.[1] ?? '').split(',').map((part) => {
      const [name = '', ...value] = part.trim().split('=');
      return [name, value.join('=')] as const;
    }),
  );
  const [token, key] = [fields.get('t'), fields.get('k')];
  if (!token || !key) return undefined;
  const [head = '', body = '', signature = ''] = token.split('.');
  if (!header.safeParse(json(head)).success) return undefined;
  const said = claims.safeParse(json(body));
  if (!said.success || said.data.aud !== origin) return undefined;
  const seconds = now.getTime() / 1000;
  if (said.data.exp <= seconds || said.data.exp > seconds + DAY_SECONDS) return undefined;
  return isSigned(`${head}.${body}`, { signature, key }) ? key : undefined;
}

function isSigned(text: string, { signature, key }: { signature: string; key: string }): boolean {
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return false;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  try {
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const proof = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    return verify('sha256', Buffer.from(text), proof, Buffer.from(signature, 'base64url'));
  } catch {
    // Not a point on the curve.
    return false;
  }
}

function json(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
