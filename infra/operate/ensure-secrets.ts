import { publicHalf, splitKeys } from '../../functions/aws/signing-keys.ts';
import { makeSigningKey } from '../keys/media-key.ts';
import { makeVapidKey } from '../keys/vapid-key.ts';
import type { SecretName } from '../../functions/aws/secrets.ts';
import { Instruction } from '../stages/stages.ts';

/** Where a stage's secrets are kept, and the file of its public media keys, which its templates read. */
export type SecretPorts = {
  /** The region of the stage's parameters. */
  readonly region: string;
  /** The parameter's value; undefined if there is none. */
  readonly readParameter: (path: string) => Promise<string | undefined>;
  /** Creates an encrypted parameter; fails if it exists. */
  readonly createParameter: (path: string, value: string) => Promise<void>;
  readonly readPublicKeys: () => Promise<string | undefined>;
  readonly writePublicKeys: (pems: string) => Promise<void>;
};

/** Secrets that somebody else issues, and where to find them. */
const pasted = {
  'stripe-secret-key': "Stripe's secret key: Developers, API keys",
  'stripe-webhook-secrets':
    'the signing secret of the endpoint /api/stripe/webhook: Developers, Webhooks; several are separated by blanks. Where the site has no address yet, put whsec_later there, and the real one with --overwrite when it has',
} as const satisfies Partial<Record<SecretName, string>>;

/** Secrets that are generated here. */
const made: Readonly<Record<Exclude<SecretName, keyof typeof pasted>, () => string>> = {
  'media-signing-key': makeSigningKey,
  'vapid-private-key': makeVapidKey,
};

/**
 * Creates the secrets that the stage lacks and writes the public half of its media key. An existing secret is
 * never replaced.
 * @param path `/gatherlens/{stage}`
 * @returns one line for each thing that was done or found
 * @throws Instruction if the public key in the file does not belong to the stored key
 */
export async function ensureSecrets(path: string, ports: SecretPorts): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, make] of Object.entries(made)) {
    const parameter = `${path}/${name}`;
    if ((await ports.readParameter(parameter)) === undefined) {
      await ports.createParameter(parameter, make());
      lines.push(`${parameter} is made.`);
    } else {
      lines.push(`${parameter} is there.`);
    }
  }
  lines.push(await writePublicHalf(`${path}/media-signing-key`, ports));
  return lines;
}

/**
 * One line for each secret that an operator must still paste, saying how.
 * @param path `/gatherlens/{stage}`
 */
export async function listMissingSecrets(
  path: string,
  { readParameter, region }: Pick<SecretPorts, 'readParameter' | 'region'>,
): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, what] of Object.entries(pasted)) {
    const parameter = `${path}/${name}`;
    if ((await readParameter(parameter)) !== undefined) continue;
    lines.push(
      `${parameter} is missing (${what}). Paste it with: aws ssm put-parameter --region ${region} --type SecureString --name ${parameter} --value …`,
    );
  }
  return lines;
}

async function writePublicHalf(parameter: string, ports: SecretPorts): Promise<string> {
  const privateKey = await ports.readParameter(parameter);
  if (privateKey === undefined) throw new Error(`${parameter} was made and cannot be read.`);
  const pem = publicHalf(privateKey);
  const written = await ports.readPublicKeys();
  if (written === undefined) {
    await ports.writePublicKeys(pem);
    return 'Its public half is written: commit it, then deploy.';
  }
  if (splitKeys(written).includes(pem)) return 'Its public half is in place.';
  throw new Instruction(
    `The public key in infra/keys is not that of ${parameter}: delete the file that is wrong, or the parameter, and run this again.`,
  );
}
