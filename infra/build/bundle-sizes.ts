import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { functionsDir } from './project-paths.ts';

export type BundleSize = {
  readonly id: string;
  readonly bytes: number;
  /** How many source files have code in it. */
  readonly modules: number;
};

/** Beside the bundles: by function, how many source files have code in its own. */
export const MODULE_COUNTS = 'modules.json';

/** What the bundles of functions weigh that `bundleFunctions` left in a folder. */
export async function readBundleSizes(ids: readonly string[], outDir = functionsDir): Promise<BundleSize[]> {
  const text = await readFile(path.join(outDir, MODULE_COUNTS), 'utf8');
  const counts = JSON.parse(text) as Readonly<Record<string, number>>;
  return Promise.all(
    ids.map(async (id) => {
      const { size: bytes } = await stat(path.join(outDir, id, 'index.js'));
      const modules = counts[id];
      if (modules === undefined) throw new Error(`${id} is not in ${MODULE_COUNTS}.`);
      return { id, bytes, modules };
    }),
  );
}
