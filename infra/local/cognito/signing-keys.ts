import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { readJsonFile, writeJsonFile } from './json-file.ts';

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

const fileShape = z.object({ keys: z.array(privateJwk).check(z.length(2)), cookieSecret: z.string() });

type Claims = Record<string, unknown>;

export type SigningKeys = {
  /** With the private parts, as oidc-provider wants them. It publishes the public ones. */
  readonly jwks: readonly PrivateJwk[];
  readonly cookieSecret: string;
  /** A compact JWT, RS256. Cognito signs id and access tokens with different keys, and so does this. */
  signToken(claims: Claims, use: 'id' | 'access'): string;
  /** The claims of an access token of our own making; undefined for everything else. Expiry is not looked at. */
  readAccessToken(token: string): Claims | undefined;
};

/** Opens the signing keys of this machine's pool; makes them at the first start. */
export async function openSigningKeys(path: string): Promise<SigningKeys> {
  const known = await readJsonFile(path, (value) => fileShape.parse(value));
  const kept = known ?? {
    keys: await Promise.all([newKey(), newKey()]),
    cookieSecret: randomBytes(32).toString('base64url'),
  };
  if (known === undefined) await writeJsonFile(path, kept);
  const [forIds, forAccess] = kept.keys.map(withKeyObject);
  if (forIds === undefined || forAccess === undefined) throw new Error('Two signing keys are needed.');
  return {
    jwks: kept.keys,
    cookieSecret: kept.cookieSecret,
    signToken: (claims, use) => signJwt(claims, use === 'id' ? forIds : forAccess),
    readAccessToken: (token) => readJwt(token, forAccess),
  };
}

type Key = { kid: string; privateKey: KeyObject };

function withKeyObject(jwk: PrivateJwk): Key {
  return { kid: jwk.kid, privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
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

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function signJwt(claims: Claims, key: Key): string {
  const signed = `${encode({ kid: key.kid, alg: 'RS256' })}.${encode(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key.privateKey).toString('base64url')}`;
}

function readJwt(token: string, key: Key): Claims | undefined {
  const [head = '', body = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || signature === '') return undefined;
  const given = Buffer.from(signature, 'base64url');
  if (!verify('sha256', Buffer.from(`${head}.${body}`), createPublicKey(key.privateKey), given))
    return undefined;
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
}
