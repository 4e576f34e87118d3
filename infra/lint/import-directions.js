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

  const check = (where, specifier) => {
    const reason = specifier !== undefined && refusal(folder, specifier);
    if (reason) report(where, reason);
  };
  const checkNode = (node) => check({ node }, textOf(node));
  const checkSource = ({ source }) => source && checkNode(source);
  return {
    Program: () => {
      for (const comment of context.sourceCode.getAllComments()) {
        for (const specifier of specifiersIn(comment.value)) check({ loc: comment.loc }, specifier);
      }
    },
    ImportDeclaration: checkSource,
    ExportNamedDeclaration: checkSource,
    ExportAllDeclaration: checkSource,
    ImportExpression: checkSource,
    TSImportType: checkSource,
    TSExternalModuleReference: ({ expression }) => checkNode(expression),
    TSModuleDeclaration: ({ id }) => checkNode(id),
    CallExpression: (node) => importedBy(node).forEach(checkNode),
    NewExpression: (node) => isOwnCode(node) && checkNode(node.arguments[0]),
  };
}

/** What a string, or a template without expressions, says; undefined for anything else. */
function textOf(node) {
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return typeof node.value === 'string' ? node.value : undefined;
}

const nameOf = (node) => node.name ?? node.property?.name ?? (node.property && textOf(node.property));
const isMeta = (node) => node?.type === 'MetaProperty';

const VITEST_IMPORTS = ['mock', 'doMock', 'unmock', 'doUnmock', 'importActual', 'importMock'];

/** The arguments of a call that name what it imports. */
function importedBy({ callee, arguments: [first] }) {
  if (!first) return [];
  const isImport =
    nameOf(callee) === 'require' ||
    nameOf(callee.object ?? callee) === 'require' ||
    nameOf(callee.callee ?? callee) === 'createRequire' ||
    (isMeta(callee.object) && ['resolve', 'glob'].includes(nameOf(callee))) ||
    (['vi', 'vitest'].includes(callee.object?.name) && VITEST_IMPORTS.includes(nameOf(callee)));
  if (!isImport) return [];
  return first.type === 'ArrayExpression' ? first.elements : [first];
}

/** Whether this is the URL of a source file, as workers and child processes are started from. */
function isOwnCode({ callee, arguments: [file, base] }) {
  const isRelative = callee.name === 'URL' && nameOf(base ?? {}) === 'url' && isMeta(base.object);
  return isRelative && /\.(ts|tsx|js|cjs)$/.test(textOf(file) ?? '');
}

const IN_COMMENT =
  /@import\b[^'"]*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|<reference\s+(?:path|types)=['"]([^'"]+)['"]/g;

/** What a comment imports types from. */
const specifiersIn = (comment) =>
  [...comment.matchAll(IN_COMMENT)].map((match) => match[1] ?? match[2] ?? match[3]);

/** Refuses imports that the list of modules does not allow. */
export default { create };
