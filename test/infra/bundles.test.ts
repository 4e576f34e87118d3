import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functions } from '../../functions/manifest/functions.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { settingsOf } from '../../functions/manifest/settings-of.ts';
import { bundleBudgets, budgetOf, excessesOf } from '../../infra/build/bundle-budgets.ts';
import { bundleFunctions } from '../../infra/build/bundle-functions.ts';
import { readBundleSizes } from '../../infra/build/bundle-sizes.ts';
import { functionsDir, projectDir } from '../../infra/build/project-paths.ts';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { scratch } from './synthesized-templates.ts';

await ensureBuilt();
const sizes = new Map((await readBundleSizes(functions.map(({ id }) => id))).map((size) => [size.id, size]));
const bundles = join(scratch, 'bundles-of-all');
cpSync(functionsDir, bundles, { recursive: true, filter: (name) => !name.endsWith('.map') });
// Lambda finds no package.json beside a bundle, and takes it for CommonJS.
writeFileSync(join(bundles, 'package.json'), '{}');

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
    const said = {};
    for (const id of ${JSON.stringify(functions.map(({ id }) => id))}) {
      try {
        require(${JSON.stringify(bundles)} + '/' + id + '/index.js');
        said[id] = [];
      } catch ({ message }) {
        said[id] = message.replace('Environment variables are missing or malformed: ', '').split(/[., ]+/).filter(Boolean);
      }
    }
    process.stdout.write(JSON.stringify(said));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], {
    env: { NODE_PATH: join(projectDir, 'node_modules') },
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

describe('a mistake is named:', () => {
  const getVotes = functions.find(({ id }) => id === 'get-votes') as FunctionRow;

  /** What exceeds the budget of `get-votes` when its handler has one more line. */
  async function withImport(line: string): Promise<string[]> {
    const folder = join(scratch, 'mistakes');
    mkdirSync(folder, { recursive: true });
    const entry = join(folder, 'spoiled.ts');
    writeFileSync(entry, `${line}\nexport * from '${join(projectDir, getVotes.entry)}';\n`);
    const outDir = join(folder, 'bundles');
    await bundleFunctions({ rows: [{ id: getVotes.id, entry }], outDir });
    const [size] = await readBundleSizes([getVotes.id], outDir);
    return excessesOf(getVotes, size ?? {});
  }

  it('all of zod instead of zod/mini', async () => {
    const zod = join(projectDir, 'node_modules/zod/index.js');
    expect(await withImport(`import { z } from '${zod}';\nexport const schema = z.email();`)).toEqual([
      expect.stringMatching(
        /^get-votes exceeds the bytes of a "call on the table": \d+ instead of at most \d+ \(\d+\.\d % too much\)\.$/,
      ),
      expect.stringContaining('the modules'),
    ]);
  });

  it('another service’s client', async () => {
    const client = join(projectDir, 'node_modules/@aws-sdk/client-s3/dist-es/index.js');
    const found = await withImport(
      `import { S3Client } from '${client}';\nexport const s3 = new S3Client();`,
    );
    expect(found).toHaveLength(2);
  });

  it('a start that takes too long', () => {
    const { startRatio } = budgetOf(getVotes);
    expect(excessesOf(getVotes, { startRatio })).toEqual([]);
    expect(excessesOf(getVotes, { startRatio: startRatio * 2 })).toEqual([
      `get-votes exceeds the startRatio of a "call on the table": ${startRatio * 2} instead of at most ${startRatio} (100.0 % too much).`,
    ]);
  });
});
