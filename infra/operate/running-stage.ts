import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { readStartSettings } from '../local/start-settings.ts';
import { Instruction, readStage } from '../stages/stages.ts';
import { localStageInfoFile, stageInfoParameter } from '../stages/stage-info.ts';

const stored = z.object({
  environment: z.record(z.string(), z.string()),
  queues: z.record(z.string(), z.object({ url: z.string(), deadLetters: z.string() })),
  takesCopy: z._default(z.boolean(), false),
  mediaKeys: z._default(z.array(z.string()), []),
});
/** A parameter that was deployed calls a restore target `takesCopy`: nothing reacts to what is written there. */
const stageInfo = z.pipe(
  stored,
  z.transform(({ takesCopy, ...info }: z.output<typeof stored>) => ({ ...info, isRestoreTarget: takesCopy })),
);

/** Where a running stage's table, bucket and queues are, and the fingerprints of the media keys that it knows. */
export type RunningStage = z.output<typeof stageInfo>;

/**
 * Finds a deployed stage by its parameter, or under the name `local` the local system by the file in its
 * `DATA_DIR`, and sets this process's environment so that it uses the stage's table and queues as functions
 * do.
 * @throws Instruction if there is no such stage, or it has never run
 */
export async function openStage(name: string | undefined): Promise<RunningStage> {
  const running = await findStage(name);
  Object.assign(process.env, running.environment);
  return running;
}

/** Like `openStage`, but leaves the environment alone: for programs that work on two stages. */
export async function findStage(name: string | undefined): Promise<RunningStage> {
  const text = name === 'local' ? await readLocalStageInfo() : await readDeployedStageInfo(name);
  return stageInfo.parse(JSON.parse(text));
}

async function readLocalStageInfo(): Promise<string> {
  const file = localStageInfoFile(readStartSettings().dataDir);
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new Instruction(`Nothing runs with this DATA_DIR: there is no ${file}. Start it with npm start.`, {
      cause,
    });
  }
}

async function readDeployedStageInfo(name: string | undefined): Promise<string> {
  const stage = readStage(name, '--stage dev');
  const Name = stageInfoParameter(stage);
  try {
    const { Parameter } = await new SSMClient({ region: stage.region }).send(
      new GetParameterCommand({ Name }),
    );
    return Parameter?.Value ?? '';
  } catch (error) {
    if (error instanceof ParameterNotFound)
      throw new Instruction(`${stage.name} is not deployed here: there is no parameter ${Name}.`, {
        cause: error,
      });
    throw error;
  }
}
