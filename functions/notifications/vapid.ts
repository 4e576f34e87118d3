import { createECDH } from 'node:crypto';
import { vapidSubject } from '../aws/addresses.ts';
import { getSecret } from '../aws/secrets.ts';

/** The stage's VAPID key pair (RFC 8292), both halves in base64url, and the contact for push services. */
export type VapidDetails = {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
};

/** The public key is derived from the private one: two stored keys could stop matching. */
export async function vapidDetails(): Promise<VapidDetails> {
  const privateKey = (await getSecret('vapid-private-key')).trim();
  return { subject: vapidSubject(), publicKey: publicHalf(privateKey), privateKey };
}

function publicHalf(privateKey: string): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey, 'base64url');
  return pair.getPublicKey('base64url');
}
