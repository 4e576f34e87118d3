/**
 * How a call that comes when too many are new pays for itself: it is answered 429 with the code below, a `challenge` and a
 * number of `bits`. The client looks for a nonce with which SHA-256 of `{challenge}:{nonce}`, as UTF-8, begins with as many
 * zero bits, and repeats the call with that text in the header. Source: Back, "Hashcash", 2002.
 */
export const PROOF_HEADER = 'x-proof-of-work';
/** The code of the answer. */
export const PROOF_REQUIRED = 'proof_required';

export type Challenge = { readonly challenge: string; readonly bits: number };

/** What is hashed, and sent when its hash fits. */
export const proofText = (challenge: string, nonce: number): string => `${challenge}:${nonce}`;

/** Whether a hash begins with so many zero bits. */
export function beginsWithZeroBits(hash: Uint8Array, bits: number): boolean {
  const whole = Math.floor(bits / 8);
  for (let at = 0; at < whole; at += 1) if (hash[at] !== 0) return false;
  return (hash[whole] ?? 0) >> (8 - (bits % 8)) === 0;
}

/**
 * Looks for a proof.
 * @param hash SHA-256 of a text as UTF-8
 * @returns the text to send
 */
export function findProof({ challenge, bits }: Challenge, hash: (text: string) => Uint8Array): string {
  for (let nonce = 0; ; nonce += 1) {
    const text = proofText(challenge, nonce);
    if (beginsWithZeroBits(hash(text), bits)) return text;
  }
}
