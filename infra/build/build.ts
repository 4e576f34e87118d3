import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { build as buildWithVite } from 'vite';
import { buildAndRecord, staleParts, type BuildPart } from './build-state.ts';
import { bundleFunctions } from './bundle-functions.ts';
import { buildDir, nodeCacheDir, projectDir, webDir } from './project-paths.ts';
import { withBuildLock } from './build-lock.ts';

// `node infra/build/build.ts` builds what changed, `--all` everything; with `--maps` also the functions' source maps, which
// resolve stacks of what is deployed. A process of its own, so that the build tools' memory is free again before the system runs.

const withMaps = process.argv.includes('--maps');

/** A whole run of the tests leaves 80 MB. */
const largestCacheBytes = 400_000_000;

const work: Readonly<Record<BuildPart, { title: string; build: () => Promise<void> }>> = {
  functions: {
    title: 'Bundling the functions',
    build: () => bundleFunctions({ withMaps }),
  },
  web: { title: 'Building the website', build: buildWeb },
};

/** Builds beside the current build and then swaps the two, so that a running system always finds one. */
async function buildWeb(): Promise<void> {
  const next = path.join(buildDir, 'web-next');
  const last = path.join(buildDir, 'web-last');
  await buildWithVite({
    root: path.join(projectDir, 'web'),
    configLoader: 'native',
    logLevel: 'warn',
    build: { outDir: next, emptyOutDir: true, rolldownOptions: { checks: { pluginTimings: false } } },
  });
  await rm(last, { recursive: true, force: true });
  await rename(webDir, last).catch(() => undefined);
  await rename(next, webDir);
}

/** Node's compile cache grows with every build, because each leaves its own copies there. */
async function emptyLargeCache(): Promise<void> {
  const entries = await readdir(nodeCacheDir, { recursive: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries)
    bytes += (await stat(path.join(nodeCacheDir, entry)).catch(() => undefined))?.size ?? 0;
  if (bytes > largestCacheBytes) await rm(nodeCacheDir, { recursive: true, force: true });
}

// If another program started this one, end together with it.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();

try {
  await withBuildLock(buildWhatIsAsked);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function buildWhatIsAsked(): Promise<void> {
  await emptyLargeCache();
  const parts: readonly BuildPart[] = process.argv.includes('--all')
    ? ['functions', 'web']
    : await staleParts({ withMaps });
  for (const part of parts) {
    const started = performance.now();
    await buildAndRecord(part, work[part].build);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${work[part].title}: done in ${seconds} s.`);
  }
}
