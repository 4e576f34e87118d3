import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { functions } from '../../functions/manifest/functions.ts';
import { MODULE_COUNTS } from './bundle-sizes.ts';
import { hashFiles } from './hash-files.ts';
import { buildDir, functionsDir, webDir } from './project-paths.ts';

export type BuildPart = 'functions' | 'web';

const inputs: Readonly<Record<BuildPart, readonly string[]>> = {
  functions: ['functions', 'shared', 'infra/build/bundle-functions.ts', 'package-lock.json'],
  web: ['web', 'shared', 'package-lock.json'],
};

/**
 * The parts to build: those whose sources changed since their last build, or whose output is missing.
 * @param options.withMaps whether the functions' source maps are part of it
 */
export async function staleParts({ withMaps = false } = {}): Promise<BuildPart[]> {
  const parts: BuildPart[] = [];
  for (const part of ['functions', 'web'] as const) {
    const built = await readFile(markFile(part), 'utf8').catch(() => '');
    if (!isComplete(part, withMaps) || built !== hashFiles(inputs[part])) parts.push(part);
  }
  return parts;
}

/**
 * Runs a build and records the hash of its sources. The hash is taken before the build, so that a change made
 * meanwhile is built next time.
 */
export async function buildAndRecord(part: BuildPart, build: () => Promise<void>): Promise<void> {
  const hash = hashFiles(inputs[part]);
  await build();
  await mkdir(buildDir, { recursive: true });
  await writeFile(markFile(part), hash);
}

/** Makes the next build rebuild a part. For programs that write into its folder themselves. */
export async function invalidateBuild(part: BuildPart): Promise<void> {
  await rm(markFile(part), { force: true });
}

function markFile(part: BuildPart): string {
  return path.join(buildDir, `${part}.inputs`);
}

function isComplete(part: BuildPart, withMaps: boolean): boolean {
  return part === 'web'
    ? existsSync(path.join(webDir, 'index.html')) &&
        existsSync(path.join(functionsDir, 'show-event', 'page-renderer.mjs'))
    : existsSync(path.join(functionsDir, MODULE_COUNTS)) &&
        functions.every(({ id }) =>
          ['index.js', ...(withMaps ? ['index.js.map'] : [])].every((name) =>
            existsSync(path.join(functionsDir, id, name)),
          ),
        );
}
