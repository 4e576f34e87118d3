import { createPublicKey, generateKeyPair, randomBytes, type KeyObject } from 'node:crypto';
import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { SecretName } from '../../../functions/aws/secrets.ts';
import { fingerprint, publicHalf, splitKeys } from '../../../functions/aws/signing-keys.ts';
import { makeVapidKey } from '../../keys/vapid-key.ts';
import type { StoredParameter } from './parameter-api.ts';
import { parseWebhookSecrets } from '../../../functions/payments/webhook-secrets.ts';

export type LocalSecrets = {
  /** Finds a secret that functions may read, by its full name in Parameter Store. */
  readonly find: (parameterName: string) => Promise<StoredParameter | undefined>;
  /** The edge verifies signed URLs and cookies with them. */
  readonly mediaKeys: readonly TrustedKey[];
  /** Signs the requests to the doubles that verify signatures: S3, SSM, Cognito and CloudFront. */
  readonly accessKey: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** The key that the local Stripe accepts, and the secrets that it signs its events with. */
  readonly stripe: { readonly secretKey: string; readonly webhookSecrets: readonly string[] };
};

export type TrustedKey = {
  /** CloudFront's id, and what finds it by the key itself: for MEDIA_KEY_IDS. */
  readonly id: string;
  readonly fingerprint: string;
  readonly publicKey: KeyObject;
};

/** The public halves of the media keys, as `infra/keys` has them for a stage: they count from the next start on. */
export const MEDIA_KEYS_FILE = 'media-public-keys.pem';

/** For the setting SECRETS_PATH. */
export const SECRETS_PATH = '/gatherlens/local';

/** What functions may read; the folder holds more. */
const READABLE: readonly string[] = [
  'media-signing-key',
  'stripe-secret-key',
  'stripe-webhook-secrets',
  'vapid-private-key',
] satisfies SecretName[];

const makeKeyPair = promisify(generateKeyPair);

/**
 * The secrets of one machine, created at the first start and kept in `{dataDir}/secrets`, readable by the
 * owner only.
 * @throws Error naming the file if a kept one is damaged
 */
export async function openSecrets(dataDir: string): Promise<LocalSecrets> {
  const folder = path.join(dataDir, 'secrets');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const signingKeyFile = path.join(folder, 'media-signing-key' satisfies SecretName);
  const signingKey = await keep(signingKeyFile, newSigningKey);
  const publicKeys = await keep(path.join(folder, MEDIA_KEYS_FILE), async () =>
    publicHalfOf(signingKey, signingKeyFile),
  );
  // Only functions need its value.
  await keep(path.join(folder, 'vapid-private-key' satisfies SecretName), async () => makeVapidKey());
  const secretAccessKey = await keep(path.join(folder, 'local-access-key'), async () =>
    randomBytes(30).toString('base64url'),
  );
  return {
    find: (parameterName) => findSecret(folder, parameterName),
    mediaKeys: splitKeys(publicKeys).map(trustedKey),
    accessKey: { accessKeyId: 'local', secretAccessKey },
    stripe: await openStripeSecrets(folder),
  };
}

/** Reads the file at every request, so that an edited one counts without a restart. */
async function findSecret(folder: string, parameterName: string): Promise<StoredParameter | undefined> {
  const name = READABLE.find((one) => parameterName === `${SECRETS_PATH}/${one}`);
  if (name === undefined) return undefined;
  const file = path.join(folder, name);
  return { value: await readFile(file, 'utf8'), changedAt: (await stat(file)).mtime };
}

const random = (): string => randomBytes(24).toString('hex');

async function openStripeSecrets(folder: string): Promise<LocalSecrets['stripe']> {
  const [keyFile, webhookFile] = (
    ['stripe-secret-key', 'stripe-webhook-secrets'] as const satisfies SecretName[]
  ).map((name) => path.join(folder, name)) as [string, string];
  return {
    secretKey: (await keep(keyFile, async () => `sk_test_${random()}`)).trim(),
    webhookSecrets: parseWebhookSecrets(await keep(webhookFile, async () => `whsec_${random()}`)),
  };
}

async function newSigningKey(): Promise<string> {
  const { privateKey } = await makeKeyPair('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function trustedKey(pem: string): TrustedKey {
  const name = fingerprint(pem);
  return { id: `KLOCAL${name.toUpperCase()}`, fingerprint: name, publicKey: createPublicKey(pem) };
}

function publicHalfOf(privateKey: string, file: string): string {
  try {
    return publicHalf(privateKey);
  } catch (cause) {
    throw new Error(`The file ${file} holds no private key: delete it, and a new one is made.`, { cause });
  }
}

/** The file's content; if there is none, writes what `make` returns. Atomic, even in a crash. */
async function keep(file: string, make: () => Promise<string>): Promise<string> {
  const present = await readFile(file, 'utf8').catch(() => '');
  if (present !== '') return present;
  const value = await make();
  const draft = `${file}.${process.pid}.draft`;
  await writeFile(draft, value, { mode: 0o600 });
  await rename(draft, file);
  return value;
}
