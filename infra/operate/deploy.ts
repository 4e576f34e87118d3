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

/** What deploying needs from outside this program. */
export type DeployPorts = {
  /** The version of the account's CDK bootstrap in a region; undefined if there is none. */
  readonly bootstrapVersion: (region: string) => Promise<string | undefined>;
  readonly hasMediaKey: (stage: Stage) => boolean;
  /** Whether container images can be built: the video worker is one. */
  readonly canBuildImages: () => boolean;
  /** One line for each missing secret. */
  readonly missingSecrets: (stage: Stage) => Promise<string[]>;
  /** Runs a program of the project's packages. @returns its exit code */
  readonly run: (program: string, words: readonly string[]) => number;
  /** The stacks' outputs, by stack and name. */
  readonly readOutputs: () => unknown;
  readonly smoke: (site: { url: string; gatewayUrl?: string }) => Promise<number>;
  readonly say: (line: string) => void;
  readonly confirm: (question: string) => Promise<boolean>;
};

const outputsFile = path.join(projectDir, 'cdk.out', 'outputs.json');
const outputsShape = z.record(z.string(), z.record(z.string(), z.string()));

export type DeployOptions = {
  readonly ports: DeployPorts;
  /** Further arguments of `cdk deploy`. */
  readonly words?: readonly string[];
  /**
   * New versions of functions get all calls at once, whatever the stage says. For when an alarm that already
   * rings would roll them back.
   */
  readonly atOnce?: boolean;
};

/**
 * Deploys this project's version of a stage: checks beforehand whatever can be checked, synthesizes and
 * compares the templates, deploys them, and tests the site.
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
 * Shows the changes in rights of all stacks and asks once: `cdk deploy` would ask when it comes to each
 * stack, and with gradual rollouts that takes a while.
 */
async function approvedOnce(stage: Stage, ports: DeployPorts): Promise<string[]> {
  step('Comparison', ports.run('cdk', ['diff', '--app', 'cdk.out', '--security-only']));
  if (!(await ports.confirm(`Deploy ${stage.name}?`))) throw new Instruction('Nothing was deployed.');
  return ['--require-approval', 'never'];
}

/** The eight stacks of calls and that of jobs do not wait for each other; each shifts for ten minutes. */
const STACKS_AT_ONCE = 9;

/** With several stacks at once `cdk deploy` cannot ask, so they are parallel only if it need not. */
function inParallel(words: readonly string[]): string[] {
  const asksNothing = words[words.indexOf('--require-approval') + 1] === 'never';
  return [...words, ...(asksNothing ? ['--concurrency', String(STACKS_AT_ONCE)] : [])];
}

/** Reports all problems at once, before anything is touched. */
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

/** Works on the account of the environment's credentials. */
export function accountPorts(stage: Stage): DeployPorts {
  return {
    bootstrapVersion,
    hasMediaKey: (one) => existsSync(mediaKeyFile(one)),
    // The CDK's own variable for a substitute of Docker.
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

/** @returns false if nobody is there to answer */
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

/** `npm run deploy -- --stage dev [--at-once]`; arguments after a second `--` go to `cdk deploy`. */
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
