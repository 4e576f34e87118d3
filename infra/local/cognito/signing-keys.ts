import { createHash, generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { readJsonFile, writeJsonFile } from '../files/json-file.ts';

const privateJwk = z.looseObject({
  kty: z.literal('RSA'),
  kid: z.string(),
  alg: z.literal('RS256'),
  use: z.literal('sig'),
  n: z.string(),
  e: z.string(),
  d: z.string(),
});
type PrivateJwk = z.output<typeof privateJwk>;

const fileShape = z.object({
  /** Two, like Cognito's, so that a verifier has to choose by `kid`. */
  keys: z.array(privateJwk).check(z.length(2)),
  cookieSecret: z.string(),
});

/** Includes the private parts, which oidc-provider needs; it publishes only the public ones. */
export type SigningKeys = z.output<typeof fileShape>;

/** Opens the signing keys of this machine's pool; creates them at the first start. */
export async function openSigningKeys(path: string): Promise<SigningKeys> {
  const known = await readJsonFile(path, (value) => fileShape.parse(value));
  if (known !== undefined) return known;
  const made = {
    keys: await Promise.all([newKey(), newKey()]),
    cookieSecret: randomBytes(32).toString('base64url'),
  };
  await writeJsonFile(path, made);
  return made;
}

async function newKey(): Promise<PrivateJwk> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const { n = '', e = '', ...secrets } = privateKey.export({ format: 'jwk' });
  // RFC 7638: the thumbprint of exactly these members in exactly this order.
  const thumbprint = createHash('sha256').update(JSON.stringify({ e, kty: 'RSA', n }));
  return privateJwk.parse({
    ...secrets,
    n,
    e,
    kid: thumbprint.digest('base64url'),
    alg: 'RS256',
    use: 'sig',
  });
}
