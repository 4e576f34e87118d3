import type { HeaderMap, RequestTarget } from './request-target.ts';
import { S3Error } from './s3-error.ts';

/** What a request claims about its signature. Nothing in it is verified yet. */
export type CredentialClaim = {
  accessKeyId: string;
  day: string;
  region: string;
  /** `{day}/{region}/s3/aws4_request` */
  scope: string;
  signedHeaders: string[];
  signature: string;
  /** `YYYYMMDDTHHMMSSZ` */
  timestamp: string;
  /** Only if the URL carries the signature. */
  expiresSeconds?: number;
  /** The body's SHA-256, or S3's constant for a body that is not hashed as a whole. */
  payload: string;
};

type Signed = { target: RequestTarget; headers: HeaderMap };
type MalformedCode = 'AuthorizationHeaderMalformed' | 'AuthorizationQueryParametersError';

const ALGORITHM = 'AWS4-HMAC-SHA256';
const WEEK_SECONDS = 604_800;
const REQUIRED = ['Credential', 'Signature', 'Date', 'SignedHeaders', 'Expires'] as const;

/**
 * Reads the one signature that a request carries, in its Authorization header or in its URL.
 * @throws S3Error AccessDenied for an anonymous request, else the code for a malformed one
 */
export function readClaim({ target, headers }: Signed): CredentialClaim {
  const header = headers.get('authorization');
  const inQuery = target.query.has('X-Amz-Algorithm') || target.query.has('X-Amz-Signature');
  // No session tokens are ever issued here, so none can be right.
  if (headers.has('x-amz-security-token') || target.query.has('X-Amz-Security-Token')) {
    throw new S3Error('InvalidToken');
  }
  if (header !== undefined && inQuery) {
    throw new S3Error('InvalidArgument', { message: 'Only one auth mechanism allowed' });
  }
  if (header !== undefined) return claimOfHeader(header, headers);
  if (inQuery) return claimOfQuery({ target, headers });
  throw new S3Error('AccessDenied');
}

function claimOfHeader(header: string, headers: HeaderMap): CredentialClaim {
  const [algorithm, ...fields] = header.split(/[\s,]+/);
  if (algorithm !== ALGORITHM) {
    throw new S3Error('InvalidRequest', {
      message: `The authorization mechanism you have provided is not supported. Please use ${ALGORITHM}.`,
    });
  }
  const field = (name: string) => {
    const found = fields.find((one) => one.startsWith(`${name}=`));
    if (found === undefined) throw new S3Error('AuthorizationHeaderMalformed');
    return found.slice(name.length + 1);
  };
  const timestamp = headers.get('x-amz-date');
  if (timestamp === undefined) {
    throw new S3Error('AccessDenied', { message: 'AWS authentication requires a valid x-amz-date header' });
  }
  const payload = headers.get('x-amz-content-sha256');
  if (payload === undefined) {
    throw new S3Error('InvalidRequest', {
      message: 'Missing required header for this request: x-amz-content-sha256',
    });
  }
  return {
    ...readCredential(field('Credential'), 'AuthorizationHeaderMalformed'),
    signedHeaders: field('SignedHeaders').split(';'),
    signature: field('Signature'),
    timestamp,
    payload,
  };
}

function claimOfQuery({ target: { query }, headers }: Signed): CredentialClaim {
  const code = 'AuthorizationQueryParametersError';
  if (query.get('X-Amz-Algorithm') !== ALGORITHM) {
    throw new S3Error(code, { message: `X-Amz-Algorithm only supports "${ALGORITHM}"` });
  }
  const value = (name: (typeof REQUIRED)[number]) => query.get(`X-Amz-${name}`) ?? '';
  if (REQUIRED.some((name) => value(name) === '')) {
    const names = REQUIRED.map((name) => `X-Amz-${name}`).join(', ');
    throw new S3Error(code, {
      message: `Query-string authentication version 4 requires the X-Amz-Algorithm, ${names} parameters.`,
    });
  }
  return {
    ...readCredential(value('Credential'), code),
    signedHeaders: value('SignedHeaders').split(';'),
    signature: value('Signature'),
    timestamp: value('Date'),
    expiresSeconds: readExpiry(value('Expires')),
    payload: query.get('X-Amz-Content-Sha256') ?? headers.get('x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD',
  };
}

function readExpiry(text: string): number {
  const seconds = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(seconds)) throw wrongExpiry('should be a number');
  if (seconds < 0) throw wrongExpiry('must be non-negative');
  if (seconds > WEEK_SECONDS)
    throw wrongExpiry(`must be less than a week (in seconds) that is ${WEEK_SECONDS}`);
  return seconds;
}

function wrongExpiry(rule: string): S3Error {
  return new S3Error('AuthorizationQueryParametersError', { message: `X-Amz-Expires ${rule}` });
}

function readCredential(text: string, code: MalformedCode) {
  const parts = text.split('/');
  const [day, region, service, terminator] = parts.slice(-4);
  const accessKeyId = parts.slice(0, -4).join('/');
  if (!accessKeyId || !day || !region || service !== 's3' || terminator !== 'aws4_request') {
    throw new S3Error(code, {
      message: 'The Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/s3/aws4_request".',
    });
  }
  return { accessKeyId, day, region, scope: `${day}/${region}/s3/aws4_request` };
}
