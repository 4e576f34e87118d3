import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';

/** The only key that is accepted: this machine's. */
export type SignatureRules = {
  readonly accessKey: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly region: string;
  readonly now: () => Date;
};

/** A problem with a signature, as AWS names it. Source: Common Errors of each API Reference. */
export type SignatureProblem =
  | 'MissingAuthenticationTokenException'
  | 'UnrecognizedClientException'
  | 'InvalidSignatureException';

/** How far a request's time may differ from ours. */
const SKEW_MS = 5 * 60_000;

/**
 * Verifies Signature Version 4 of a request with AWS's own signer: signs the request again and compares.
 * @param body the request's body, already read
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

/** Parses `20261120T183000Z`; anything else gives an invalid date. */
function dateOf(timestamp: string): Date {
  return new Date(timestamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

/** The request as its sender signed it; undefined if host or operation is not covered by the signature. */
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
    // The signer computes the body's hash itself: the sender's claim proves nothing.
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
