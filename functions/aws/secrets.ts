import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecretName } from '../manifest/function-row.ts';
import { ssmClient } from './clients.ts';
import { setting } from './settings.ts';

/** How long a secret is used before it is read again, so that a rotated one arrives without a deploy. */
const LIFETIME_MS = 5 * 60_000;

const known = new Map<SecretName, { value: string; readAtMs: number }>();

/**
 * Reads a secret: an SSM SecureString in AWS, a generated file on one machine. Never from the environment,
 * never from a template. A secret read once is kept when a later read fails.
 * @throws Error where it cannot be read and is not known yet
 */
export async function getSecret(name: SecretName): Promise<string> {
  const cached = known.get(name);
  if (cached && Date.now() - cached.readAtMs < LIFETIME_MS) return cached.value;
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
  const uri = setting('SECRETS_URI');
  if (uri.startsWith('file:')) return readFile(join(uri.slice('file:'.length), name), 'utf8');
  const path = `${uri.slice('ssm:'.length)}/${name}`;
  const { Parameter } = await ssmClient().send(new GetParameterCommand({ Name: path, WithDecryption: true }));
  if (!Parameter?.Value) throw new Error('The parameter is empty.');
  return Parameter.Value;
}
