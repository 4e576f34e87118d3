import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { splitKeys } from '../../functions/aws/signing-keys.ts';
import { Instruction, type Stage } from '../stages/stages.ts';

/** The public halves of the keys that sign media URLs; the private halves are in an SSM parameter of the stage. */
export type MediaKeys = {
  /** One, or while keys rotate two. */
  readonly pems: readonly string[];
  /** False for the placeholder, whose private half nobody has: the stage can be synthesized, not deployed. */
  readonly belongsToStage: boolean;
};

/** For templates of stages that have no key yet; its private half was thrown away. */
const PLACEHOLDER_FILE = fileURLToPath(new URL('./placeholder.pem', import.meta.url));

/** Where `npm run secrets` writes a stage's public keys. */
export function mediaKeyFile(stage: Stage): string {
  return fileURLToPath(new URL(`./${stage.name}.pem`, import.meta.url));
}

/**
 * The stage's own public keys, or else the placeholder.
 * @throws Instruction if the stage's file holds anything but RSA public keys of 2048 bits
 */
export function readMediaKeys(stage: Stage): MediaKeys {
  const file = mediaKeyFile(stage);
  const belongsToStage = existsSync(file);
  const text = readFileSync(belongsToStage ? file : PLACEHOLDER_FILE, 'utf8');
  const pems = splitKeys(text);
  const holdsMore = text.replaceAll(/\s/g, '') !== pems.join('').replaceAll(/\s/g, '');
  if (pems.length === 0 || holdsMore || !pems.every(isPublicRsa2048)) {
    throw new Instruction(
      `${file} must hold RSA public keys of 2048 bits: run npm run secrets for the stage.`,
    );
  }
  return { pems, belongsToStage };
}

/**
 * CloudFront takes RSA keys of 2048 bits. A private key is refused: it would pass as its public half, and end
 * up in the template.
 */
export function isPublicRsa2048(pem: string): boolean {
  if (!/^-----BEGIN PUBLIC KEY-----[\w+/=\s]+-----END PUBLIC KEY-----\s*$/.test(pem)) return false;
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'rsa' && key.asymmetricKeyDetails?.modulusLength === 2048;
  } catch {
    return false;
  }
}

/** A private key of the kind that `readMediaKeys` accepts. */
export function makeSigningKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
