import { App, type Stack } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { answersRequests } from '../../functions/manifest/call-row.ts';
import { functions } from '../../functions/manifest/functions.ts';
import { nouns } from '../../functions/manifest/nouns.ts';
import { queues } from '../../functions/manifest/queues.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { readMediaKeys } from '../../infra/keys/media-key.ts';
import { addStacks, type StageParts } from '../../infra/stacks/stage-stacks.ts';
import type { Stage } from '../../infra/stages/stages.ts';

export type StackName = keyof ReturnType<typeof addStacks>;

/** In the order of dependence: each needs only those before it. */
export const stackNames: readonly StackName[] = [
  'global',
  'data',
  'live-updates',
  'edge',
  'identity',
  'watch',
  ...nouns.map((noun) => `calls-${noun}` as const),
  'api',
  'media',
  'web',
];

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Resource = {
  Type: string;
  Properties: { [key: string]: Json };
  DependsOn?: string[];
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  UpdatePolicy?: { [key: string]: Json };
};
export type Template = {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value: Json; Export?: { Name: Json } }>;
  Rules?: Record<string, Json>;
};

export type Synthesized = {
  readonly templates: Record<StackName, Template>;
  /** For each stack, those that must be deployed before it. */
  readonly needs: Record<StackName, StackName[]>;
  readonly regions: Record<StackName, string>;
  /** What CloudFormation calls the stacks. */
  readonly names: Record<StackName, string>;
  readonly assembly: string;
};

/** Shared by the worker's test files, which name their own folders in it; removed when all have finished. */
export const scratch = mkdtempSync(join(inject('scratch'), 'file-'));

/** The context of cdk.json, without which the templates differ from those that are deployed. */
export function cdkContext(): Record<string, unknown> {
  const file = new URL('../../cdk.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { context: Record<string, unknown> }).context;
}

/** A folder like the web build. */
export function webRootStandIn(): string {
  const folder = mkdtempSync(join(scratch, 'web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'sw.js'), '');
  writeFileSync(join(folder, 'assets/index-1a2b3c.js'), '');
  writeFileSync(join(folder, 'assets/index-1a2b3c.js.map'), '{}');
  return folder;
}

const calls = functions.filter(answersRequests);
const carrying = calls.filter(({ carries }) => carries !== undefined);

/** Tests of sign-in read its settings. */
const signingIn = calls.filter(({ id }) => id === 'login-callback');

/** As few as a stage can be made of: enough where a test is not about functions, and much faster. */
export const fewFunctions: readonly FunctionRow[] = [
  ...functions.filter((row) => !answersRequests(row)),
  ...new Set([
    ...carrying,
    ...signingIn,
    ...nouns.flatMap((noun) => calls.find((row) => row.noun === noun) ?? []),
  ]),
];

/** Without those that work in the background: where a stage is made once more for a single other resource. */
export const fewCalls = fewFunctions.filter(
  (row) => answersRequests(row) || row.trigger.kind === 'authorizer',
);

export type SynthesizeOptions = Partial<StageParts> & {
  readonly stage: Stage;
  /** Registers checks; the library's own validator then runs as well. */
  readonly validate?: (app: App) => void;
  /** Where the assembly is written, for who reads it even if the synthesis stops. */
  readonly outdir?: string;
  /** Spoils the stacks before they are synthesized. */
  readonly change?: (stacks: ReturnType<typeof addStacks>) => void;
};

/** The stage's templates with stand-ins for bundles and web build, without the library's own validator. */
export function synthesize(options: SynthesizeOptions): Synthesized {
  const { stackTraceLimit } = Error;
  // The library notes of each value where it was made, which only its own tools show.
  Error.stackTraceLimit = 0;
  try {
    return synthesizeStacks(options);
  } catch (cause) {
    Error.stackTraceLimit = stackTraceLimit;
    throw new Error(cause instanceof Error ? cause.message : String(cause), { cause });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function synthesizeStacks({
  stage,
  validate,
  outdir = mkdtempSync(join(scratch, 'assembly-')),
  change,
  ...parts
}: SynthesizeOptions): Synthesized {
  const app = new App({
    outdir,
    analyticsReporting: false,
    builtinCloudFormationValidation: validate !== undefined,
    // Only the console shows the tree, and writing it takes a fifth of the time.
    treeMetadata: false,
    // Assets stay where they are: only the templates are looked at.
    context: { ...cdkContext(), 'aws:cdk:disable-asset-staging': true },
  });
  validate?.(app);
  const stacks = addStacks(app, {
    stage,
    functions,
    queues,
    codeOf: standInCode,
    webRoot: webRootStandIn(),
    mediaKeys: readMediaKeys(stage),
    ...parts,
  });
  change?.(stacks);
  const assembly = app.synth();
  const byName = <T>(read: (stack: Stack, name: StackName) => T) =>
    Object.fromEntries(stackNames.map((name) => [name, read(stacks[name], name)])) as Record<StackName, T>;
  const nameOf = (stack: Stack) => stackNames.find((name) => stacks[name] === stack) ?? 'global';
  return {
    templates: byName(({ artifactId }) => assembly.getStackArtifact(artifactId).template as Template),
    needs: byName((stack) => stack.dependencies.map(nameOf)),
    regions: byName(({ region }) => region),
    names: byName(({ stackName }) => stackName),
    assembly: assembly.directory,
  };
}

const known = new Map<string, Synthesized>();

/** A stage as it is, or of other functions, synthesized once for all test files: nobody may change it. */
export function synthesizedAsIs(stage: Stage, rows: readonly FunctionRow[] = functions): Synthesized {
  const key = JSON.stringify([stage, rows]);
  const made = known.get(key) ?? frozen(shared(key, () => synthesize({ stage, functions: rows })));
  known.set(key, made);
  return made;
}

/** What another worker has made already, or makes it and leaves it to the others. */
function shared(key: string, make: () => Synthesized): Synthesized {
  const file = join(inject('scratch'), `${createHash('sha256').update(key).digest('hex')}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Synthesized;
  const made = make();
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(made));
  renameSync(draft, file);
  return made;
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

function standInCode(row: FunctionRow): Code {
  if (row.imageFolder !== undefined) return Code.fromAssetImage(imageStandIn());
  return Code.fromInline(`exports.handler = () => '${row.id}';`);
}

/** A folder like an image's build context. */
function imageStandIn(): string {
  const folder = mkdtempSync(join(scratch, 'image-'));
  writeFileSync(join(folder, 'Dockerfile'), 'FROM scratch');
  return folder;
}
