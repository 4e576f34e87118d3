import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openSigningKeys, type SigningKeys } from '../../infra/local/cognito/signing-keys.ts';
import { writeJsonFile } from '../../infra/local/files/json-file.ts';

let shared: Promise<SigningKeys> | undefined;

/** A folder for a server without accounts. Its keys are made once for all files of a worker: that takes longest of a start. */
export async function newCognitoFolder(): Promise<string> {
  shared ??= makeKeys();
  const dataDir = await mkdtemp(join(tmpdir(), 'identity-'));
  await writeJsonFile(join(dataDir, 'identity', 'keys.json'), await shared);
  return dataDir;
}

async function makeKeys(): Promise<SigningKeys> {
  const folder = await mkdtemp(join(inject('scratch'), 'keys-'));
  return openSigningKeys(join(folder, 'keys.json'));
}
