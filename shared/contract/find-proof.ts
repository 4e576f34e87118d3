import type { Challenge } from './proof-of-work.ts';

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
