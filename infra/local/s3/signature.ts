import { timingSafeEqual } from 'node:crypto';
import { canonicalRequest, hmac, sha256Hex } from './canonical-request.ts';
import { type CredentialClaim, readClaim } from './credential-claim.ts';
import type { HeaderMap, RequestTarget } from './request-target.ts';
import { S3Error } from './s3-error.ts';

export type Credentials = { accessKeyId: string; secretAccessKey: string };

export type SignedRequest = { method: string; target: RequestTarget; headers: HeaderMap };
export type SignatureRules = { credentials: readonly Credentials[]; region: string; now: () => Date };

const SKEW_MS = 15 * 60 * 1000;

/**
 * Verifies a request's Signature Version 4 (Amazon S3 API Reference, "Authenticating Requests").
 * @returns what the body must match: its SHA-256, or S3's constant for a body that is not hashed as a whole
 * @throws S3Error with S3's code for what is wrong
 */
export function authorize(request: SignedRequest, rules: SignatureRules): string {
  const claim = readClaim(request);
  const owner = rules.credentials.find(({ accessKeyId }) => accessKeyId === claim.accessKeyId);
  if (!owner) throw new S3Error('InvalidAccessKeyId', { detail: { AWSAccessKeyId: claim.accessKeyId } });
  checkRegion(claim, rules.region);
  checkTime(claim, rules.now());
  checkCoverage(claim, request.headers);

  const canonical = canonicalRequest({ ...request, ...claim });
  const stringToSign = ['AWS4-HMAC-SHA256', claim.timestamp, claim.scope, sha256Hex(canonical)].join('\n');
  const signingKey = claim.scope.split('/').reduce(hmac, Buffer.from(`AWS4${owner.secretAccessKey}`));
  if (!sameSignature(claim.signature, hmac(signingKey, stringToSign))) {
    throw new S3Error('SignatureDoesNotMatch', {
      detail: {
        AWSAccessKeyId: claim.accessKeyId,
        StringToSign: stringToSign,
        SignatureProvided: claim.signature,
        CanonicalRequest: canonical,
      },
    });
  }
  return claim.payload;
}

/** Compares in constant time. */
function sameSignature(hex: string, right: Buffer): boolean {
  const given = Buffer.from(hex, 'hex');
  return hex.length === right.length * 2 && given.length === right.length && timingSafeEqual(given, right);
}

function checkRegion({ region, expiresSeconds }: CredentialClaim, expected: string): void {
  if (region === expected) return;
  const code =
    expiresSeconds === undefined ? 'AuthorizationHeaderMalformed' : 'AuthorizationQueryParametersError';
  throw new S3Error(code, {
    message: `The authorization header is malformed; the region '${region}' is wrong; expecting '${expected}'`,
    detail: { Region: expected },
  });
}

function checkTime({ timestamp, day, expiresSeconds }: CredentialClaim, now: Date): void {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(timestamp);
  if (!match || !timestamp.startsWith(`${day}T`)) {
    throw new S3Error('AccessDenied', {
      message: 'The date of the request and of its Credential must agree',
    });
  }
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  const signedMs = Date.UTC(year, month - 1, date, hour, minute, second);
  const ageMs = now.getTime() - signedMs;
  const ServerTime = now.toISOString();
  if (expiresSeconds === undefined) {
    if (Math.abs(ageMs) <= SKEW_MS) return;
    throw new S3Error('RequestTimeTooSkewed', { detail: { RequestTime: timestamp, ServerTime } });
  }
  if (ageMs < -SKEW_MS) throw new S3Error('AccessDenied', { message: 'Request is not yet valid' });
  if (ageMs <= expiresSeconds * 1000) return;
  const Expires = new Date(signedMs + expiresSeconds * 1000).toISOString();
  throw new S3Error('AccessDenied', {
    message: 'Request has expired',
    detail: { 'X-Amz-Expires': expiresSeconds, Expires, ServerTime },
  });
}

/** S3 requires the host and every `x-amz-` header to be signed, so that none can be added on the way. */
function checkCoverage({ signedHeaders }: CredentialClaim, headers: HeaderMap): void {
  const needed = [...headers.keys()].filter((name) => name === 'host' || name.startsWith('x-amz-'));
  const unsigned = needed.filter((name) => !signedHeaders.includes(name));
  if (unsigned.length === 0) return;
  throw new S3Error('AccessDenied', {
    message: 'There were headers present in the request which were not signed',
    detail: { HeadersNotSigned: unsigned.join(', ') },
  });
}
