import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { functions } from '../../functions/manifest/functions.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { settingsOf } from '../../functions/manifest/settings-of.ts';
import { bundleBudgets, budgetOf, excessesOf } from '../../infra/build/bundle-budgets.ts';
import { bundleFunctions } from '../../infra/build/bundle-functions.ts';
import { readBundleSizes } from '../../infra/build/bundle-sizes.ts';
import { functionsDir, nodeCacheDir, projectDir } from '../../infra/build/project-paths.ts';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { scratch } from './synthesized-templates.ts';

await ensureBuilt();
const sizes = new Map((await readBundleSizes(functions.map(({ id }) => id))).map((size) => [size.id, size]));

it.each(functions.map((row) => [row.id, row] as const))('%s is within its budget', (id, row) => {
  expect(excessesOf(row, sizes.get(id) ?? {})).toEqual([]);
  expect(sizes.get(id)?.bytes).toBeGreaterThan(0);
  expect(sizes.get(id)?.modules).toBeGreaterThan(0);
});

it.each(bundleBudgets.map((budget) => [budget.kind, budget] as const))(
  'the budget of "%s" is needed, and close to its largest bundle',
  (_kind, budget) => {
    const own = functions.filter((row) => budgetOf(row) === budget).map(({ id }) => sizes.get(id));
    const largest = (what: 'bytes' | 'modules') => Math.max(...own.map((size) => size?.[what] ?? 0));
    expect(largest('bytes') / budget.bytes).toBeGreaterThan(0.85);
    expect(largest('modules') / budget.modules).toBeGreaterThan(0.85);
  },
);

/** By function, the settings that it reports missing when it starts without any. */
function missingAtStart(): Record<string, string[]> {
  const program = `
    // Lambda finds no package.json beside a bundle, and takes it for CommonJS.
    const bundles = ${JSON.stringify(`${pathToFileURL(functionsDir).href}/`)};
    require('node:module').registerHooks({
      load: (url, context, next) => next(url, url.startsWith(bundles) ? { ...context, format: 'commonjs' } : context),
    });
    const said = {};
    for (const id of ${JSON.stringify(functions.map(({ id }) => id))}) {
      try {
        require(${JSON.stringify(functionsDir)} + '/' + id + '/index.js');
        said[id] = [];
      } catch ({ message }) {
        said[id] = message.replace('Environment variables are missing or malformed: ', '').split(/[., ]+/).filter(Boolean);
      }
    }
    process.stdout.write(JSON.stringify(said));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], {
    // What the running system has compiled already.
    env: { NODE_COMPILE_CACHE: nodeCacheDir },
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, string[]>;
}

describe('without its settings', () => {
  const missing = missingAtStart();

  it.each(functions.map((row) => [row.id, row] as const))(
    '%s asks for exactly the settings that its row gives it',
    (id, row) => {
      const required = settingsOf(row).filter((name) => name !== 'HIGHLIGHTS_MODEL');
      expect(missing[id]).toEqual(required);
    },
  );
});

const packageFile = (file: string): string => join(projectDir, 'node_modules', file);

describe('a mistake is named:', () => {
  const getVotes = functions.find(({ id }) => id === 'get-votes') as FunctionRow;

  /** By what is imported, a line more of the handler of `get-votes`. */
  const lines = {
    'all-of-zod': `import { z } from '${packageFile('zod/index.js')}';\nexport const schema = z.email();`,
    'other-client': `import { S3Client } from '${packageFile('@aws-sdk/client-s3/dist-es/index.js')}';\nexport const s3 = new S3Client();`,
  };
  const excesses: Record<string, string[]> = {};

  beforeAll(async () => {
    const folder = join(scratch, 'mistakes');
    mkdirSync(folder, { recursive: true });
    const rows = Object.entries(lines).map(([id, line]) => {
      const entry = join(folder, `${id}.ts`);
      writeFileSync(entry, `${line}\nexport * from '${join(projectDir, getVotes.entry)}';\n`);
      return { id, entry };
    });
    const outDir = join(folder, 'bundles');
    await bundleFunctions({ rows, outDir });
    for (const size of await readBundleSizes(Object.keys(lines), outDir))
      excesses[size.id] = excessesOf(getVotes, size);
  });

  it('all of zod instead of zod/mini', () => {
    expect(excesses['all-of-zod']).toEqual([
      expect.stringMatching(
        /^get-votes exceeds the bytes of a "call on the table": \d+ instead of at most \d+ \(\d+\.\d % too much\)\.$/,
      ),
      expect.stringContaining('the modules'),
    ]);
  });

  it('another service’s client', () => {
    expect(excesses['other-client']).toHaveLength(2);
  });

  it('a start that takes too long', () => {
    const { startRatio } = budgetOf(getVotes);
    expect(excessesOf(getVotes, { startRatio })).toEqual([]);
    expect(excessesOf(getVotes, { startRatio: startRatio * 2 })).toEqual([
      `get-votes exceeds the startRatio of a "call on the table": ${startRatio * 2} instead of at most ${startRatio} (100.0 % too much).`,
    ]);
  });
});
