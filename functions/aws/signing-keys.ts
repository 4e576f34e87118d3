import { createHash, createPublicKey } from 'node:crypto';

/** The keys of a text that holds several in PEM, in order. */
export function splitKeys(pems: string): string[] {
  return pems.match(/-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g)?.map((pem) => `${pem}\n`) ?? [];
}

/** @throws Error if it is no private key */
export function publicHalf(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
}

/** Changes with the key: CloudFront never changes a key in place, so a new one needs a new name. */
export function fingerprint(publicPem: string): string {
  return createHash('sha256').update(publicPem.trim()).digest('hex').slice(0, 8);
}
