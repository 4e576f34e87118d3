import { verify, type KeyObject } from 'node:crypto';
import { parseCookie } from 'cookie';
import * as z from 'zod/mini';
import { matchesPattern } from '../../edge/path-behaviours.ts';

export type ViewerRequest = {
  /** Scheme, host and path as the viewer sent them. */
  readonly url: string;
  /** Query as sent, without the question mark. */
  readonly query: string;
  readonly cookieHeader: string | undefined;
};

export type TrustedKeys = {
  /** Public keys by key pair id. */
  readonly keys: ReadonlyMap<string, KeyObject>;
  readonly now: Date;
};

/** CloudFront's code and message for a 403. */
export type Refusal = { readonly code: string; readonly message: string };

type Credentials = {
  readonly policy?: string;
  readonly signature?: string;
  readonly keyPairId?: string;
};

const signingParameters = ['Policy', 'Signature', 'Key-Pair-Id'];

/**
 * One statement about one resource, with an end (CloudFront Developer Guide, "Create a signed URL using a
 * custom policy"). Strict: a start or an IP range, which CloudFront supports too, is refused.
 */
const policySchema = z.object({
  Statement: z.tuple([
    z.strictObject({
      Resource: z.string(),
      Condition: z.strictObject({ DateLessThan: z.object({ 'AWS:EpochTime': z.number() }) }),
    }),
  ]),
});

const denied: Refusal = { code: 'AccessDenied', message: 'Access denied' };

/**
 * Checks a signed URL or signed cookies with a custom policy, as CloudFront does for a behaviour with trusted
 * key groups. A signed URL goes before cookies: if the query carries any of its parameters, cookies are
 * ignored.
 * @returns undefined if the request may pass, else the reason for the 403
 */
export function checkSignedRequest(request: ViewerRequest, trust: TrustedKeys): Refusal | undefined {
  const credentials = credentialsOf(request);
  const { keyPairId, signature } = credentials;
  if (!keyPairId)
    return { code: 'MissingKey', message: 'Missing Key-Pair-Id query parameter or cookie value' };
  const key = trust.keys.get(keyPairId);
  if (key === undefined) return { code: 'InvalidKey', message: 'Unknown Key' };
  if (!signature)
    return { code: 'MissingSignature', message: 'Missing Signature query parameter or cookie value' };
  if (credentials.policy === undefined)
    return { code: 'MissingPolicy', message: 'Missing Policy query parameter or cookie value' };
  const policy = fromUrlSafe(credentials.policy).toString();
  if (!verify('RSA-SHA1', Buffer.from(policy), key, fromUrlSafe(signature))) return denied;
  return policyRefusal({ policy, url: viewedUrl(request), now: trust.now });
}

/** CloudFront's own base64, with `-`, `_` and `~` for `+`, `=` and `/`. */
function fromUrlSafe(text: string): Buffer {
  const plain = text.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/');
  return Buffer.from(plain, 'base64');
}

function credentialsOf({ query, cookieHeader }: ViewerRequest): Credentials {
  const parameters = new URLSearchParams(query);
  const inQuery = signingParameters.some((name) => parameters.has(name));
  const cookies = parseCookie(cookieHeader ?? '');
  const read = (name: string): string | undefined =>
    (inQuery ? parameters.get(name) : cookies[`CloudFront-${name}`]) || undefined;
  return {
    policy: read('Policy'),
    signature: read('Signature'),
    keyPairId: read('Key-Pair-Id'),
  };
}

/** The URL that was signed: without the parameters that signing itself added. */
function viewedUrl({ url, query }: ViewerRequest): string {
  const rest = query
    .split('&')
    .filter((pair) => pair !== '' && !signingParameters.includes(pair.split('=')[0] ?? ''))
    .join('&');
  return rest === '' ? url : `${url}?${rest}`;
}

type Signed = { policy: string; url: string; now: Date };

function policyRefusal({ policy, url, now }: Signed): Refusal | undefined {
  const parsed = policySchema.safeParse(parsedJson(policy));
  if (!parsed.success) return { code: 'MalformedPolicy', message: 'Malformed Policy' };
  const [{ Resource, Condition }] = parsed.data.Statement;
  const isInTime = now.getTime() / 1000 < Condition.DateLessThan['AWS:EpochTime'];
  return isInTime && matchesPattern({ pattern: Resource, text: url }) ? undefined : denied;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
