/** The first possible key after this one, in the order of UTF-8 bytes. */
export function justAfter(key: string): Uint8Array {
  return Buffer.concat([Buffer.from(key), Buffer.alloc(1)]);
}

/**
 * The first possible key after all keys with this prefix; undefined if there is none (the empty prefix).
 * UTF-8 never has the byte 0xff, so the last byte can always be raised.
 */
export function followingPrefix(prefix: Uint8Array): Uint8Array | undefined {
  if (prefix.length === 0) return undefined;
  const following = Buffer.from(prefix);
  following[following.length - 1] = (following.at(-1) ?? 0) + 1;
  return following;
}
