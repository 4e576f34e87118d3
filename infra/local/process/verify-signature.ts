import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';

/** Who may ask: the one key of this machine. */
export type SignatureRules = {
  readonly accessKey: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly region: string;
  readonly now: () => Date;
};

/** What is wrong with a signature, by the name that AWS gives it. Source: Common Errors of each API Reference. */
export type SignatureProblem =
  | 'MissingAuthenticationTokenException'
  | 'UnrecognizedClientException'
  | 'InvalidSignatureException';

/** How old a request may be, and how far a clock may be ahead. */
const SKEW_MS = 5 * 60_000;

/**
 * Verifies Signature Version 4 of a request whose body was read, with AWS's own signer: it is signed once more, and the
 * two must be alike.
 * @returns what is wrong, or undefined
 */
export async function signatureProblem(
  request: IncomingMessage,
  body: string,
  { accessKey, region, service, now }: SignatureRules & { readonly service: string },
): Promise<SignatureProblem | undefined> {
  const { authorization, 'x-amz-date': timestamp } = request.headers;
  if (authorization === undefined || typeof timestamp !== 'string')
    return 'MissingAuthenticationTokenException';
  if (!authorization.includes(` Credential=${accessKey.accessKeyId}/`)) return 'UnrecognizedClientException';
  const signingDate = dateOf(timestamp);
  if (!(Math.abs(now().getTime() - signingDate.getTime()) <= SKEW_MS)) return 'InvalidSignatureException';
  const signer = new SignatureV4({ credentials: accessKey, region, service, sha256: Sha256 });
  const unsigned = unsignedRequest(request, { body, authorization });
  if (unsigned === undefined) return 'InvalidSignatureException';
  const signed = await signer.sign(unsigned, { signingDate });
  return isSame(authorization, signed.headers['authorization'] ?? '')
    ? undefined
    : 'InvalidSignatureException';
}

/** Of `20261120T183000Z`; an invalid date of anything else. */
function dateOf(timestamp: string): Date {
  return new Date(timestamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

/** The request as its sender signed it; undefined where the signature leaves out for whom or what it is. */
function unsignedRequest(
  { method = '', url = '', headers }: IncomingMessage,
  { body, authorization }: { body: string; authorization: string },
): HttpRequest | undefined {
  const names = /SignedHeaders=([^,\s]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const told = ['host', 'x-amz-target'].filter((name) => headers[name] !== undefined);
  if (!told.every((name) => names.includes(name))) return undefined;
  const { pathname, searchParams } = new URL(url, 'http://local');
  return new HttpRequest({
    method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    // The signer works out the body's hash itself: a sender's word for it proves nothing.
    headers: Object.fromEntries(
      names.filter((name) => name !== 'x-amz-content-sha256').map((name) => [name, String(headers[name])]),
    ),
    body,
  });
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
