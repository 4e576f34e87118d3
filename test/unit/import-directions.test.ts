import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectDir } from '../../infra/build/project-paths.ts';
import { readModules, withModulesTable } from '../../infra/lint/modules-table.ts';
import { lintTree, sourceFiles } from './linted-tree.ts';

const modules = Object.entries(readModules()).map(([pattern, { imports = [], packages = [] }]) => ({
  pattern,
  imports,
  packages,
}));
const folders = [...new Set(sourceFiles.map((file) => path.dirname(file)))].toSorted();

/** Whether a pattern of the list means this folder. */
const means = (pattern: string, folder: string) =>
  pattern === folder || (pattern.includes('*') && path.matchesGlob(folder, pattern));

/** Where each folder stands in the list: by its own row, else by the first with a pattern. */
const places = new Map(
  folders.map((folder) => {
    const own = modules.findIndex(({ pattern }) => pattern === folder);
    return [folder, own >= 0 ? own : modules.findIndex(({ pattern }) => means(pattern, folder))];
  }),
);
const placeOf = (folder: string) => places.get(folder) ?? -1;

type Pair = { readonly from: string; readonly to: string };

const allows = (listed: string, { from, to }: Pair) =>
  means(listed.startsWith('./') ? path.join(from, listed) : listed, to);
const isAllowed = (pair: Pair) =>
  modules[placeOf(pair.from)]?.imports.some((listed) => allows(listed, pair)) ?? false;
const show = ({ from, to }: Pair) => `${from} may not import ${to}`;

/** Every two modules there are, both ways. */
const pairs = folders.flatMap((from) => folders.filter((to) => to !== from).map((to) => ({ from, to })));

const relative = ({ from, to }: Pair) => {
  const specifier = path.join(path.relative(from, to), 'wanted.ts');
  return specifier.startsWith('.') ? specifier : `./${specifier}`;
};

describe('the list of modules', () => {
  it('names every folder, and none that is not there', () => {
    expect(folders.filter((folder) => placeOf(folder) < 0)).toEqual([]);
    const taken = new Set(places.values());
    expect(modules.filter((_, place) => !taken.has(place))).toEqual([]);
  });

  it('has no cycles, because a module imports only what stands above it', () => {
    expect(pairs.filter((pair) => isAllowed(pair) && placeOf(pair.to) >= placeOf(pair.from))).toEqual([]);
  });

  it('names no import that no file has', { timeout: 60_000 }, () => {
    const project = importsOfProject();
    const unused = modules.flatMap(({ pattern, imports, packages }) => {
      const own = project.filter(({ from }) => modules[placeOf(from)]?.pattern === pattern);
      return [
        ...imports.filter((listed) => !own.some((found) => allows(listed, found))),
        ...packages.filter((listed) => !own.some(({ to }) => meansPackage(listed, to))),
      ].map((listed) => `${pattern} does not import ${listed}`);
    });
    expect(unused).toEqual([]);
  });

  it('is what npm run architecture has written into ARCHITECTURE.md', () => {
    const document = readSource('ARCHITECTURE.md');
    expect(document).toBe(withModulesTable(document));
  });
});

const meansPackage = (listed: string, name: string) =>
  listed.endsWith('*') ? name.startsWith(listed.slice(0, -1)) : name === listed;

const readSource = (file: string) => readFileSync(path.join(projectDir, file), 'utf8');

/** What the project's files import of other folders and of packages: what lint refuses while nothing is allowed. */
function importsOfProject(): (Pair & { readonly file: string })[] {
  const sources = Object.fromEntries(sourceFiles.map((file) => [file, readSource(file)]));
  const nothingAllowed = JSON.stringify(Object.fromEntries(folders.map((folder) => [folder, {}])));
  return lintTree({ ...sources, 'infra/lint/modules.json': nothingAllowed }).map(({ file, reason }) => {
    const [from = '', to = ''] = reason.split(' may not import ');
    return { from, to, file };
  });
}

