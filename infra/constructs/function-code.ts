import { Code } from 'aws-cdk-lib/aws-lambda';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { buildDir, functionsDir, projectDir } from '../build/project-paths.ts';
import { Instruction } from '../stages/stages.ts';

const run = promisify(execFile);

/** Where native packages are kept, by platform, name and version. */
const nativeDir = path.join(buildDir, 'native');

/**
 * The platform that npm installs for: Lambda's. NodejsFunction's `nodeModules` would install for the machine
 * that builds.
 */
const LAMBDA_MACHINE = { os: 'linux', cpu: 'arm64', libc: 'glibc' } as const;

export type CodeFolders = {
  /** The bundles, as `{bundles}/{id}/index.js`. */
  readonly bundles: string;
  /** Where bundles are joined with their native packages. */
  readonly assembled: string;
};

const defaultFolders: CodeFolders = { bundles: functionsDir, assembled: path.join(buildDir, 'assets') };

/**
 * Prepares the code folders for Lambda: a bundle alone, or with the native packages of its row beside it.
 * @returns the code of a row
 * @throws Instruction if a native package is neither kept from an earlier run nor obtainable
 */
export async function prepareCode(
  rows: readonly FunctionRow[],
  folders: CodeFolders = defaultFolders,
): Promise<(row: FunctionRow) => Code> {
  for (const row of rows) if (needsNative(row)) await assemble(row, folders);
  // Lambda would spend 20 ms of CPU per cold start reading it; stack traces can be resolved with it here.
  const options = { exclude: ['index.js.map', '*.cjs.map'] };
  return (row) => {
    const folder = path.join(needsNative(row) ? folders.assembled : folders.bundles, row.id);
    if (row.imageFolder === undefined) return Code.fromAsset(folder, options);
    return Code.fromAssetImage(folder, { ...options, platform: Platform.LINUX_ARM64 });
  };
}

function needsNative({ nativePackages = [] }: FunctionRow): boolean {
  return nativePackages.length > 0;
}

async function assemble(row: FunctionRow, folders: CodeFolders): Promise<void> {
  const { id, imageFolder, nativePackages = [] } = row;
  const modules = await installNative(nativePackages);
  const folder = path.join(folders.assembled, id);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(path.join(folders.bundles, id), folder, { recursive: true });
  await cp(modules, path.join(folder, 'node_modules'), { recursive: true });
  if (imageFolder !== undefined) {
    await cp(path.join(projectDir, imageFolder, 'Dockerfile'), path.join(folder, 'Dockerfile'));
  }
}

/** Installs packages for Lambda's platform, at this project's versions, and keeps them for later runs. */
async function installNative(packages: readonly string[]): Promise<string> {
  const wanted = await Promise.all(packages.map(async (name) => `${name}@${await installedVersion(name)}`));
  const name = [...Object.values(LAMBDA_MACHINE), ...wanted].join('-').replaceAll('/', '-');
  const folder = path.join(nativeDir, name);
  const modules = path.join(folder, 'node_modules');
  const finished = await readFile(path.join(folder, 'package.json')).catch(() => undefined);
  if (finished) return modules;
  const draft = `${folder}.${process.pid}.draft`;
  await mkdir(draft, { recursive: true });
  await writeFile(path.join(draft, 'package.json'), '{ "private": true }\n');
  const machine = Object.entries(LAMBDA_MACHINE).map(([option, value]) => `--${option}=${value}`);
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-save', '--no-package-lock'];
  try {
    await run('npm', ['install', ...options, ...machine, ...wanted], { cwd: draft });
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    const names = wanted.join(' and ');
    throw new Instruction(`npm cannot fetch ${names} for Lambda: connect once, later runs keep it.`, {
      cause,
    });
  }
  // It names this machine's registry, and Lambda does not read it.
  await rm(path.join(draft, 'node_modules/.package-lock.json'), { force: true });
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
  return modules;
}

async function installedVersion(name: string): Promise<string> {
  const file = path.join(projectDir, 'node_modules', name, 'package.json');
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
  return version;
}
