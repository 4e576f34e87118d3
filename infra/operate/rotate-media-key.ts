import { SECRET_SECONDS } from '../../functions/aws/secrets.ts';
import { fingerprint, publicHalf, splitKeys } from '../../functions/aws/signing-keys.ts';
import { COOKIE_SECONDS } from '../../functions/domain/file-lifetimes.ts';
import { makeSigningKey } from '../keys/media-key.ts';
import { Instruction } from '../stages/stages.ts';
import type { SecretPorts } from './ensure-secrets.ts';

export type RotationPorts = Pick<SecretPorts, 'readParameter' | 'readPublicKeys' | 'writePublicKeys'> & {
  readonly replaceParameter: (path: string, value: string) => Promise<void>;
  /** When its value was last written. */
  readonly changedAt: (path: string) => Promise<Date>;
  /** Fingerprints of the keys that the deployed stage knows. */
  readonly deployedKeys: () => Promise<readonly string[]>;
  readonly now: () => Date;
};

/** The last signature of a key ends so long after another one came first: functions also go on using what they have read. */
const LAST_SIGNATURE_SECONDS = COOKIE_SECONDS + SECRET_SECONDS;

/**
 * Takes the next of the three steps that exchange the key of media URLs while people look at pictures. CloudFront and
 * the functions first get to know a second key, with which nothing is signed yet; then that key signs; and when the last
 * signature of the first has ended, CloudFront forgets it.
 * @param path `/gatherlens/{stage}`
 * @returns what was done, and what to do next
 * @throws Instruction if the step before has not reached the stage, or its time is not up
 */
export async function rotateMediaKey(path: string, ports: RotationPorts): Promise<string> {
  const parameter = `${path}/media-signing-key`;
  const stored = splitKeys((await ports.readParameter(parameter)) ?? '');
  const trusted = splitKeys((await ports.readPublicKeys()) ?? '');
  const [signing] = stored;
  const next = trusted.at(-1);
  if (signing === undefined || next === undefined || !trusted.includes(publicHalf(signing)))
    throw new Instruction(
      `${parameter} and its public half do not belong together: run npm run secrets first.`,
    );
  if (trusted.length === 1) return addKey({ parameter, signing, trusted: next }, ports);
  if (publicHalf(signing) !== next) return signWithNext({ parameter, stored, next }, ports);
  const endsAt = (await ports.changedAt(parameter)).getTime() + LAST_SIGNATURE_SECONDS * 1000;
  if (ports.now().getTime() < endsAt)
    throw new Instruction(
      `Pages that are open may still use the old key: wait until ${new Date(endsAt).toISOString()}.`,
    );
  await ports.writePublicKeys(next);
  return 'The old key is given up: commit infra/keys, then deploy.';
}

async function addKey(
  { parameter, signing, trusted }: { parameter: string; signing: string; trusted: string },
  ports: RotationPorts,
): Promise<string> {
  const added = makeSigningKey();
  await ports.replaceParameter(parameter, signing + added);
  await ports.writePublicKeys(trusted + publicHalf(added));
  return 'A second key is made, and signs nothing yet: commit infra/keys, deploy, then run this again.';
}

async function signWithNext(
  { parameter, stored, next }: { parameter: string; stored: readonly string[]; next: string },
  ports: RotationPorts,
): Promise<string> {
  const signing = stored.find((privateKey) => publicHalf(privateKey) === next);
  if (signing === undefined)
    throw new Instruction(
      `${parameter} lacks the second key: remove that from infra/keys, deploy, then run this again.`,
    );
  if (!(await ports.deployedKeys()).includes(fingerprint(next)))
    throw new Instruction('The stage does not know the second key yet: commit infra/keys and deploy first.');
  const others = stored.filter((privateKey) => privateKey !== signing);
  await ports.replaceParameter(parameter, [signing, ...others].join(''));
  const minutes = LAST_SIGNATURE_SECONDS / 60;
  return `The second key signs, in five minutes everywhere: run this again in ${minutes} minutes.`;
}
