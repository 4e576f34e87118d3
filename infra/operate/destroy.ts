import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectDir } from '../build/project-paths.ts';
import { Instruction, readStage } from '../stages/stages.ts';
import { runProgram } from './run-program.ts';

/**
 * The arguments of `cdk` that destroy a stage; it asks before it does.
 * @throws Instruction if the stage keeps its data: giving that up takes more than one command, on purpose
 */
export function destroyArguments(name: unknown): string[] {
  const stage = readStage(name, '--stage dev');
  if (stage.keepsData)
    throw new Instruction(
      `${stage.name} keeps its data: its stacks are protected. docs/deploy.md says how a stage that keeps data is given up.`,
    );
  return ['destroy', '--all', '-c', `stage=${stage.name}`];
}

/** `npm run destroy -- --stage dev` */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { stage: { type: 'string' } } });
  const cdk = path.join(projectDir, 'node_modules/.bin/cdk');
  const { status } = spawnSync(cdk, destroyArguments(values.stage), { cwd: projectDir, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

if (import.meta.main) await runProgram(main);
