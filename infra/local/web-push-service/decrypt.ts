import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';

/** The browser's side of a subscription, all in base64url. */
export type BrowserKeys = {
  readonly privateKey: string;
  readonly p256dh: string;
  readonly auth: string;
};

const SALT = 16;
const KEY_LENGTH = 65;
const HEADER = SALT + 4 + 1 + KEY_LENGTH;
const TAG = 16;
/** The delimiter between the last record's text and its padding. */
const LAST = 2;

/**
 * Decrypts a message as a browser does: one record of `aes128gcm`. Sources: RFC 8188 (2), RFC 8291 (3.4).
 * @throws Error if it was not encrypted for these keys
 */
export function decrypt(message: Uint8Array, keys: BrowserKeys): string {
  const bytes = Buffer.from(message);
  if (bytes.length < HEADER + TAG + 1 || bytes[SALT + 4] !== KEY_LENGTH) throw new Error('No aes128gcm.');
  const salt = bytes.subarray(0, SALT);
  const sender = bytes.subarray(SALT + 5, HEADER);
  const record = bytes.subarray(HEADER);
  if (record.length > bytes.readUInt32BE(SALT)) throw new Error('More than one record.');
  const shared = inputKey(sender, keys);
  const key = derive(shared, { salt, info: 'Content-Encoding: aes128gcm\0', length: 16 });
  const nonce = derive(shared, { salt, info: 'Content-Encoding: nonce\0', length: 12 });
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-TAG));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== LAST) throw new Error('No last record.');
  return padded.subarray(0, end).toString('utf8');
}

function inputKey(sender: Uint8Array, { privateKey, p256dh, auth }: BrowserKeys): Buffer {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey, 'base64url');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), sender]);
  return derive(pair.computeSecret(sender), { salt: Buffer.from(auth, 'base64url'), info, length: 32 });
}

type Derivation = { salt: Uint8Array; info: string | Uint8Array; length: number };

function derive(key: Uint8Array, { salt, info, length }: Derivation): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length));
}
