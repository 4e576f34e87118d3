/** A perceptual hash of 64 bits, in two halves of 32. */
export type PictureHash = { readonly high: number; readonly low: number };

/** Reads 16 hex digits. @returns undefined for anything else */
export function readHash(text: string | null): PictureHash | undefined {
  if (text === null || !/^[0-9a-f]{16}$/.test(text)) return undefined;
  return { high: Number.parseInt(text.slice(0, 8), 16), low: Number.parseInt(text.slice(8), 16) };
}

/** In how many of 64 bits two hashes differ: up to about 8 for the same picture, about 32 for others. */
export function differingBits(a: PictureHash, b: PictureHash): number {
  return countBits(a.high ^ b.high) + countBits(a.low ^ b.low);
}

// Adds neighbouring bits, pairs, then nibbles. Source: Warren, Hacker's Delight, 5-1.
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
