import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../functions/aws/signing-keys.ts';
import { isPublicRsa2048 } from '../../infra/keys/media-key.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();

describe('a public key for CloudFront', () => {
  it('is an RSA key of 2048 bits', () => {
    expect(isPublicRsa2048(pem)).toBe(true);
    expect(isPublicRsa2048(pem.trim())).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['a private key', rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
    ['both halves', pem + rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
    ['a longer key', longerKey()],
    [
      'another kind of key',
      generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ],
    ['a damaged key', pem.replace(/\n.{20}/, '\n')],
  ])('is not %s', (_what, text) => {
    expect(isPublicRsa2048(text)).toBe(false);
  });

  it('is named by its content', () => {
    expect(fingerprint(pem)).toMatch(/^[0-9a-f]{8}$/);
    expect(fingerprint(pem)).toBe(fingerprint(`${pem}\n`));
    expect(fingerprint(pem)).not.toBe(fingerprint(longerKey()));
  });
});

function longerKey(): string {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
  return publicKey.export({ type: 'spki', format: 'pem' }).toString();
}
