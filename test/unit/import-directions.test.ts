import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectDir } from '../../infra/build/project-paths.ts';
import { readModules, withModulesTable } from '../../infra/lint/modules-table.ts';
import { lintTree, type Refusal, sourceFiles } from './linted-tree.ts';

const modules = Object.entries(readModules()).map(([pattern, { imports = [], packages = [] }]) => ({
  pattern,
  imports,
  packages,
}));
const folders = [...new Set(sourceFiles.map((file) => path.dirname(file)))].toSorted();

/** Whether a pattern of the list means this folder. */
const means = (pattern: string, folder: string) =>
  pattern === folder || (pattern.includes('*') && path.matchesGlob(folder, pattern));

const readSource = (file: string) => readFileSync(path.join(projectDir, file), 'utf8');

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

const { dependencies, devDependencies } = JSON.parse(readSource('package.json')) as Record<string, object>;
const packageNames = [...Object.keys({ ...dependencies, ...devDependencies }), 'node:fs', 'fs', 'zod/mini'];

/** Every package in every module. */
const wantedPackages = folders.flatMap((from) => packageNames.map((to) => ({ from, to })));

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

  it('names no import that no file has', () => {
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

/** Whatever is written as lint's forms of an import are, also in a text: lint itself would take 20 times as long. */
const IMPORTED =
  /\b(?:(?:from|import|module)\s*|(?:import|require|mock|doMock|importActual|URL|glob|resolve)\(\s*\[?\s*|path=)(['"`])([^'"`\s]+)\1/g;

/** What the project's files import of other folders and of packages. */
function importsOfProject(): Pair[] {
  return sourceFiles.flatMap((file) => {
    const from = path.dirname(file);
    return [...readSource(file).matchAll(IMPORTED)]
      .map(([, , specifier = '']) =>
        specifier.startsWith('.') ? path.dirname(path.join(from, specifier)) : specifier,
      )
      .map((to) => ({ from, to }));
  });
}

describe('lint', () => {
  let refusals: readonly Refusal[];
  const reasonsIn = (name: string) =>
    refusals
      .filter(({ file }) => path.basename(file) === name)
      .map(({ reason }) => reason)
      .toSorted();

  it('refuses every pair of modules that the list does not name, and no other', () => {
    const refused = reasonsIn('planted-modules.ts');
    const expected = pairs.filter((pair) => !isAllowed(pair));
    expect(expected.length).toBeGreaterThan(10_000);
    expect(refused).toEqual(expected.map(show).toSorted());
  });

  it('refuses every package to every module that the list does not name it for', () => {
    const refused = reasonsIn('planted-packages.ts');
    const expected = wantedPackages.filter(
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

  const forms = [...refusedForms, ...allowedForms].map(
    (text, index) => [`functions/domain/form-${index}.ts`, text] as const,
  );

  const unlisted = ['web/src/features/a/b/c', 'test/unit/a', 'test/unit/domain/a'];
  const listed = ['web/src/features/a/b', 'web/src/features/a', 'test/unit/domain'];
  const emptyFiles = [...unlisted, ...listed].map((folder) => [`${folder}/empty.ts`, 'export {};'] as const);

  // All at once, because starting lint takes longer than reading any of them.
  beforeAll(() => {
    const planted = [
      ...plant('planted-modules.ts', pairs, (pair) => `import '${relative(pair)}';`),
      ...plant('planted-packages.ts', wantedPackages, ({ to }) => `import '${to}';`),
    ];
    refusals = lintTree(Object.fromEntries([...planted, ...forms, ...emptyFiles]));
  }, 60_000);

  it('refuses a file in a folder that no row lists, below one that a row with `*` lists', () => {
    expect(reasonsIn('empty.ts')).toEqual(unlisted.map((folder) => `${folder} is no module`).toSorted());
  });

  it('sees every form of an import', () => {
    const found = refusals.map(({ file }) => file).filter((file) => file.includes('/form-'));
    const expected = forms.slice(0, refusedForms.length).map(([file]) => file);
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

/** Files with these imports, one of this name in each module. */
function plant(name: string, imports: readonly Pair[], statement: (pair: Pair) => string) {
  const files = Map.groupBy(imports, ({ from }) => `${from}/${name}`);
  return [...files].map(([file, own]) => [file, own.map(statement).join('\n')] as const);
}
