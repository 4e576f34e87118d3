import { createECDH } from 'node:crypto';

/** A new private key for push services (RFC 8292): 32 bytes of P-256, in base64url. Its public half follows from it. */
export function makeVapidKey(): string {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  // A key that begins with zeros is given without them.
  return Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
}
