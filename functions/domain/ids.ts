import { randomBytes } from 'node:crypto';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** 128 random bits in lower-case base32 after a prefix: `evt_` and 26 letters and digits. */
export function newId(prefix: 'arc' | 'evt' | 'gst' | 'upl'): string {
  let bits = BigInt(`0x${randomBytes(16).toString('hex')}`) << 2n;
  let text = '';
  for (let letter = 0; letter < 26; letter += 1) {
    text = BASE32.charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return `${prefix}_${text}`;
}

/** The id of an upload, from its path in the API. */
export const uploadIdIn = (objectPath: string): string => objectPath.slice('/objects/uploads/'.length);

/** The id of the item that an upload becomes: the same random part, so that saving twice makes one item. */
export function mediaIdOf(uploadId: string): string {
  return uploadId.replace(/^upl_/, 'med_');
}

/** The id of the upload that an item came from. */
export function uploadIdOf(mediaId: string): string {
  return mediaId.replace(/^med_/, 'upl_');
}
