import { ParameterNotFound, GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { mediaKeyFile } from '../keys/media-key.ts';
import { projectDir } from '../build/project-paths.ts';
import { GLOBAL_REGION } from '../stages/resource-names.ts';
import { Instruction, readStage, secretsPath, type Stage } from '../stages/stages.ts';
import { listMissingSecrets } from './ensure-secrets.ts';
import { runProgram } from './run-program.ts';
import { storedSecrets } from './secrets.ts';
import { smoke } from './smoke.ts';

/** What deploying needs of the world. */
export type DeployPorts = {
  /** The version of the account's CDK bootstrap in a region; undefined where there is none. */
  readonly bootstrapVersion: (region: string) => Promise<string | undefined>;
  readonly hasMediaKey: (stage: Stage) => boolean;
  /** Whether images can be built: the video worker is one. */
  readonly canBuildImages: () => boolean;
  /** One line for each secret that is not there. */
  readonly missingSecrets: (stage: Stage) => Promise<string[]>;
  /** Runs a program of the project's own. @returns its exit code */
  readonly run: (program: string, words: readonly string[]) => number;
  /** What the stacks told, by stack and name. */
  readonly readOutputs: () => unknown;
  readonly smoke: (site: { url: string; gatewayUrl?: string }) => Promise<number>;
  readonly say: (line: string) => void;
  /** Asks the person at the keyboard. */
  readonly confirm: (question: string) => Promise<boolean>;
};

const outputsFile = path.join(projectDir, 'cdk.out', 'outputs.json');
const outputsShape = z.record(z.string(), z.record(z.string(), z.string()));

export type DeployOptions = {
  readonly ports: DeployPorts;
  /** For `cdk deploy`. */
  readonly words?: readonly string[];
  /** New versions of functions get all calls at once, whatever the stage says: an alarm that rings would refuse them. */
  readonly atOnce?: boolean;
};

/**
 * Brings a stage to what this project says: everything that can be known before is checked before anything is touched,
 * then the templates are made and compared, deployed, and the site is asked whether it works.
 * @throws Instruction with what the operator has to do
 */
export async function deploy(
  stage: Stage,
  { ports, words = [], atOnce = false }: DeployOptions,
): Promise<void> {
  await checkAccount(stage, ports);
  const named = ['-c', `stage=${stage.name}`, ...(atOnce ? ['-c', 'at-once=true'] : [])];
  step('Templates', ports.run('cdk', ['synth', '--quiet', ...named]));
  const approval = words.includes('--require-approval') ? [] : await approvedOnce(stage, ports);
  const deployment = ['deploy', '--all', '--app', 'cdk.out', '--outputs-file', outputsFile];
  step('Deployment', ports.run('cdk', [...deployment, ...inParallel([...words, ...approval])]));
  const outputs = outputsShape.parse(ports.readOutputs())[`gatherlens-${stage.name}-edge`] ?? {};
  const { SiteUrl: url, GatewayUrl: gatewayUrl } = outputs;
  if (url === undefined)
    throw new Instruction('The deployment told no SiteUrl: is the edge stack among the deployed?');
  ports.say(`\n${stage.name} is at ${url}. Is it well?`);
  const wrong = await ports.smoke({ url, gatewayUrl });
  if (wrong > 0)
    throw new Instruction(
      `${stage.name} is deployed, but ${wrong} answers are wrong: see above. Go back with git checkout of the last release and the same command.`,
    );
}

/**
 * Shows what changes in rights, of all stacks together, and asks once: `cdk deploy` would ask for each stack when it comes to
 * it, and a stage with gradual shifts takes a while.
 */
async function approvedOnce(stage: Stage, ports: DeployPorts): Promise<string[]> {
  step('Comparison', ports.run('cdk', ['diff', '--app', 'cdk.out', '--security-only']));
  if (!(await ports.confirm(`Deploy ${stage.name}?`))) throw new Instruction('Nothing was deployed.');
  return ['--require-approval', 'never'];
}

/** The stacks of the calls and of the jobs wait for nothing of each other, and each shifts for ten minutes. */
const STACKS_AT_ONCE = 9;

/** `cdk deploy` asks nothing where it deploys several stacks at once. */
function inParallel(words: readonly string[]): string[] {
  const asksNothing = words[words.indexOf('--require-approval') + 1] === 'never';
  return [...words, ...(asksNothing ? ['--concurrency', String(STACKS_AT_ONCE)] : [])];
}

/** Said before anything is touched, all at once. */
async function checkAccount(stage: Stage, ports: DeployPorts): Promise<void> {
  const problems: string[] = [];
  for (const region of new Set([stage.region, GLOBAL_REGION])) {
    if ((await ports.bootstrapVersion(region)) === undefined)
      problems.push(
        `The account is not bootstrapped in ${region}: npx cdk bootstrap aws://{account}/${region}`,
      );
  }
  if (!ports.hasMediaKey(stage))
    problems.push(
      `${stage.name} has no media key: npm run secrets -- --stage ${stage.name} makes one; commit its public half.`,
    );
  if (!ports.canBuildImages())
    problems.push('Docker does not answer, and the video worker is an image: docker info must work.');
  problems.push(...(await ports.missingSecrets(stage)));
  if (problems.length > 0) throw new Instruction(problems.join('\n'));
}

function step(what: string, exitCode: number): void {
  if (exitCode !== 0) throw new Instruction(`${what} failed: see above. Nothing after it was done.`);
}

/** The account that the environment's credentials open. */
export function accountPorts(stage: Stage): DeployPorts {
  return {
    bootstrapVersion,
    hasMediaKey: (one) => existsSync(mediaKeyFile(one)),
    // CDK_DOCKER is the CDK's own word for another program of that kind.
    canBuildImages: () =>
      spawnSync(process.env['CDK_DOCKER'] ?? 'docker', ['info'], { stdio: 'ignore' }).status === 0,
    missingSecrets: (one) =>
      listMissingSecrets(secretsPath(one), storedSecrets(one, new SSMClient({ region: stage.region }))),
    run: (program, words) =>
      spawnSync(path.join(projectDir, 'node_modules/.bin', program), words, {
        cwd: projectDir,
        stdio: 'inherit',
      }).status ?? 1,
    readOutputs: () => JSON.parse(readFileSync(outputsFile, 'utf8')),
    smoke: (site) => smoke({ ...site, fetch }, { say: (line) => console.log(line) }),
    say: (line) => console.log(line),
    confirm,
  };
}

/** @returns false where nobody is there to answer */
async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} (y/n) `)).trim());
  } finally {
    terminal.close();
  }
}

/** Source: the CDK's bootstrap template, parameter CdkBootstrapVersion. */
async function bootstrapVersion(region: string): Promise<string | undefined> {
  const Name = '/cdk-bootstrap/hnb659fds/version';
  try {
    const { Parameter } = await new SSMClient({ region }).send(new GetParameterCommand({ Name }));
    return Parameter?.Value;
  } catch (error) {
    if (error instanceof ParameterNotFound) return undefined;
    throw error;
  }
}

/** `npm run deploy -- --stage dev [--at-once]`; what follows a second `--` goes to `cdk deploy`. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { stage: { type: 'string' }, 'at-once': { type: 'boolean' } },
    allowPositionals: true,
  });
  const stage = readStage(values.stage, '--stage dev');
  const atOnce = values['at-once'] === true;
  await deploy(stage, { ports: accountPorts(stage), words: positionals, atOnce });
}

if (import.meta.main) await runProgram(main);
