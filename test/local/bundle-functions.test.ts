import { createRequire } from 'node:module';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readBundleSizes } from '../../infra/build/bundle-sizes.ts';
import { bundleFunctions, watchFunctions } from '../../infra/build/bundle-functions.ts';

const require = createRequire(import.meta.url);
let folder: string;
let outDir: string;
let entry: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bundle-'));
  outDir = path.join(folder, 'out');
  entry = path.join(folder, 'one.ts');
  await writeFile(path.join(folder, 'shared.ts'), 'export const word: string = "first";');
  await writeFile(
    entry,
    "import { word } from './shared.ts';\nexport const handler = async () => ({ word, sharp: () => import('sharp') });",
  );
  await writeFile(path.join(folder, 'two.ts'), 'export const handler = async () => 2;');
});
afterEach(() => rm(folder, { recursive: true }));

const rows = () => [
  { id: 'one', entry },
  { id: 'two', entry: path.join(folder, 'two.ts') },
];
const codeOf = (id: string) => path.join(outDir, id, 'index.js');

async function wordOf(): Promise<string> {
  const file = codeOf('one');
  delete require.cache[require.resolve(file)];
  const { handler } = require(file) as { handler: () => Promise<{ word: string }> };
  return (await handler()).word;
}

it('makes one CommonJS file per function, and reports the sizes', async () => {
  await bundleFunctions({ rows: rows(), outDir });
  const sizes = await readBundleSizes(['one', 'two'], outDir);
  expect(sizes.map(({ id }) => id)).toEqual(['one', 'two']);
  for (const { id, bytes, modules } of sizes) {
    expect(bytes).toBe((await stat(codeOf(id))).size);
    expect(modules).toBe(id === 'one' ? 2 : 1);
    expect(await readdir(path.join(outDir, id))).toEqual(['index.js']);
  }
  expect(await wordOf()).toBe('first');
});

it('makes the same files with their maps, which go when they would tell of other code', async () => {
  await bundleFunctions({ rows: rows(), outDir });
  const before = await stat(codeOf('one'));
  await bundleFunctions({ rows: rows(), outDir, withMaps: true });
  const { sources } = JSON.parse(await readFile(`${codeOf('one')}.map`, 'utf8')) as { sources: string[] };
  expect(sources.map((source) => path.basename(source)).toSorted()).toEqual(['one.ts', 'shared.ts']);
  expect((await stat(codeOf('one'))).mtimeMs).toBe(before.mtimeMs);
  await bundleFunctions({ rows: rows(), outDir });
  expect(await readdir(path.join(outDir, 'one'))).toEqual(['index.js']);
});

it('leaves native code outside', async () => {
  await bundleFunctions({ rows: rows(), outDir });
  const [one] = await readBundleSizes(['one'], outDir);
  expect(one?.bytes).toBeLessThan(2000);
});

it('writes only what changed, and removes functions that are gone', async () => {
  await bundleFunctions({ rows: rows(), outDir });
  const before = await stat(codeOf('two'));
  await writeFile(path.join(folder, 'shared.ts'), 'export const word: string = "second";');
  await bundleFunctions({ rows: rows(), outDir });
  expect(await wordOf()).toBe('second');
  expect((await stat(codeOf('two'))).mtimeMs).toBe(before.mtimeMs);
  await mkdir(path.join(outDir, 'gone'));
  await bundleFunctions({ rows: rows().slice(0, 1), outDir });
  expect(await readdir(outDir)).toEqual(['modules.json', 'one']);
});

it('names file and reason if the code does not build, and keeps the last bundle', async () => {
  await bundleFunctions({ rows: rows(), outDir });
  await writeFile(path.join(folder, 'shared.ts'), 'export const other = 1;');
  await expect(bundleFunctions({ rows: rows(), outDir })).rejects.toThrow(/one\.ts.*No matching export/s);
  expect(await wordOf()).toBe('first');
});

it('rebuilds what changes', async () => {
  let built = 0;
  const failed: string[] = [];
  const watching = await watchFunctions({
    rows: rows(),
    outDir,
    onBuilt: () => void (built += 1),
    onFailed: (message) => void failed.push(message),
  });
  try {
    expect(built).toBe(1);
    await writeFile(path.join(folder, 'shared.ts'), 'export const word: string = "second";');
    await vi.waitFor(async () => expect(await wordOf()).toBe('second'), { timeout: 20_000 });
    await writeFile(path.join(folder, 'shared.ts'), 'export const word: string = ;');
    await vi.waitFor(() => expect(failed.join()).toContain('shared.ts'), { timeout: 20_000 });
    expect(await wordOf()).toBe('second');
    await writeFile(path.join(folder, 'shared.ts'), 'export const word: string = "third";');
    await vi.waitFor(async () => expect(await wordOf()).toBe('third'), { timeout: 20_000 });
  } finally {
    await watching.close();
  }
});
