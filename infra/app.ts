import { App, Validations } from 'aws-cdk-lib';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { functions } from '../functions/manifest/functions.ts';
import { queues } from '../functions/manifest/queues.ts';
import { prepareCode } from './constructs/function-code.ts';
import { readMediaKeys } from './keys/media-key.ts';
import { SecurityChecks } from './security-checks/security-checks.ts';
import { findingsIn } from './security-checks/validation-report.ts';
import { projectDir, webDir } from './build/project-paths.ts';
import { Instruction, readStage, type Stage } from './stages/stages.ts';
import { addStacks } from './stacks/stage-stacks.ts';

/** Synthesizes the stacks of the stage named by `-c stage=…`, with fresh builds of functions and website. */
async function synthesize(): Promise<void> {
  const app = new App();
  const named = readStage(app.node.tryGetContext('stage'), '-c stage=dev');
  const isHurried = app.node.tryGetContext('at-once') === 'true';
  const stage: Stage = isHurried ? { ...named, rollout: 'at-once' } : named;
  const mediaKeys = readMediaKeys(stage);
  buildWhatChanged();
  const codeOf = await prepareCode(functions);
  Validations.of(app).addPlugins(new SecurityChecks());
  addStacks(app, { stage, functions, queues, codeOf, webRoot: webDir, mediaKeys });
  const findings = findingsIn(app.synth().directory);
  if (findings.length > 0)
    throw new Instruction(`The templates have findings to settle: ${findings.join(', ')}.`);
  if (!mediaKeys.belongsToStage) {
    console.error(
      `${stage.name} has no media key yet, so it can be looked at but not deployed: npm run secrets -- --stage ${stage.name} makes one.`,
    );
  }
}

/** In a process of its own, so that its memory is free again before the stacks are made. */
function buildWhatChanged(): void {
  const program = path.join(projectDir, 'infra/build/build.ts');
  const { status } = spawnSync(process.execPath, [program, '--maps'], {
    cwd: projectDir,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Instruction('The build failed: see above.');
}

try {
  await synthesize();
} catch (error) {
  console.error(error instanceof Instruction ? error.message : error);
  process.exitCode = 1;
}
