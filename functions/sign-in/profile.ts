import * as z from 'zod/mini';
import { accountName, word } from '../../shared/contract/text.ts';

/** Who has signed in, as the identity provider knows them. */
export type SignedInPerson = {
  /** Stable for the account's life; the user's id. */
  readonly sub: string;
  /** In lower case, so that one address is one person. */
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
};

/** Claims of a Cognito id token. Source: OpenID Connect Core 1.0, 5.1. */
const identity = z.object({
  sub: word(128).check(z.minLength(1)),
  email: word(320).check(z.trim(), z.toLowerCase(), z.minLength(3)),
});

/**
 * The person whom verified claims describe; undefined if they lack a `sub` or an e-mail address. Of their picture nothing
 * is read: anybody can name any address there, and each visit would tell its server of the visitor.
 */
export function readProfile(claims: Readonly<Record<string, unknown>>): SignedInPerson | undefined {
  const read = identity.safeParse(claims);
  if (!read.success) return undefined;
  return {
    ...read.data,
    firstName: orNull(accountName.safeParse(claims['given_name'])),
    lastName: orNull(accountName.safeParse(claims['family_name'])),
  };
}

// Optional claims: a malformed one is left out, rather than locking somebody out.
function orNull(read: { data?: string | undefined }): string | null {
  return read.data ?? null;
}
