import { createECDH } from 'node:crypto';

/** A new private key for web push (RFC 8292): 32 bytes on P-256, in base64url. */
export function makeVapidKey(): string {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  // Node drops leading zero bytes of the key.
  return Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
}
