import { GetParameterCommand, ParameterNotFound, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { mediaKeyFile } from '../keys/media-key.ts';
import { readStage, secretsPath, type Stage } from '../stages/stages.ts';
import { runProgram } from './run-program.ts';
import { ensureSecrets, listMissingSecrets, type SecretPorts } from './ensure-secrets.ts';
import { rotateMediaKey, type RotationPorts } from './rotate-media-key.ts';
import { findStage } from './running-stage.ts';

/** Uses Parameter Store in the stage's region, and the file of the public keys in this project. */
export function storedSecrets(stage: Stage, ssm: SSMClient): SecretPorts & RotationPorts {
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
    replaceParameter: async (path, value) => {
      await ssm.send(
        new PutParameterCommand({ Name: path, Value: value, Type: 'SecureString', Overwrite: true }),
      );
    },
    changedAt: async (path) => {
      const { Parameter } = await ssm.send(new GetParameterCommand({ Name: path }));
      if (!Parameter?.LastModifiedDate) throw new Error(`It is not known when ${path} was changed.`);
      return Parameter.LastModifiedDate;
    },
    readPublicKeys: () => readFile(mediaKeyFile(stage), 'utf8').catch(() => undefined),
    writePublicKeys: (pems) => writeFile(mediaKeyFile(stage), pems),
    deployedKeys: async () => (await findStage(stage.name)).mediaKeys,
    now: () => new Date(),
  };
}

/** `npm run secrets -- --stage dev`, and with `--rotate-media-key` a step of the media key's exchange. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { stage: { type: 'string' }, 'rotate-media-key': { type: 'boolean' } },
  });
  const stage = readStage(values.stage, '--stage dev');
  const [path, ports] = [secretsPath(stage), storedSecrets(stage, new SSMClient({ region: stage.region }))];
  if (values['rotate-media-key']) return console.log(await rotateMediaKey(path, ports));
  for (const line of await ensureSecrets(path, ports)) console.log(line);
  for (const line of await listMissingSecrets(path, ports)) console.log(line);
}

if (import.meta.main) await runProgram(main);
