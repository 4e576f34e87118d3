import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { functionsDir } from './project-paths.ts';

export type BundleSize = {
  readonly id: string;
  readonly bytes: number;
  /** How many source files have code in it. */
  readonly modules: number;
};

/** What the bundles of functions weigh that `bundleFunctions` left in a folder. */
export function readBundleSizes(ids: readonly string[], outDir = functionsDir): Promise<BundleSize[]> {
  return Promise.all(
    ids.map(async (id) => {
      const file = path.join(outDir, id, 'index.js');
      const { length: bytes } = await readFile(file);
      // A source map names the files that have code in the bundle, and no others.
      const { sources } = JSON.parse(await readFile(`${file}.map`, 'utf8')) as { sources: string[] };
      return { id, bytes, modules: sources.length };
    }),
  );
}
