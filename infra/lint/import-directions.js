// Plain JavaScript, because lint loads it with whatever Node started it.

import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const rows = JSON.parse(readFileSync(path.join(import.meta.dirname, 'modules.json'), 'utf8'));

/** Matches any of the patterns; `*` in one matches what `wildcard` does. */
const anyOf = (patterns, wildcard) =>
  new RegExp(
    `^(?:${patterns.map((each) => each.replaceAll('.', '\\.').replaceAll('*', wildcard)).join('|')})$`,
  );

/** The row of the folder itself, else the first whose pattern matches it. */
const findRow = (folder) =>
  rows[folder] ?? Object.entries(rows).find(([pattern]) => anyOf([pattern], '[^/]+').test(folder))?.[1];

const readModules = new Map();

/** What the files in a folder may import; undefined if no row lists the folder. */
function findModule(folder) {
  if (!readModules.has(folder)) readModules.set(folder, readModule(folder));
  return readModules.get(folder);
}

function readModule(folder) {
  const row = findRow(folder);
  if (!row) return undefined;
  const { imports = [], packages = [] } = row;
  return {
    folders: anyOf(
      imports.map((to) => (to.startsWith('./') ? path.posix.join(folder, to) : to)),
      '[^/]+',
    ),
    packages: anyOf(packages, '.+'),
  };
}

/** Why a file in this folder may not import the specifier; undefined if it may. */
function refusal(folder, specifier) {
  const { folders, packages } = findModule(folder);
  if (!specifier.startsWith('.')) {
    return packages.test(specifier) ? undefined : `${folder} may not import ${specifier}`;
  }
  // Without an extension it could be a file or a folder.
  if (path.posix.extname(specifier) === '') return `${specifier} has no extension`;
  const to = path.posix.dirname(path.posix.join(folder, specifier));
  return to === folder || folders.test(to) ? undefined : `${folder} may not import ${to}`;
}

const firstLine = { start: { line: 1, column: 0 }, end: { line: 1, column: 0 } };

function create(context) {
  const folder = path.dirname(path.relative(root, context.filename));
  const report = (where, reason) =>
    context.report({
      ...where,
      message: `${reason}: infra/lint/modules.json says which module may import which.`,
    });
  if (!findModule(folder)) return { Program: () => report({ loc: firstLine }, `${folder} is no module`) };

  const check = (node, source = node.source) => {
    const reason = typeof source?.value === 'string' && refusal(folder, source.value);
    if (reason) report({ node: source }, reason);
  };
  return {
    ImportDeclaration: (node) => check(node),
    ExportNamedDeclaration: (node) => check(node),
    ExportAllDeclaration: (node) => check(node),
    ImportExpression: (node) => check(node),
    TSImportType: (node) => check(node),
    CallExpression: (node) => node.callee.name === 'require' && check(node, node.arguments[0]),
  };
}

/** Refuses imports that the list of modules does not allow. */
export default { create };
