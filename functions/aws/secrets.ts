import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { secretsPath } from './addresses.ts';
import { ssmClient } from './clients.ts';

/**
 * Secrets by name. Two may hold several values while one is rotated: `stripe-webhook-secrets`, separated by white space
 * or commas, of which each is accepted, and `media-signing-key`, of which the first that CloudFront knows signs.
 */
export type SecretName =
  | 'media-signing-key'
  | 'stripe-secret-key'
  | 'stripe-webhook-secrets'
  | 'vapid-private-key';

/** How long a secret is used before it is read again, so that a rotated one arrives without a deployment. */
export const SECRET_SECONDS = 5 * 60;

const known = new Map<SecretName, { value: string; readAtMs: number }>();

/**
 * Reads a secret, a SecureString of Parameter Store: never from the environment or a template. If a later
 * read fails, the last value stays in use.
 * @throws Error if it cannot be read and is not known yet
 */
export async function getSecret(name: SecretName): Promise<string> {
  const cached = known.get(name);
  if (cached && Date.now() - cached.readAtMs < SECRET_SECONDS * 1000) return cached.value;
  try {
    const value = await read(name);
    known.set(name, { value, readAtMs: Date.now() });
    return value;
  } catch (error) {
    if (cached) return cached.value;
    throw new Error(`The secret ${name} cannot be read.`, { cause: error });
  }
}

async function read(name: SecretName): Promise<string> {
  const Name = `${secretsPath()}/${name}`;
  const { Parameter } = await ssmClient().send(new GetParameterCommand({ Name, WithDecryption: true }));
  if (!Parameter?.Value) throw new Error('The parameter is empty.');
  return Parameter.Value;
}
