const HEADER_BYTES = 132;
const SIGNATURE_AT = 36;

/** How much of the profile's first bytes is looked at. */
export const PROFILE_HEADER_BYTES = HEADER_BYTES;

/** How long a colour profile is by its own header; undefined if it is none (ICC.1:2022, 7.2). */
export function profileBytes(head: Buffer): number | undefined {
  if (head.length < HEADER_BYTES || head.toString('latin1', SIGNATURE_AT, SIGNATURE_AT + 4) !== 'acsp')
    return undefined;
  const size = head.readUInt32BE(0);
  return size >= HEADER_BYTES ? size : undefined;
}

/** A colour profile without whatever follows it; undefined if it is none, or cut. Decoders ignore such ones. */
export function profileIn(bytes: Buffer): Buffer | undefined {
  const size = profileBytes(bytes);
  return size !== undefined && size <= bytes.length ? bytes.subarray(0, size) : undefined;
}
