import { createECDH } from 'node:crypto';
import { setting } from '../aws/settings.ts';
import { getSecret } from '../aws/secrets.ts';

/** The stage's key pair for push services (RFC 8292), both halves in base64url, and whom they may write to. */
export type VapidDetails = {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
};

/** The public half is worked out of the secret one: two that are kept could come not to belong together. */
export async function vapidDetails(): Promise<VapidDetails> {
  const privateKey = (await getSecret('vapid-private-key')).trim();
  return { subject: subjectOf(setting('SITE_URL')), publicKey: publicHalf(privateKey), privateKey };
}

function publicHalf(privateKey: string): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey, 'base64url');
  return pair.getPublicKey('base64url');
}

/** An https address or a mail address; services refuse all else. */
function subjectOf(siteUrl: string): string {
  const url = new URL(siteUrl);
  return url.protocol === 'https:' ? url.origin : `mailto:push@${url.hostname}`;
}
