import { createHash, createPublicKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Instruction, type Stage } from '../stages/stages.ts';

/** The public half of the key that signs media URLs; the private half is an SSM parameter of the stage. */
export type MediaKey = {
  readonly pem: string;
  /** False for the placeholder, whose private half nobody has: the stage can be synthesized, not deployed. */
  readonly belongsToStage: boolean;
};

/** For templates of stages that have no key yet; its private half was thrown away. */
const PLACEHOLDER_FILE = fileURLToPath(new URL('./placeholder.pem', import.meta.url));

/** Where `npm run secrets` writes a stage's public key. */
export function mediaKeyFile(stage: Stage): string {
  return fileURLToPath(new URL(`./${stage.name}.pem`, import.meta.url));
}

/**
 * The stage's own public key, or else the placeholder.
 * @throws Instruction if the stage's file holds anything but an RSA public key of 2048 bits
 */
export function readMediaKey(stage: Stage): MediaKey {
  const file = mediaKeyFile(stage);
  const belongsToStage = existsSync(file);
  const pem = readFileSync(belongsToStage ? file : PLACEHOLDER_FILE, 'utf8');
  if (!isPublicRsa2048(pem)) {
    throw new Instruction(
      `${file} must hold one RSA public key of 2048 bits: run npm run secrets for the stage.`,
    );
  }
  return { pem, belongsToStage };
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

/** Changes with the key: CloudFront never changes a key in place, so a new one needs a new name. */
export function fingerprint(pem: string): string {
  return createHash('sha256').update(pem.trim()).digest('hex').slice(0, 8);
}
