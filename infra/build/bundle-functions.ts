import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, context, type BuildOptions, type BuildResult } from 'esbuild';
import { functions } from '../../functions/manifest/functions.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { MODULE_COUNTS } from './bundle-sizes.ts';
import { functionsDir, projectDir } from './project-paths.ts';

type Rows = readonly Pick<FunctionRow, 'id' | 'entry' | 'program'>[];
export type BundleOptions = {
  /** Rows to build; by default all rows of the manifest. */
  readonly rows?: Rows;
  /** Target folder; by default `.build/functions`. */
  readonly outDir?: string;
  /** Whether each file's source map lies beside it, which takes a third of the time. The file is the same with it. */
  readonly withMaps?: boolean;
};

/**
 * Builds all functions in one esbuild pass; AWS and the local system run the same files. A file is replaced
 * atomically and only if its content changed, so that builds may overlap.
 * @throws BuildFailure of esbuild, whose message names file and line
 */
export async function bundleFunctions(options: BundleOptions = {}): Promise<void> {
  const { rows = functions, outDir = functionsDir, withMaps = false } = options;
  const result = await build({
    ...settings({ rows, outDir }),
    metafile: true,
    sourcemap: withMaps ? 'external' : false,
  });
  await writeOutputs({ rows, outDir, result });
  await replaceFile(path.join(outDir, MODULE_COUNTS), Buffer.from(JSON.stringify(moduleCounts(result))));
}

/** By function, how many source files have code in its bundle. */
const moduleCounts = ({ metafile: { outputs } }: BuildResult<{ metafile: true }>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(outputs)
      .filter(([file]) => path.basename(file) === 'index.js')
      .map(([file, { inputs }]) => [
        path.basename(path.dirname(file)),
        Object.values(inputs).filter(({ bytesInOutput }) => bytesInOutput > 0).length,
      ]),
  );

/**
 * Builds again whenever a source file of any function changes. AWS's own packages are not bundled but
 * loaded from `node_modules`: bundling them takes eight times as long as all the rest. Names stay as they are
 * written, so that stacks can be read.
 * @returns after the first build; `onBuilt` is called after it and after every later one
 */
export async function watchFunctions(
  options: Omit<BundleOptions, 'withMaps'> & { onBuilt: () => void; onFailed: (message: string) => void },
): Promise<{ close(): Promise<void> }> {
  const { rows = functions, outDir = functionsDir, onBuilt, onFailed } = options;
  let built: () => void;
  const first = new Promise<void>((resolve) => (built = resolve));
  const report = async (result: BuildResult): Promise<void> => {
    if (result.errors.length > 0) {
      onFailed(result.errors.map((error) => `${error.location?.file ?? ''}: ${error.text}`).join('\n'));
    } else {
      await writeOutputs({ rows, outDir, result });
      onBuilt();
    }
    built();
  };
  const watching = await context({
    ...settings({ rows, outDir }),
    external: ['sharp', '@aws-sdk/*', '@smithy/*', '@aws-lambda-powertools/*'],
    minify: false,
    logLevel: 'silent',
    plugins: [{ name: 'report', setup: (hooks) => hooks.onEnd(report) }],
  });
  await watching.watch();
  await first;
  return { close: () => watching.dispose() };
}

/** CommonJS, minified, `module` before `main`: the smallest and fastest to start of what was measured. */
function settings({ rows, outDir }: { rows: Rows; outDir: string }) {
  return {
    entryPoints: rows.flatMap(({ id, entry, program }) => [
      { in: entry, out: `${id}/index` },
      ...(program === undefined ? [] : [{ in: program, out: `${id}/${path.basename(program, '.ts')}` }]),
    ]),
    absWorkingDir: projectDir,
    outdir: outDir,
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    sourcesContent: false,
    external: ['sharp'],
    logLevel: 'warning',
  } as const satisfies BuildOptions;
}

type Outputs = { rows: Rows; outDir: string; result: BuildResult };

async function writeOutputs({ rows, outDir, result }: Outputs): Promise<void> {
  const { outputFiles: files = [] } = result;
  await mkdir(outDir, { recursive: true });
  const kept = new Set(rows.map((row) => row.id));
  for (const entry of await readdir(outDir, { withFileTypes: true })) {
    if (entry.isDirectory() && !kept.has(entry.name))
      await rm(path.join(outDir, entry.name), { recursive: true, force: true });
  }
  const written = new Set(files.map((file) => targetOf(file.path)));
  for (const file of files) {
    const target = targetOf(file.path);
    await replaceFile(target, file.contents);
    // One of an earlier build would tell of other code.
    if (!target.endsWith('.map') && !written.has(`${target}.map`)) await rm(`${target}.map`, { force: true });
  }
}

/** Node takes a program for CommonJS by its name, wherever it lies; a bundle is loaded by name. */
function targetOf(file: string): string {
  return /(^|\/)index\.js(\.map)?$/.test(file) ? file : file.replace(/\.js(\.map)?$/, '.cjs$1');
}

async function replaceFile(file: string, contents: Uint8Array): Promise<void> {
  const present = await readFile(file).catch(() => undefined);
  if (present !== undefined && present.equals(contents)) return;
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  await writeFile(draft, contents);
  await rename(draft, file);
}
