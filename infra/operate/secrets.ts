import { GetParameterCommand, ParameterNotFound, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { mediaKeyFile } from '../keys/media-key.ts';
import { readStage, secretsPath, type Stage } from '../stages/stages.ts';
import { runProgram } from './run-program.ts';
import { ensureSecrets, listMissingSecrets, type SecretPorts } from './ensure-secrets.ts';

/** Uses Parameter Store in the stage's region, and the public key's file in this project. */
export function storedSecrets(stage: Stage, ssm: SSMClient): SecretPorts {
  return {
    region: stage.region,
    readParameter: async (path) => {
      try {
        const { Parameter } = await ssm.send(new GetParameterCommand({ Name: path, WithDecryption: true }));
        return Parameter?.Value;
      } catch (error) {
        if (error instanceof ParameterNotFound) return undefined;
        throw error;
      }
    },
    createParameter: async (path, value) => {
      await ssm.send(
        new PutParameterCommand({ Name: path, Value: value, Type: 'SecureString', Overwrite: false }),
      );
    },
    readPublicKey: () => readFile(mediaKeyFile(stage), 'utf8').catch(() => undefined),
    writePublicKey: (pem) => writeFile(mediaKeyFile(stage), pem),
  };
}

/** `npm run secrets -- --stage dev` */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { stage: { type: 'string' } } });
  const stage = readStage(values.stage, '--stage dev');
  const [path, ports] = [secretsPath(stage), storedSecrets(stage, new SSMClient({ region: stage.region }))];
  for (const line of await ensureSecrets(path, ports)) console.log(line);
  for (const line of await listMissingSecrets(path, ports)) console.log(line);
}

if (import.meta.main) await runProgram(main);
