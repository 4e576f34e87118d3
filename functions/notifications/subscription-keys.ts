import { createHash, ECDH } from 'node:crypto';

const CURVE = 'prime256v1';

/** A subscription's key: endpoints are too long for a key, and secret. */
export function hashEndpoint(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex');
}

/** Whether a browser's key is a point on the P-256 curve, not just 65 bytes. */
export function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, CURVE, 'base64url', 'hex', 'compressed');
    return true;
  } catch {
    return false;
  }
}
