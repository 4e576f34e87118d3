import { createECDH } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isPublicKey } from '../../../functions/notifications/subscription-keys.ts';

const point = (): Buffer => createECDH('prime256v1').generateKeys();
const key = (bytes: Buffer): string => bytes.toString('base64url');

describe('a browser’s key', () => {
  it('is a point on the curve', () => {
    expect(isPublicKey(key(point()))).toBe(true);
  });

  it('is not just as many bytes', () => {
    const beside = point();
    beside[64] = (beside[64] ?? 0) ^ 1;
    expect(beside).toHaveLength(65);
    expect(isPublicKey(key(beside))).toBe(false);
    expect(isPublicKey(`B${'A'.repeat(86)}`)).toBe(false);
  });

  it('is nothing shorter, and nothing of another curve', () => {
    expect(isPublicKey(key(point().subarray(0, 64)))).toBe(false);
    expect(isPublicKey(key(createECDH('secp384r1').generateKeys()))).toBe(false);
  });
});
