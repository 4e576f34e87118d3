import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { functions } from '../../functions/manifest/functions.ts';
import type * as BuildState from '../../infra/build/build-state.ts';
import { MODULE_COUNTS } from '../../infra/build/bundle-sizes.ts';

let project: string;
let state: typeof BuildState;

const at = (...names: string[]) => path.join(project, ...names);

async function write(...names: string[]): Promise<void> {
  await mkdir(path.dirname(at(...names)), { recursive: true });
  await writeFile(at(...names), '');
}

/** A project with one file of each part. */
beforeEach(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'build-'));
  for (const file of ['functions/a.ts', 'shared/b.ts', 'web/c.ts', 'package-lock.json']) await write(file);
  await write('infra/build/bundle-functions.ts');
  vi.resetModules();
  vi.doMock('../../infra/build/project-paths.ts', () => ({
    projectDir: project,
    buildDir: at('.build'),
    functionsDir: at('.build/functions'),
    webDir: at('.build/web'),
  }));
  state = await import('../../infra/build/build-state.ts');
});
afterEach(() => rm(project, { recursive: true }));

async function buildAll(): Promise<void> {
  await state.buildAndRecord('functions', async () => {
    for (const { id } of functions) await write('.build/functions', id, 'index.js');
    await write('.build/functions', MODULE_COUNTS);
  });
  await state.buildAndRecord('web', async () => {
    await write('.build/web/index.html');
    await write('.build/functions/show-event/page-renderer.mjs');
  });
}

it('what was never built is built, and what was built is not', async () => {
  expect(await state.staleParts()).toEqual(['functions', 'web']);
  await buildAll();
  expect(await state.staleParts()).toEqual([]);
});

it.each([
  ['functions', 'functions/a.ts'],
  ['web', 'web/c.ts'],
])('%s are built again where a file of theirs has changed or is called otherwise', async (part, file) => {
  await buildAll();
  await writeFile(at(file), 'changed');
  expect(await state.staleParts()).toEqual([part]);
  await buildAll();
  await rename(at(file), at(`${file}x`));
  expect(await state.staleParts()).toEqual([part]);
});

it('both are built again where what they share has changed', async () => {
  await buildAll();
  await writeFile(at('shared/b.ts'), 'changed');
  expect(await state.staleParts()).toEqual(['functions', 'web']);
});

it('what is missing is built again', async () => {
  await buildAll();
  await rm(at('.build/web/index.html'));
  expect(await state.staleParts()).toEqual(['web']);
  await buildAll();
  await rm(at('.build/functions', functions[0]?.id ?? '', 'index.js'));
  expect(await state.staleParts()).toEqual(['functions']);
});

it('functions are built again where they are to have source maps and have none', async () => {
  await buildAll();
  expect(await state.staleParts({ withMaps: true })).toEqual(['functions']);
  for (const { id } of functions) await write('.build/functions', id, 'index.js.map');
  expect(await state.staleParts({ withMaps: true })).toEqual([]);
});

it.each(['infra/app.ts', 'package.json'])('%s has what is deployed built with source maps', async (file) => {
  const text = await readFile(path.join(import.meta.dirname, '../..', file), 'utf8');
  expect(text).toMatch(/infra\/build\/build\.ts[^;]*--maps|build\.ts'\);[^;]*'--maps'/);
});

it('a change while it is built is built the next time', async () => {
  await buildAll();
  await state.buildAndRecord('web', () => writeFile(at('web/c.ts'), 'changed meanwhile'));
  expect(await state.staleParts()).toEqual(['web']);
});
