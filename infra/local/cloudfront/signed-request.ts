import { verify, type KeyObject } from 'node:crypto';
import { BlockList, isIPv4 } from 'node:net';
import { parseCookie } from 'cookie';
import * as z from 'zod/mini';
import { matches } from '../../edge/edge-rules.ts';

export type ViewerRequest = {
  /** Scheme, host and path as the viewer sent them. */
  readonly url: string;
  /** Query as sent, without the question mark. */
  readonly query: string;
  readonly cookieHeader: string | undefined;
  readonly sourceIp: string;
};

export type TrustedKeys = {
  /** Public keys by key pair id. */
  readonly keys: ReadonlyMap<string, KeyObject>;
  readonly now: Date;
};

/** CloudFront's reasons for a 403, in its own words. */
export type Refusal = { readonly code: string; readonly message: string };

type Credentials = {
  readonly expires?: string;
  readonly policy?: string;
  readonly signature?: string;
  readonly keyPairId?: string;
  readonly algorithm?: string;
};

const signingParameters = ['Expires', 'Policy', 'Signature', 'Key-Pair-Id', 'Hash-Algorithm'];

const epoch = z.object({ 'AWS:EpochTime': z.number() });
/** One statement with an end; start and address range are optional (CloudFront guide, "Custom policy"). */
const policySchema = z.object({
  Statement: z.tuple([
    z.object({
      Resource: z.optional(z.string()),
      Condition: z.object({
        DateLessThan: epoch,
        DateGreaterThan: z.optional(epoch),
        IpAddress: z.optional(z.object({ 'AWS:SourceIp': z.string() })),
      }),
    }),
  ]),
});

const denied: Refusal = { code: 'AccessDenied', message: 'Access denied' };

/**
 * Checks a signed URL or signed cookies as CloudFront does for a behaviour with trusted key groups. A signed URL
 * goes before cookies: when the query carries any of its parameters, cookies are not looked at.
 * @returns undefined when the request may pass, else the reason for the 403.
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
  const url = viewedUrl(request);
  const policy = policyText(credentials, url);
  if (policy === undefined) return { code: 'MissingPolicy', message: 'Missing Policy or Expires' };
  const digest = credentials.algorithm === 'SHA256' ? 'RSA-SHA256' : 'RSA-SHA1';
  if (!verify(digest, Buffer.from(policy), key, fromUrlSafe(signature))) return denied;
  return policyRefusal({ policy, url, sourceIp: request.sourceIp, now: trust.now });
}

/** CloudFront's own base64: `-`, `_`, `~` stand for `+`, `=`, `/`. */
function fromUrlSafe(text: string): Buffer {
  const plain = text.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/');
  return Buffer.from(plain, 'base64');
}

function credentialsOf({ query, cookieHeader }: ViewerRequest): Credentials {
  const parameters = new URLSearchParams(query);
  const inQuery = ['Policy', 'Signature', 'Key-Pair-Id'].some((name) => parameters.has(name));
  const cookies = parseCookie(cookieHeader ?? '');
  const read = (name: string): string | undefined =>
    (inQuery ? parameters.get(name) : cookies[`CloudFront-${name}`]) || undefined;
  return {
    expires: read('Expires'),
    policy: read('Policy'),
    signature: read('Signature'),
    keyPairId: read('Key-Pair-Id'),
    algorithm: read('Hash-Algorithm'),
  };
}

/** The address that was signed: without the parameters that signing itself added. */
function viewedUrl({ url, query }: ViewerRequest): string {
  const rest = query
    .split('&')
    .filter((pair) => pair !== '' && !signingParameters.includes(pair.split('=')[0] ?? ''))
    .join('&');
  return rest === '' ? url : `${url}?${rest}`;
}

function policyText({ policy, expires }: Credentials, url: string): string | undefined {
  if (policy !== undefined) return fromUrlSafe(policy).toString();
  if (expires === undefined || !/^\d{1,12}$/.test(expires)) return undefined;
  // The canned policy is not sent: it follows from address and end, byte for byte.
  return `{"Statement":[{"Resource":"${url}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;
}

type Signed = { policy: string; url: string; sourceIp: string; now: Date };

function policyRefusal({ policy, url, sourceIp, now }: Signed): Refusal | undefined {
  const parsed = policySchema.safeParse(parsedJson(policy));
  if (!parsed.success) return { code: 'MalformedPolicy', message: 'Malformed Policy' };
  const [{ Resource, Condition }] = parsed.data.Statement;
  const seconds = now.getTime() / 1000;
  const start = Condition.DateGreaterThan?.['AWS:EpochTime'];
  const range = Condition.IpAddress?.['AWS:SourceIp'];
  const allowed =
    seconds < Condition.DateLessThan['AWS:EpochTime'] &&
    (start === undefined || seconds > start) &&
    (Resource === undefined || matches({ pattern: Resource, text: url })) &&
    (range === undefined || inRange(sourceIp, range));
  return allowed ? undefined : denied;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param range IPv4 in CIDR notation or a single address; IPv6 viewers are never in one, as in CloudFront. */
function inRange(address: string, range: string): boolean {
  const [network = '', bits = '32'] = range.split('/');
  if (!isIPv4(address) || !isIPv4(network) || !/^(?:[12]?\d|3[0-2])$/.test(bits)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), 'ipv4');
  return list.check(address);
}
