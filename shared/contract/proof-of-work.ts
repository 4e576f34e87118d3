/**
 * How a call that comes when too many are new pays for itself: it is answered 429 with the code below, a `challenge` and a
 * number of `bits`. The client looks for a nonce with which SHA-256 of `{challenge}:{nonce}`, as UTF-8, begins with as many
 * zero bits, and repeats the call with that text in the header. Source: Back, "Hashcash", 2002.
 */
export const PROOF_HEADER = 'x-proof-of-work';
/** The code of the answer. */
export const PROOF_REQUIRED = 'proof_required';

export type Challenge = { readonly challenge: string; readonly bits: number };
