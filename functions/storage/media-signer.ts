import { getSecret } from '../aws/secrets.ts';
import { mediaKeyIds } from '../aws/settings.ts';
import { fingerprint, publicHalf, splitKeys } from '../aws/signing-keys.ts';

/** What signs media URLs and cookies. */
export type MediaSigner = {
  readonly privateKey: string;
  /** CloudFront's id of its public half. */
  readonly keyPairId: string;
};

let last: { secret: string; signer: MediaSigner } | undefined;

/**
 * The first stored key that CloudFront knew when this version was deployed. While keys rotate two are stored, and
 * versions that were deployed before the second sign with the first.
 * @throws Error if there is none
 */
export async function mediaSigner(): Promise<MediaSigner> {
  const secret = await getSecret('media-signing-key');
  if (last?.secret !== secret) last = { secret, signer: firstKnown(splitKeys(secret)) };
  return last.signer;
}

function firstKnown(privateKeys: readonly string[]): MediaSigner {
  const ids = mediaKeyIds();
  for (const privateKey of privateKeys) {
    const keyPairId = ids.get(fingerprint(publicHalf(privateKey)));
    if (keyPairId !== undefined) return { privateKey, keyPairId };
  }
  throw new Error('CloudFront knows none of the stored media keys.');
}