describe('lint', () => {
  it('refuses every pair of modules that the list does not name, and no other', { timeout: 60_000 }, () => {
    const refused = plant(pairs, (pair) => `import '${relative(pair)}';`);
    const expected = pairs.filter((pair) => !isAllowed(pair));
    expect(expected.length).toBeGreaterThan(10_000);
    expect(refused).toEqual(expected.map(show).toSorted());
  });

  it('refuses every package to every module that the list does not name it for', { timeout: 60_000 }, () => {
    const { dependencies, devDependencies } = JSON.parse(readSource('package.json')) as Record<
      string,
      object
    >;
    const packages = [...Object.keys({ ...dependencies, ...devDependencies }), 'node:fs', 'fs', 'zod/mini'];
    const wanted = folders.flatMap((from) => packages.map((to) => ({ from, to })));
    const refused = plant(wanted, ({ to }) => `import '${to}';`);
    const expected = wanted.filter(
      ({ from, to }) => !modules[placeOf(from)]?.packages.some((listed) => meansPackage(listed, to)),
    );
    expect(expected.length).toBeGreaterThan(5000);
    expect(refused).toEqual(expected.map(show).toSorted());
  });

  const refusedForms = [
    `import { a } from '../table/keys.ts';`,
    `import type { A } from '../table/keys.ts';`,
    `import '../table/keys.ts';`,
    `export { a } from '../table/keys.ts';`,
    `export type { A } from '../table/keys.ts';`,
    `export * from '../table/keys.ts';`,
    `export * as all from '../table/keys.ts';`,
    `export const load = () => import('../table/keys.ts');`,
    `export type A = import('../table/keys.ts').A;`,
    `export const a = require('../table/keys.ts');`,
    'export const load = () => import(`../table/keys.ts`);',
    'export const a = require(`../table/keys.ts`);',
    `import keys = require('../table/keys.ts');`,
    `export const a = module.require('../table/keys.ts');`,
    `export const a = module['require']('../table/keys.ts');`,
    `export const a = require.resolve('../table/keys.ts');`,
    `export const a = createRequire(import.meta.url)('../table/keys.ts');`,
    `export const a = import.meta.resolve('../table/keys.ts');`,
    `export const a = import.meta.glob('../table/**');`,
    `export const a = import.meta.glob('../table/*.ts');`,
    `export const a = import.meta.glob(['./*.ts', '../table/*.ts']);`,
    `export const a = new Worker(new URL('../table/keys.ts', import.meta.url));`,
    `declare module '../table/keys.ts' { interface A { a: 1 } }`,
    `/** @import { A } from '../table/keys.ts' */`,
    `/** @type {import('../table/keys.ts').A} */ export const a = 1;`,
    `/// <reference path="../table/keys.ts" />`,
    `vi.mock('../table/keys.ts');`,
    `vi.doMock('../table/keys.ts', () => ({}));`,
    `export const a = await vi.importActual('../table/keys.ts');`,
    `import { a } from '../../functions/domain/../table/keys.ts';`,
    `import { a } from './../table/keys.ts?raw';`,
    `import { a } from '../table/keys';`,
    `import { a } from '../table';`,
    `import { a } from '../nowhere/keys.ts';`,
    `import { a } from '../../../keys.ts';`,
    `import { a } from '/functions/table/keys.ts';`,
    `import { a } from 'https://example.org/keys.js';`,
    `import * as z from 'zod';`,
    `import * as z from 'zod/mini-other';`,
    `import { createHash } from 'crypto';`,
  ];
  const allowedForms = [
    `import { a } from './access.ts';`,
    `import { a } from '../../functions/domain/access.ts';`,
    `export * from '../../shared/contract/entities.ts';`,
    `import type { A } from '../table/../../shared/contract/entities.ts';`,
    `import * as z from 'zod/mini';`,
    `export const load = () => import('node:crypto');`,
    `export const a = new Worker(new URL('./access.ts', import.meta.url));`,
    `export const page = new URL('../../docs/limits.md', import.meta.url);`,
    `export const a = import.meta.glob('./*.ts');`,
    `declare module 'zod/mini' { interface A { a: 1 } }`,
    `/** @import { A } from './access.ts' */`,
  ];

  it('refuses a file in a folder that no row lists, below one that a row with `*` lists', () => {
    const unlisted = ['web/src/features/a/b/c', 'test/unit/a', 'test/unit/domain/a'];
    const listed = ['web/src/features/a/b', 'web/src/features/a', 'test/unit/domain'];
    const files = [...unlisted, ...listed].map((folder) => [`${folder}/planted.ts`, 'export {};'] as const);
    const found = lintTree(Object.fromEntries(files)).map(({ reason }) => reason);
    expect(found.toSorted()).toEqual(unlisted.map((folder) => `${folder} is no module`).toSorted());
  });

  it('sees every form of an import', () => {
    const files = [...refusedForms, ...allowedForms].map(
      (text, index) => [`functions/domain/${index}.ts`, text] as const,
    );
    const found = lintTree(Object.fromEntries(files)).map(({ file }) => file);
    const expected = files.slice(0, refusedForms.length).map(([file]) => file);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });
});

/** The rules that a comment names; none means all. */
const DISABLE = /\b(?:ox|es)lint-disable(?:-next)?(?:-line)?\b([^\n*]*)/g;
const disabled = (text: string) => [...text.matchAll(DISABLE)].map(([, rules = '']) => rules.trim());
const isRefused = (rules: string) => rules === '' || rules.startsWith('--') || rules.includes('gatherlens');

describe('comments that turn lint off', () => {
  it('never turn off the directions of imports', () => {
    const found = sourceFiles
      .filter((file) => file !== 'test/unit/import-directions.test.ts')
      .filter((file) => disabled(readSource(file)).some(isRefused));
    expect(found).toEqual([]);
  });

  it.each([
    '// oxlint-disable-next-line gatherlens/import-directions',
    '/* eslint-disable no-new, gatherlens/import-directions */',
    '/* oxlint-disable */',
    '// oxlint-disable-line -- because',
  ])('are found: %s', (comment) => {
    expect(disabled(comment).some(isRefused)).toBe(true);
  });

  it("stand in no settings beside the project's own", () => {
    expect(globSync('{functions,infra,shared,test,web}/**/.{oxlint,eslint}*', { cwd: projectDir })).toEqual(
      [],
    );
  });
});

/** Why lint refuses these imports, each of which is planted in a file of its module. */
function plant(imports: readonly Pair[], statement: (pair: Pair) => string): string[] {
  const files = Map.groupBy(imports, ({ from }) => `${from}/planted.ts`);
  const texts = [...files].map(([file, own]) => [file, own.map(statement).join('\n')] as const);
  return lintTree(Object.fromEntries(texts))
    .map(({ reason }) => reason)
    .toSorted();
}
